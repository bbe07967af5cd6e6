import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, keyedApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'
import { queueRoutes } from '../support/upscale-fixture.ts'

const STEPS = [
  { step: 'Warmer by 15 %', status: 'done' },
  { step: 'add a basil leaf', status: 'skipped', reason: 'This needs a picture generator.' },
]

/** A server that edits pictures: as many results of each as were requested. */
async function editingServer(routes: Routes = {}) {
  let url = ''
  const edited = ({ json }: Seen): Answer => {
    const { image_urls, num_outputs = 1 } = json as { image_urls: string[]; num_outputs?: number }
    const images = image_urls.flatMap((_, index) =>
      Array.from({ length: num_outputs }, (_, variant) => ({ index, url: `${url}/files/${index}${variant}.jpg` })),
    )
    return { json: { id: 'run_1', status: 'completed', credits_used: 1, images, steps: STEPS, warnings: [] } }
  }
  const composed = (): Answer => ({
    json: {
      id: 'run_2',
      status: 'completed',
      credits_used: 1,
      images: [{ url: `${url}/files/00.jpg` }],
      steps: [{ step: 'Picture 2 in front', status: 'done' }],
      warnings: [{ code: 'dish_blurred', message: 'Pictures 1, 2: the dishes are blurred.' }],
    },
  })
  const api = await keyedApi({
    'POST /api/edit': edited,
    ...queueRoutes(composed),
    'POST /api/estimate': {
      json: { operation: 'edit', credits_each: 1, credits: 1, available_credits: 9, affordable: true },
    },
    'GET /api/account/credits': { json: { credits: 9 } },
    'POST /api/mobile/uploads': () => ({ json: { id: 'a.jpg', url: `${url}/uploads/a.jpg` } }),
    ...Object.fromEntries(
      ['00', '01', '10', '11'].map((name) => [`GET /files/${name}.jpg`, { bytes: Buffer.from(`picture ${name}`) }]),
    ),
    ...routes,
  })
  url = api.url
  return api
}

test('an edit says what it did, and what it left and why', async () => {
  const cwd = folderWith(['ramen.jpg'])
  const { env } = await editingServer()
  const { code, stdout } = await command(['edit', 'ramen.jpg', '--prompt', 'warmer, add basil', '--partial'], {
    cwd,
    env,
  })
  expect([code, stdout.split('\n').map((line) => line.trim())]).toEqual([
    0,
    [
      'done        edit -> ramen-edit.jpg',
      'Warmer by 15 %',
      'Not done: add a basil leaf. This needs a picture generator.',
      '',
    ],
  ])
})

test('another instruction makes another picture beside the first one, and the plan says so', async () => {
  const cwd = folderWith(['ramen.jpg'])
  const { env } = await editingServer()
  for (const prompt of ['warmer', 'cooler'])
    expect((await command(['edit', 'ramen.jpg', '--prompt', prompt], { cwd, env })).code).toBe(0)
  expect([existsSync(join(cwd, 'ramen-edit.jpg')), existsSync(join(cwd, 'ramen-edit-2.jpg'))]).toEqual([true, true])
  const planned = await command(['edit', 'ramen.jpg', '--prompt', 'darker', '--dry-run'], { cwd, env })
  expect(planned.stdout).toContain('ramen-edit-3')
})

test('several results of each picture are saved beside each other', async () => {
  const cwd = folderWith(['a.jpg', 'b.jpg'])
  const { env } = await editingServer()
  const args = ['edit', 'a.jpg', 'b.jpg', '--prompt', 'more steam', '--num-outputs', '2', '--out', 'steam']
  expect((await command(args, { cwd, env })).code).toBe(0)
  const saved = (name: string) => readFileSync(join(cwd, 'steam', name), 'utf8')
  expect(['a-edit.jpg', 'a-edit-2.jpg', 'b-edit.jpg', 'b-edit-2.jpg'].map(saved)).toEqual([
    ...['picture 00', 'picture 01', 'picture 10', 'picture 11'],
  ])
})

test('words beside the photos are answered with the command that was meant', async () => {
  const cwd = folderWith(['ramen.jpg'])
  const { env, seen } = await editingServer()
  const { code, stderr } = await command(['edit', 'ramen.jpg', 'a bit warmer'], { cwd, env })
  expect([code, seen]).toEqual([2, []])
  expect(stderr).toContain('platelight edit ramen.jpg --prompt "a bit warmer"')
  expect((await command(['edit', 'missing.jpg', '--prompt', 'warmer'], { cwd, env })).stderr).toContain(
    'There is no file or folder missing.jpg.',
  )
})

test('pictures of a composition are called by their file names, also in errors', async () => {
  const cwd = folderWith(['burger.jpg', 'fries.jpg'])
  const { env, seen } = await editingServer()
  const args = ['compose', 'fries.jpg', 'burger.jpg', '--prompt', 'the burger in front']
  const { stdout } = await command(args, { cwd, env })
  expect(stdout).toContain('burger.jpg in front')
  const sent = seen.find(({ path }) => path === '/api/jobs/submit')?.json as { params: { names: string[] } }
  expect(sent.params.names).toEqual(['fries.jpg', 'burger.jpg'])
  expect(stdout).toContain('fries.jpg, burger.jpg: the dishes are blurred.')
  const unclear = refusal(400, 'subject_not_found', 'image_urls.1: It is not clear which part is the dish.')
  const refusing = await editingServer(queueRoutes(unclear))
  const refused = await command(args, { cwd, env: refusing.env })
  expect(refused.code).not.toBe(0)
  expect(refused.stderr + refused.stdout).toContain('burger.jpg: It is not clear which part is the dish.')
})
