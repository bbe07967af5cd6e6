import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, keyedApi, type Routes, refusal, type Seen } from '../support/fake-api.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const WARNING = { code: 'preview', message: 'This is a drawn placeholder, marked PREVIEW.' }

/** A server that draws placeholders: free, and as many as were requested. */
async function drawingServer(routes: Routes = {}) {
  let url = ''
  const generated = ({ json }: Seen): Answer => {
    const { num_outputs = 1 } = json as { num_outputs?: number }
    const images = Array.from({ length: num_outputs }, (_, index) => ({
      url: `${url}/files/${index}.jpg`,
      width: 1024,
      height: 768,
    }))
    const made = { id: 'run_1', status: 'completed', credits_used: 0, model: 'preview', images, warnings: [WARNING] }
    return { json: made }
  }
  const api = await keyedApi({
    'POST /api/generate-v2': generated,
    'POST /api/estimate': {
      json: { operation: 'generate-v2', credits_each: 0, credits: 0, available_credits: 0, affordable: true },
    },
    'GET /api/account/credits': { json: { credits: 0 } },
    'POST /api/mobile/uploads': () => ({ json: { id: 'a.jpg', url: `${url}/uploads/a.jpg` } }),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((index) => [`GET /files/${index}.jpg`, { bytes: Buffer.from(`picture ${index}`) }]),
    ),
    ...routes,
  })
  url = api.url
  return { ...api, calls: () => api.seen.filter(({ path }) => path === '/api/generate-v2') }
}

test('words become a picture in the working folder, with what the server says about it', async () => {
  const cwd = folderWith([])
  const { env, calls } = await drawingServer()
  const { code, stdout, stderr } = await command(['generate', 'ramen on slate'], { cwd, env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'done        generate -> generate.jpg\n' })
  expect(stderr).toContain(WARNING.message)
  expect(readFileSync(join(cwd, 'generate.jpg'), 'utf8')).toBe('picture 0')
  expect(calls()[0]?.json).toEqual({ prompt: 'ramen on slate' })
})

test('the options are those of the document, a reference is uploaded, and several pictures are numbered', async () => {
  const cwd = folderWith({ 'burger.jpg': 'photo' })
  const { env, calls, url } = await drawingServer()
  const options = ['--num-outputs', '3', '--aspect-ratio', '16:9', '--resolution', '2K', '--style', 'dark_moody']
  const more = ['--reference-images', 'burger.jpg', '--reference-images', 'https://example.com/b.jpg']
  const args = ['generate', 'our burger', ...options, ...more, '--enable-web-search', '--out', 'drawn']
  expect((await command(args, { cwd, env })).code).toBe(0)
  expect(calls()[0]?.json).toEqual({
    prompt: 'our burger',
    num_outputs: 3,
    aspect_ratio: '16:9',
    resolution: '2K',
    style: 'dark_moody',
    reference_images: [`${url}/uploads/a.jpg`, 'https://example.com/b.jpg'],
    enable_web_search: true,
  })
  for (const [name, content] of [
    ['generate-1.jpg', 'picture 0'],
    ['generate-3.jpg', 'picture 2'],
  ] as const)
    expect(readFileSync(join(cwd, 'drawn', name), 'utf8')).toBe(content)
})

test('a repeated command makes another picture beside the first one', async () => {
  const cwd = folderWith([])
  const { env, calls } = await drawingServer()
  for (const _ of [1, 2]) expect((await command(['generate', 'ramen'], { cwd, env })).code).toBe(0)
  expect([existsSync(join(cwd, 'generate.jpg')), existsSync(join(cwd, 'generate-2.jpg'))]).toEqual([true, true])
  const [first, second] = calls().map(({ headers }) => headers['idempotency-key'])
  expect(first).not.toBe(second)
})

test('words can come from standard input; a value outside the document is refused before anything is sent', async () => {
  const cwd = folderWith([])
  const { env, calls, seen } = await drawingServer()
  expect((await command(['generate', '-'], { cwd, env, input: 'a long\nbrief\n' })).code).toBe(0)
  expect(calls()[0]?.json).toEqual({ prompt: 'a long\nbrief' })
  const before = seen.length
  expect((await command(['generate', 'ramen', '--resolution', '8K'], { cwd, env })).code).toBe(2)
  expect((await command(['generate', 'ramen', '--num-outputs', '5'], { cwd, env })).code).toBe(2)
  expect((await command(['generate', '  '], { cwd, env })).code).toBe(2)
  expect(seen).toHaveLength(before)
})

test('a server without an engine is reported with the setting, and nothing is written', async () => {
  const cwd = folderWith([])
  const off = refusal(503, 'engine_unavailable', 'PLATELIGHT_ENGINE_SYNTHESIS is off.')
  const { env } = await drawingServer({ 'POST /api/generate-v2': off, 'POST /api/estimate': off })
  const { code, stderr } = await command(['generate', 'ramen'], { cwd, env })
  expect(code).not.toBe(0)
  expect(stderr).toContain('PLATELIGHT_ENGINE_SYNTHESIS is off.')
  expect(existsSync(join(cwd, 'generate.jpg'))).toBe(false)
})

test('words need no quotes, and the plan of a free picture says that it is free', async () => {
  const cwd = folderWith([])
  const { env, calls } = await drawingServer()
  expect((await command(['generate', 'tacos', 'al', 'pastor'], { cwd, env })).code).toBe(0)
  expect(calls()[0]?.json).toEqual({ prompt: 'tacos al pastor' })
  const { stdout } = await command(['generate', 'tacos', '--dry-run'], { cwd, env })
  expect(stdout).toBe('new      generate -> generate-2.*\n1 picture to do, free. Nothing was sent or written.\n')
})
