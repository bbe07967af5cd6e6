import { expect, test } from 'vitest'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const WORK = { '.config/platelight/config.json': JSON.stringify({ profiles: { default: {}, work: {}, wok: {} } }) }

async function completed(words: readonly string[], shell = 'zsh') {
  const cwd = folderWith(WORK)
  const { code, stdout, stderr } = await command(['__complete', shell, '--', ...words], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trimEnd().split('\n')
  return { values: lines.slice(0, -1).map((line) => line.split('\t')[0]), paths: lines.at(-1), stdout }
}

test.each([
  [['enh'], ['enhance', 'enhance-colors'], ':none'],
  [['ups'], ['upscale'], ':none'],
  [['photos', 'd'], ['download', 'delete'], ':none'],
  [['--json', 'keys', 'r'], ['rotate', 'revoke'], ':none'],
  [['--profile', 'work', 'auth', 'lo'], ['login', 'logout'], ':none'],
  [['enhance', ''], [], ':files'],
  [['enhance', 'a.jpg', 'b'], [], ':files'],
  [['upscale', ''], [], ':files'],
  [['enhance', '--out', ''], [], ':files'],
  [['photos', 'download', '--out', ''], [], ':folders'],
  [['enhance', '--on-existing', ''], ['skip', 'overwrite', 'rename'], ':none'],
  [['enhance', '--on-existing=ov'], ['--on-existing=overwrite'], ':none'],
  [['enhance', '--preset', 'b'], ['balanced'], ':none'],
  [['check', 'a.jpg', '--platform', 'ubereats.i'], ['ubereats.item'], ':none'],
  [['enhance', '--formats', 'square,'], ['square,portrait', 'square,landscape', 'square,original'], ':none'],
  [['keys', 'create', '--scopes', 'read,im'], ['read,images'], ':none'],
  [['upscale', '--scale', ''], ['2', '4'], ':none'],
  [['--profile', 'wo'], ['work', 'wok'], ':none'],
  [['config', 'set', 'on_'], ['on_existing'], ':none'],
  [['config', 'set', 'on_existing', 's'], ['skip'], ':none'],
  [['config', 'get', 'formats', ''], [], ':none'],
  [['completion', ''], ['bash', 'zsh', 'fish', 'pwsh'], ':none'],
  [['help', 'exit'], ['exit-codes'], ':none'],
  [['help', 'keys', 'rev'], ['revoke'], ':none'],
  [['api', 'PO'], ['POST'], ':none'],
  [['webhooks', 'trigger', 'credit.'], ['credit.purchased', 'credit.depleted'], ':none'],
  [['webhooks', 'listen', '--events', 'photo.deleted,credit.p'], ['photo.deleted,credit.purchased'], ':none'],
  [['webhooks', 'listen', '--save', ''], [], ':folders'],
  [['webhooks', 'endpoints', 're'], [], ':none'],
  [['webhooks', 'redel'], ['redeliver'], ':none'],
  [['webhooks', 'replay', ''], [], ':files'],
  [['jobs', 'submit', 'up'], ['upscale'], ':none'],
  [['nothing', 'such', ''], [], ':none'],
  [['enhance', '--', '--al'], [], ':files'],
])('%j', async (words, values, paths) => {
  const found = await completed(words)
  expect(found).toMatchObject({ values, paths })
})

test('the flags are those of the command and the global ones, each with its description', async () => {
  const { values, stdout } = await completed(['photos', 'list', '--'])
  expect(values).toEqual(expect.arrayContaining(['--limit', '--cursor', '--all', '--json', '--base-url', '--help']))
  expect(values).not.toContain('--scale')
  expect(stdout).toContain('--all\tprint every page\n')
  expect(new Set(values).size).toBe(values.length)
})

test('hidden commands and flags are not offered', async () => {
  const { values } = await completed([''])
  expect(values).toContain('doctor')
  expect(values).not.toContain('__complete')
})

test('bash splits words at the equals sign and gets only the part after it', async () => {
  expect((await completed(['enhance', '--preset', '=', 'ba'], 'bash')).stdout).toBe('balanced\n:none\n')
  expect((await completed(['enhance', '--on-existing', '='], 'bash')).values).toEqual(['skip', 'overwrite', 'rename'])
})

test('in PowerShell the completed word starts after the equals sign', async () => {
  expect((await completed(['enhance', '--preset', '=ba'], 'pwsh')).values).toEqual(['balanced'])
  expect((await completed(['photos', '='], 'pwsh')).values).toEqual(['list', 'get', 'download', 'delete', 'help'])
})

test('a damaged configuration file does not break completion', async () => {
  const cwd = folderWith({ '.config/platelight/config.json': '{', 'platelight.config.json': '{' })
  expect((await command(['__complete', 'bash', '--', '--profile', ''], { cwd })).stdout).toBe(':none\n')
})
