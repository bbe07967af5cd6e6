import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith } from '../../test/support/folder-with.ts'
import { command } from '../../test/support/run-command.ts'
import type { CliEnvironment } from '../base/cli-environment.ts'
import { userDataFolder } from '../base/user-folders.ts'
import { type GlobalFlags, readSettings } from './cli-settings.ts'

const environment = (env: CliEnvironment['env'], isTTY = true, cwd = '/') =>
  ({ env, cwd, stdin: { isTTY }, stdout: { isTTY }, stderr: { isTTY } }) as unknown as CliEnvironment

const settings = (flags: Partial<GlobalFlags>, env: CliEnvironment['env'] = {}, isTTY = true) =>
  readSettings({ color: true, input: true, ...flags }, environment(env, isTTY))

test.each([
  ['a terminal', {}, {}, true, 'screen'],
  ['a pipe', {}, {}, false, 'lines'],
  ['CI with a terminal', {}, { CI: 'true' }, true, 'lines'],
  ['CI=false is no CI', {}, { CI: 'false' }, true, 'screen'],
  ['a dumb terminal', {}, { TERM: 'dumb' }, true, 'lines'],
  ['quiet', { quiet: true }, {}, true, 'lines'],
  ['--json on a terminal', { json: true }, {}, true, 'json'],
  ['--ndjson in a pipe', { ndjson: true }, {}, false, 'ndjson'],
] as const)('%s', (_, flags, env, isTTY, mode) => {
  expect(settings(flags, env, isTTY).mode).toBe(mode)
})

test.each([
  [{}, {}, true, true],
  [{}, {}, false, false],
  [{}, { NO_COLOR: '1' }, true, false],
  [{}, { NO_COLOR: '' }, true, true],
  [{}, { FORCE_COLOR: '1' }, false, true],
  [{}, { FORCE_COLOR: '0' }, true, false],
  [{ color: false }, { FORCE_COLOR: '1' }, true, false],
])('colour with %o and %o, terminal %s: %s', (flags, env, isTTY, color) => {
  expect(settings(flags, env, isTTY).color).toBe(color)
})

test('questions are asked only if input and output are a terminal', () => {
  expect(settings({}).canAsk).toBe(true)
  expect(settings({ input: false }).canAsk).toBe(false)
  expect(settings({ json: true }).canAsk).toBe(false)
  expect(settings({}, { CI: '1' }).canAsk).toBe(false)
  expect(settings({}, {}, false).canAsk).toBe(false)
})

test('a key file takes precedence over the environment, and its line end is removed', () => {
  const cwd = folderWith({ key: 'pl_live_from_file\n', empty: '\n' })
  const read = (apiKeyFile?: string) =>
    readSettings(
      { color: true, input: true, ...(apiKeyFile && { apiKeyFile }) },
      environment({ PLATELIGHT_API_KEY: ' pl_live_env ', PLATELIGHT_BASE_URL: '' }, true, cwd),
    )
  expect(read()).toMatchObject({ apiKey: 'pl_live_env', baseUrl: undefined })
  expect(read('key').apiKey).toBe('pl_live_from_file')
  expect(() => read('empty')).toThrow('is empty')
  expect(() => read('nowhere')).toThrow('cannot be read')
})

test('flags that contradict each other are refused', () => {
  expect(() => settings({ json: true, ndjson: true })).toThrow('not both')
})

test('the data folder follows the system', () => {
  const home = { HOME: '/home/anna' }
  expect(userDataFolder({ ...home, XDG_DATA_HOME: '/data' }, 'linux')).toBe(join('/data', 'platelight'))
  expect(userDataFolder(home, 'linux')).toBe(join('/home/anna', '.local', 'share', 'platelight'))
  expect(userDataFolder(home, 'darwin')).toBe(join('/home/anna', 'Library', 'Application Support', 'platelight'))
  expect(userDataFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'platelight'))
})

test.each([
  ['PLATELIGHT_API_KYE', 'PLATELIGHT_API_KEY'],
  ['PLATELIGHT_BASEURL', 'PLATELIGHT_BASE_URL'],
  ['PLATELIGHT_TREADS', 'PLATELIGHT_THREADS'],
])('the misspelt variable %s is refused at the start, suggesting %s', async (name, suggestion) => {
  const { code, stderr } = await command(['photos', 'list'], { cwd: folderWith(), env: { [name]: 'x' } })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `error: ${name} is not a variable of Platelight. Did you mean ${suggestion}? Set that one, or unset it.\n`,
  })
})

test('variables of the server and unrelated variables are accepted', async () => {
  const env = { PLATELIGHT_MAX_QUEUED: '3', PLATELIGHT_WEBHOOK_SECRET: 'whsec_x' }
  expect((await command(['config', 'path'], { cwd: folderWith(), env })).code).toBe(0)
})

test.each([
  [['output', 'jsn'], 'Did you mean json?'],
  [['preset', 'balancd'], 'Did you mean balanced?'],
  [['formats', 'sqare'], 'Did you mean square?'],
  [['on_existing', 'overwrit'], 'Did you mean overwrite?'],
  [['presett', 'balanced'], 'Did you mean preset?'],
  [['preset', 'delivry'], 'Did you mean delivery-optimized?'],
  [['preset', 'social'], 'Did you mean social-media?'],
  [['preset', 'my-own'], 'There are: delivery-optimized, social-media, print-ready, balanced.'],
])('config set %j is refused with a suggestion', async (args, suggestion) => {
  const { code, stderr } = await command(['config', 'set', ...args], { cwd: folderWith() })
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(suggestion) })
})
