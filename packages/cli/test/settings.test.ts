import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../src/data-folder.ts'
import { type GlobalFlags, readSettings, type Surroundings } from '../src/settings.ts'
import { folderWith } from './support/folders.ts'

const around = (env: Surroundings['env'], isTTY = true, cwd = '/') =>
  ({ env, cwd, stdin: { isTTY }, stdout: { isTTY }, stderr: { isTTY } }) as unknown as Surroundings

const settings = (flags: Partial<GlobalFlags>, env: Surroundings['env'] = {}, isTTY = true) =>
  readSettings({ color: true, input: true, ...flags }, around(env, isTTY))

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

test('a question needs a person at both ends', () => {
  expect(settings({}).canAsk).toBe(true)
  expect(settings({ input: false }).canAsk).toBe(false)
  expect(settings({ json: true }).canAsk).toBe(false)
  expect(settings({}, { CI: '1' }).canAsk).toBe(false)
  expect(settings({}, {}, false).canAsk).toBe(false)
})

test('the key comes from a file before the environment, without its line end', () => {
  const cwd = folderWith({ key: 'pl_live_from_file\n', empty: '\n' })
  const read = (apiKeyFile?: string) =>
    readSettings(
      { color: true, input: true, ...(apiKeyFile && { apiKeyFile }) },
      around({ PLATELIGHT_API_KEY: ' pl_live_env ', PLATELIGHT_BASE_URL: '' }, true, cwd),
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
  expect(dataFolder({ ...home, XDG_DATA_HOME: '/data' }, 'linux')).toBe(join('/data', 'platelight'))
  expect(dataFolder(home, 'linux')).toBe(join('/home/anna', '.local', 'share', 'platelight'))
  expect(dataFolder(home, 'darwin')).toBe(join('/home/anna', 'Library', 'Application Support', 'platelight'))
  expect(dataFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'platelight'))
})
