import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { events, lineWith, pictures, run, start, tree } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

const NAMES = Array.from({ length: 6 }, (_, index) => `menu/${index}.jpg`)
const ARGS = ['enhance', 'menu', '--ndjson', '--formats', 'square,landscape']

/** Every result exists once and is complete, and each photo was charged once. */
async function expectComplete(cwd: string): Promise<void> {
  const results = pictures(join(cwd, 'menu-enhanced'))
  expect(Object.keys(results)).toEqual(NAMES.flatMap((_, index) => [`${index}-landscape.jpg`, `${index}-square.jpg`]))
  for (const bytes of Object.values(results)) expect((await sharp(bytes).stats()).channels).toHaveLength(3)
  const account = await run(['account', 'credits', '--json'], { cwd })
  expect(JSON.parse(account.stdout)).toMatchObject({
    credits: 1_000_000 - NAMES.length,
    credits_used_this_month: NAMES.length,
  })
}

test('the same command completes a folder after kill -9 of the CLI', async () => {
  const cwd = folderWith(await dishes(NAMES))
  const first = start(ARGS, { cwd })
  await lineWith(first.child, '"done"')
  first.child.kill('SIGKILL')
  expect((await first.ended).code).toBe('SIGKILL')
  const second = await run(ARGS, { cwd })
  expect(second.code).toBe(0)
  const { done, skipped } = events(second.stdout).at(-1) as { done: number; skipped: number }
  expect(done).toBeGreaterThan(0)
  expect(done + skipped).toBe(NAMES.length)
  // Partial files of the killed run are gone as well.
  expect(Object.keys(tree(cwd)).filter((path) => path.endsWith('.part'))).toEqual([])
  await expectComplete(cwd)
})

test('after kill -9 of the server the run starts it again and continues', async () => {
  const cwd = folderWith(await dishes(NAMES))
  const { child, ended } = start([...ARGS, '--verbose'], { cwd })
  await lineWith(child, '"done"')
  const { pid } = JSON.parse(readFileSync(join(cwd, '.data/platelight/server.lock'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  const { code, stderr } = await ended
  expect(stderr).toContain('The local server has stopped; starting it again.')
  expect(code).toBe(0)
  await expectComplete(cwd)
})

test('Ctrl-C lets active photos finish and says how to continue, and the same command does', async () => {
  const cwd = folderWith(await dishes(NAMES))
  const first = start(['enhance', 'menu', '--formats', 'square,landscape', '--concurrency', '2'], { cwd })
  await lineWith(first.child, 'done ')
  first.child.kill('SIGINT')
  const { code, stdout, stderr } = await first.ended
  expect(code).toBe(130)
  expect(stderr).toContain(
    'To go on, type the same again; nothing is paid for twice:\nplatelight enhance menu --formats square,landscape --concurrency 2\n',
  )
  expect(stdout).not.toContain('failed')
  const saved = Object.keys(pictures(join(cwd, 'menu-enhanced')))
  expect(saved.filter((path) => path.endsWith('.part'))).toEqual([])
  expect(saved.length).toBe(2 * Number(/^(\d+) done/m.exec(stdout)?.[1]))
  expect((await run(ARGS, { cwd })).code).toBe(0)
  await expectComplete(cwd)
})

test('two concurrent runs share one server, and the longer run continues when the shorter one ends', async () => {
  const cwd = folderWith({ ...(await dishes(['lunch/a.jpg'])), ...(await dishes(NAMES)) })
  const lunch = start(['enhance', 'lunch', '--formats', 'square'], { cwd })
  const menu = start(ARGS, { cwd })
  const [one, other] = await Promise.all([lunch.ended, menu.ended])
  expect([one.code, other.code], one.stderr + other.stderr).toEqual([0, 0])
  expect(events(other.stdout).at(-1)).toMatchObject({ done: NAMES.length, failed: 0 })
})
