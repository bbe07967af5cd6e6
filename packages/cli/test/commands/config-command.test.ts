import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CliEnvironment } from '../../src/base/cli-environment.ts'
import { userConfigFolder } from '../../src/base/user-folders.ts'
import { applyDefaults, readConfig } from '../../src/config/cli-config.ts'
import { folderSettings } from '../../src/config/folder-settings.ts'
import type { Project } from '../../src/config/project-config.ts'
import { createProgram } from '../../src/create-program.ts'
import { folderWith } from '../support/folder-with.ts'
import { command } from '../support/run-command.ts'

const set = (cwd: string, name: string, value: string, ...more: string[]) =>
  command(['config', 'set', name, value, ...more], { cwd })

const configFile = (cwd: string): string => join(cwd, '.config/platelight/config.json')

/** The flags that a command would receive. */
function flagsOf(cwd: string, args: readonly string[], env: Record<string, string> = {}): Record<string, unknown> {
  const environment = { env: { XDG_CONFIG_HOME: join(cwd, '.config'), ...env }, cwd } as unknown as CliEnvironment
  const { program } = createProgram(environment)
  const found = program.commands.find((one) => one.name() === args[0])
  if (!found) throw new Error(`no command ${args[0]}`)
  found.parseOptions(args.slice(1))
  applyDefaults(found, readConfig(undefined, environment))
  return found.opts()
}

test('a value is set, shown, listed with its origin and removed, in a file that only its owner can read', async () => {
  const cwd = folderWith()
  expect((await set(cwd, 'preset', 'print-ready')).stdout).toBe('preset is print-ready in profile default.\n')
  expect((await set(cwd, 'formats', 'square,landscape')).code).toBe(0)
  expect((await set(cwd, 'concurrency', '8', '--profile', 'work')).code).toBe(0)
  expect(JSON.parse(readFileSync(configFile(cwd), 'utf8'))).toEqual({
    profiles: { default: { preset: 'print-ready', formats: ['square', 'landscape'] }, work: { concurrency: 8 } },
  })
  if (process.platform !== 'win32') expect(statSync(configFile(cwd)).mode & 0o777).toBe(0o600)
  expect((await command(['config', 'get', 'formats'], { cwd })).stdout).toBe('square,landscape\n')
  const { stdout } = await command(['config', 'list', '--show-origin'], { cwd })
  expect(stdout).toBe('preset   print-ready       profile default\nformats  square,landscape  profile default\n')
  expect((await command(['config', 'unset', 'preset'], { cwd })).code).toBe(0)
  const gone = await command(['config', 'get', 'preset'], { cwd })
  expect(gone).toMatchObject({ code: 1, stdout: '' })
  expect((await command(['config', 'path'], { cwd })).stdout).toBe(`${configFile(cwd)}\n`)
})

test.each([
  ['prest', 'x', 'There is no setting "prest". Did you mean preset? There are: base_url, preset, formats'],
  ['concurrency', '0', 'concurrency cannot be "0". It must be a whole number from 1 to 32.'],
  ['formats', 'round', '"round" is none of square, portrait, landscape, original.'],
  ['on_existing', 'ask', 'It must be one of skip, overwrite, rename.'],
  ['base_url', 'ftp://x', 'It must be an http(s) address'],
  ['base_url', 'https://key@example.com', 'without user'],
  ['max_credits', '-1', 'It must be a number of credits'],
])('%s = %s is refused with the allowed values, and nothing is written', async (name, value, text) => {
  const cwd = folderWith()
  const { code, stderr } = await command(['config', 'set', '--', name, value], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(() => readFileSync(configFile(cwd))).toThrow('ENOENT')
})

test('the order of precedence is flag, environment, project, profile, default', async () => {
  const cwd = folderWith({
    'platelight.config.json': JSON.stringify({ preset: 'social-media', base_url: 'https://project.example' }),
    'menu/a.jpg': 'a',
  })
  await set(cwd, 'preset', 'print-ready')
  await set(cwd, 'concurrency', '7')
  await set(cwd, 'base_url', 'https://profile.example')
  const below = join(cwd, 'menu')
  const env = { XDG_CONFIG_HOME: join(cwd, '.config') }
  expect(flagsOf(below, ['enhance', 'a.jpg'], env)).toMatchObject({
    preset: 'social-media',
    concurrency: 7,
    onExisting: 'skip',
  })
  expect(flagsOf(below, ['enhance', 'a.jpg', '--preset', 'balanced'], env).preset).toBe('balanced')
  const origins = async (args: string[], extra = {}) =>
    (await command([...args, 'config', 'get', 'base_url', '--show-origin'], { cwd: below, env: { ...env, ...extra } }))
      .stdout
  expect(await origins([])).toBe(`https://project.example  ${cwd}/platelight.config.json\n`)
  expect(await origins([], { PLATELIGHT_BASE_URL: 'https://env.example/' })).toBe(
    'https://env.example  PLATELIGHT_BASE_URL\n',
  )
  expect((await set(cwd, 'preset', 'balanced')).stderr).toContain('takes precedence and sets it to social-media')
})

test('formats configured for enhance do not restrict a download', async () => {
  const cwd = folderWith()
  await set(cwd, 'formats', 'square')
  expect(flagsOf(cwd, ['enhance', 'a.jpg']).formats).toEqual(['square'])
  const environment = { env: { XDG_CONFIG_HOME: join(cwd, '.config') }, cwd } as unknown as CliEnvironment
  const { program } = createProgram(environment)
  const download = program.commands
    .find((one) => one.name() === 'photos')!
    .commands.find((one) => one.name() === 'download')!
  applyDefaults(download, readConfig(undefined, environment))
  expect(download.opts().formats).toBeUndefined()
})

test.each([
  [{ api_key: 'pl_live_x' }, 'must not contain a credential'],
  [{ folders: { 'a/**': { token: 'x' } } }, 'must not contain a credential'],
  [{ presett: 'x' }, 'There is no setting "presett"'],
  [{ concurrency: 99 }, 'It must be a whole number from 1 to 32.'],
  [{ max_credits: 1000 }, 'A project file cannot set'],
  [{ on_existing: 'overwrite' }, 'A project file cannot set'],
  [{ folders: { 'a/**': { base_url: 'https://x.example' } } }, 'A folder may have: preset'],
  [{ folders: [] }, 'must be a JSON object'],
  [{ preset: null }, 'It must be a text, a number or a list'],
])('a project file with %j is refused by name', async (content, text) => {
  const cwd = folderWith({ 'platelight.config.json': JSON.stringify(content) })
  const { code, stderr, stdout } = await command(['config', 'list', '--json'], { cwd })
  expect(code).toBe(2)
  expect(stderr).toContain(text)
  expect(stderr).toContain(join(cwd, 'platelight.config.json'))
  expect(JSON.parse(stdout)).toMatchObject({ type: 'error' })
})

test('a damaged configuration file is named and not overwritten', async () => {
  const cwd = folderWith()
  mkdirSync(join(cwd, '.config/platelight'), { recursive: true })
  writeFileSync(configFile(cwd), '{"profiles":')
  const { code, stderr } = await set(cwd, 'preset', 'balanced')
  expect(code).toBe(2)
  expect(stderr).toContain(`${configFile(cwd)} is not valid JSON`)
  expect(readFileSync(configFile(cwd), 'utf8')).toBe('{"profiles":')
})

test('output_format and output are defaults like any other', async () => {
  const cwd = folderWith()
  await set(cwd, 'output', 'json')
  expect((await command(['config', 'get', 'output'], { cwd })).json()).toMatchObject({ name: 'output', value: 'json' })
  const failed = await command(['photos', 'delete', 'x'], { cwd })
  expect(failed.json()).toMatchObject({ type: 'error', error: { code: 'usage' } })
  await set(cwd, 'output_format', 'webp')
  expect(flagsOf(cwd, ['upscale', 'a.jpg']).format).toBe('webp')
})

test('the config folder follows the system', () => {
  expect(userConfigFolder({ HOME: '/home/anna', XDG_CONFIG_HOME: '/conf' }, 'linux')).toBe(join('/conf', 'platelight'))
  expect(userConfigFolder({ HOME: '/home/anna' }, 'linux')).toBe(join('/home/anna', '.config', 'platelight'))
  expect(userConfigFolder({ HOME: '/Users/anna' }, 'darwin')).toContain(join('Application Support', 'platelight'))
  expect(userConfigFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'platelight'))
})

test('a folder of a project may have its own preset, and the last matching rule wins', () => {
  const project: Project = {
    path: '/srv/menu/platelight.config.json',
    values: {},
    folders: [
      { glob: 'drinks/**', values: { preset: 'social-media', formats: ['square'] } },
      { glob: 'drinks/winter', values: { preset: 'print-ready' } },
      { glob: '*.png', values: { preset: 'balanced' } },
    ],
  }
  expect(folderSettings(project, '/srv/menu/drinks/spritz.jpg')).toEqual({
    preset: 'social-media',
    formats: ['square'],
  })
  expect(folderSettings(project, '/srv/menu/drinks/winter/punch.jpg')).toEqual({
    preset: 'print-ready',
    formats: ['square'],
  })
  expect(folderSettings(project, '/srv/menu/logo.png')).toEqual({ preset: 'balanced' })
  expect(folderSettings(project, '/srv/menu/mains/logo.png')).toEqual({})
  expect(folderSettings(project, '/srv/other/drinks/spritz.jpg')).toEqual({})
})
