import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineWith, run, start, withoutProgress } from '../support/cli-process.ts'
import { dishes } from '../support/drawn-dishes.ts'
import { folderWith } from '../support/folder-with.ts'

test.each([
  [['--help'], 0, 'Usage: platelight'],
  [[], 0, 'Usage: platelight'],
  [['-V'], 0, /^\d+\.\d+\.\d+/],
  [['help', 'exit-codes'], 0, 'interrupted with Ctrl-C'],
  [['help', 'keys', 'create'], 0, '--output-file'],
  [['enhance', '--help'], 0, 'Global Options:'],
  [['enhance', '--help'], 0, 'square,portrait,landscape)'],
  [['estimate', '--help'], 0, 'spends nothing'],
  [['webhooks', 'trigger', '--help'], 0, '--schedule'],
  [['jobs', 'submit', '--help'], 0, '--params-file'],
  [['server', '--help'], 0, 'platelight-server'],
])('%j ends with %i', async (args, code, text) => {
  const ended = await run(args, { cwd: folderWith() })
  expect(ended.code).toBe(code)
  expect(ended.stdout).toMatch(text)
  expect(ended.stderr).toBe('')
})

test.each([
  [['enhanc'], "unknown command 'enhanc'"],
  [['enhance'], "missing required argument 'photo'"],
  [['enhance', 'a.jpg', '--frmats', 'square'], "unknown option '--frmats'"],
  [['enhance', 'a.jpg', '--formats', 'round'], '"round" is none of square, portrait, landscape, original.'],
  [['enhance', 'a.jpg', '--concurrency', '0'], 'It must be a whole number from 1 to 32.'],
  [['enhance', 'a.jpg', '--max-credits', 'lots'], 'It must be a number of credits'],
  [['enhance', 'a.jpg', '--on-existing', 'ask'], 'skip, overwrite, rename'],
  [['enhance', 'a.jpg', '--fresh', '--resume'], '--resume'],
  [['enhance', 'a.jpg', '--contact-sheet', 'sheet.pdf'], 'must end with .html for a page, or with .jpg'],
  [['enhance', 'a.jpg', '--contact-sheet', 'a.jpg'], 'exists already and is not a contact sheet'],
  [['estimate', 'nowhere.jpg'], 'There is no file or folder nowhere.jpg.'],
  [['enhance', 'nowhere.jpg'], 'There is no file or folder nowhere.jpg.'],
  [['enhance', 'a.jpg', '--json', '--ndjson'], 'not both'],
  [['account', 'show', '--api-key-file', 'nowhere'], 'cannot be read'],
  [['help', 'cooking'], 'there is no help on "cooking"'],
  [['keys'], 'Usage: platelight keys'],
  [['webhooks'], 'Usage: platelight webhooks'],
])('%j is wrong usage: exit 2 with a message', async (args, text) => {
  const cwd = folderWith(['a.jpg'])
  const { code, stderr } = await run(args, { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(readdirSync(cwd)).toEqual(['a.jpg'])
})

test('server runs platelight-server and passes on its exit code', async () => {
  const cwd = folderWith()
  const data = join(cwd, 'server')
  const account = ['--email', 'chef@example.com', '--credits', '7']
  const args = ['server', 'keys', 'create', '--init', '--data', data, ...account, '--json']
  const made = await run(args, { cwd })
  expect(made.code).toBe(0)
  expect(JSON.parse(made.stdout)).toMatchObject({ credits: 7, key: expect.stringMatching(/^pl_live_/) })
  expect((await run(['--debug', 'server', 'cook'], { cwd })).code).not.toBe(0)
})

test('server start ends with its signal', async () => {
  const cwd = folderWith()
  const { child, ended } = start(['server', 'start', '--data', join(cwd, 'server'), '--port', '0', '--ready-json'], {
    cwd,
  })
  const { url } = JSON.parse(await lineWith(child, '"ready"')) as { url: string }
  expect((await fetch(`${url}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('output to a pipe has no colour unless it is requested', async () => {
  const cwd = folderWith({ 'menu/a.jpg': '<html>' })
  const plain = await run(['enhance', 'menu'], { cwd })
  expect(plain.stdout).toContain('failed ')
  expect(plain.stdout).not.toContain('\x1b')
  const forced = await run(['enhance', 'menu'], { cwd, env: { FORCE_COLOR: '1' } })
  expect(forced.stdout).toContain('\x1b[31mfailed ')
})

test('a closed output pipe ends the run silently with 141', async () => {
  const cwd = folderWith(await dishes(['menu/1.jpg', 'menu/2.jpg', 'menu/3.jpg']))
  const { child, ended } = start(['enhance', 'menu', '--formats', 'square', '--concurrency', '1'], { cwd })
  child.stdout.once('data', () => child.stdout.destroy())
  const { code, stderr } = await ended
  expect({ code, stderr: withoutProgress(stderr) }).toEqual({ code: 141, stderr: '' })
})
