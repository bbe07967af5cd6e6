import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enhanceFixture } from '../support/enhance-fixture.ts'

const FLAGS = ['watch', 'menu', '--out', 'done', '--formats', 'square', '--every', '0.05', '--max-credits-per-day']

/** Ctrl-C for a command that listens. Where only a library did, it would end this process. */
const interrupt = () => {
  if (process.listeners('SIGINT').some(({ name }) => name === 'interrupted')) process.emit('SIGINT')
}

/** A watch that ends with the test, as with Ctrl-C. */
async function watching(limit: string, files: Record<string, string>) {
  const made = await enhanceFixture(files)
  const notes: string[] = []
  const onNote = (text: string) => void notes.push(text)
  const ended = made.run([...FLAGS, limit, '--manifest', 'run.json'], { onNote })
  const end = async () => {
    interrupt()
    return ended
  }
  onTestFinished(async () => void (await end()))
  const has = (path: string) => existsSync(join(made.cwd, path))
  return { ...made, ended, end, notes, has, path: (name: string) => join(made.cwd, name) }
}

test('photos that come into the folder are enhanced once, with the names and the manifest of enhance, and Ctrl-C ends it', async () => {
  const { has, path, end, service } = await watching('50', { 'menu/a.jpg': 'GIF89a one' })
  await expect.poll(() => has('done/a-square.jpg')).toBe(true)
  writeFileSync(path('menu/b.jpg'), 'GIF89a two')
  await expect.poll(() => has('done/b-square.jpg')).toBe(true)
  await expect.poll(() => JSON.parse(readFileSync(path('run.json'), 'utf8')).files).toHaveLength(2)
  const { code, stdout, stderr } = await end()
  expect(code).toBe(0)
  expect(stdout.match(/^done .*/gm)).toEqual([
    'done        menu/a.jpg -> done/a-square.jpg',
    'done        menu/b.jpg -> done/b-square.jpg',
  ])
  expect(stderr).toContain('Watching menu: photos put there are enhanced into done. Ctrl-C ends it.')
  expect(service.charges()).toBe(2)
})

test('a second watch into the same folder refuses and says who is there', async () => {
  const { run, has, ended } = await watching('50', { 'menu/a.jpg': 'GIF89a one' })
  await expect.poll(() => has('done/a-square.jpg')).toBe(true)
  const second = await run([...FLAGS, '50'])
  expect(second.code).toBe(2)
  expect(second.stderr).toContain(`process ${process.pid}`)
  interrupt()
  expect((await ended).code).toBe(0)
})

test('at the limit of the day photos wait, and another watch of the same day does not begin anew', async () => {
  const files = { 'menu/a.jpg': 'GIF89a one', 'menu/b.jpg': 'GIF89a two', 'menu/c.jpg': 'GIF89a three' }
  const { end, run, service } = await watching('2', files)
  await expect.poll(() => service.charges()).toBe(2)
  await end()
  const notes: string[] = []
  const again = run([...FLAGS, '2'], { onNote: (text) => notes.push(text) })
  await expect.poll(() => notes.join('')).toContain('The limit of 2 credits for ')
  interrupt()
  await again
  expect(service.charges()).toBe(2)
})

test('a network drive that is away is waited for', async () => {
  const { has, path, end, notes } = await watching('50', { 'menu/a.jpg': 'GIF89a one' })
  await expect.poll(() => has('done/a-square.jpg')).toBe(true)
  renameSync(path('menu'), path('away'))
  await expect.poll(() => notes.join('')).toContain('Waiting until it is back.')
  writeFileSync(path('away/b.jpg'), 'GIF89a two')
  renameSync(path('away'), path('menu'))
  await expect.poll(() => has('done/b-square.jpg')).toBe(true)
  expect((await end()).code).toBe(0)
})

test('without a limit, nothing is spent while nobody looks', async () => {
  const { run, service } = await enhanceFixture({ 'menu/a.jpg': 'GIF89a one' })
  const { code, stderr } = await run(['watch', 'menu', '--out', 'done'])
  expect(code).toBe(2)
  expect(stderr).toContain('platelight watch menu --out done --max-credits-per-day 50')
  expect(service.charges()).toBe(0)
})
