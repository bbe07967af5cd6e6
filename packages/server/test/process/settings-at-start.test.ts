import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { BIN, startProcess } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in its own working folder, and returns how it ended. */
const run = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [BIN, ...args], { cwd: folder, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

const envFile = join(folder, '.env')
writeFileSync(envFile, 'PLATELIGHT_PROT=9000\nPLATELIGHT_THREADS=none\nPLATELIGHT_TLS_CERT=/no/such.pem\n')

test('config check reports all problems at once, also those of .env and of files', async () => {
  const found = await run(['config', 'check', '--json'], { PLATELIGHT_TLS_KEY: '/no/such.key' })
  expect(found.code).toBe(2)
  const { ok, problems, env_file } = JSON.parse(found.stdout) as { ok: boolean; problems: string[]; env_file: string }
  expect({ ok, env_file }).toEqual({ ok: false, env_file: envFile })
  const all = problems.join('\n')
  expect(all).toContain('PLATELIGHT_PROT is not a setting; did you mean PLATELIGHT_PORT?')
  expect(all).toContain('PLATELIGHT_THREADS is "none"')
  expect(all).toContain('PLATELIGHT_TLS_CERT (/no/such.pem) cannot be read')
  expect(all).toContain('PLATELIGHT_TLS_KEY (/no/such.key) cannot be read')
  expect(found.stderr).toContain(problems[0])
})

test('a server does not start with a misspelt setting in .env or the environment', async () => {
  const misspelt = await run(['start', '--no-env-file'], { PLATELIGHT_PROT: '9000' })
  expect(misspelt).toMatchObject({ code: 2, stdout: '' })
  expect(misspelt.stderr).toContain('PLATELIGHT_PROT is not a setting; did you mean PLATELIGHT_PORT?')
  expect((await run(['start'])).stderr).toContain('PLATELIGHT_PROT')
})

test('--no-env-file ignores .env, and the environment overrides .env', async () => {
  expect(await run(['config', 'check', '--no-env-file'])).toMatchObject({ code: 0 })
  const { stderr } = await run(['config', 'check'], { PLATELIGHT_THREADS: 'several' })
  expect(stderr).toContain('PLATELIGHT_THREADS is "several"')
  expect(stderr).not.toContain('"none"')
})

test('the log names the .env file that was read, and an embedded server reads none', async () => {
  writeFileSync(envFile, 'PLATELIGHT_GRACE_SECONDS=1\nPLATELIGHT_LOG=info\n')
  const env = { PLATELIGHT_LOG: '' }
  const server = await startProcess(join(folder, 'data'), { cwd: folder, env: { PLATELIGHT_LOG: 'info' } })
  await server.kill('SIGTERM')
  expect(server.errors()).toContain(`"env_file":"${envFile}"`)
  writeFileSync(envFile, 'PLATELIGHT_GRACE_SECONDS=soon\n')
  const embedded = await startProcess(join(folder, 'data'), { cwd: folder, env, args: ['--embedded'] })
  await embedded.kill('SIGTERM')
})

test('config list has every setting with its value, its origin and since when, and no secret', async () => {
  const secretFile = join(folder, 'database-url')
  writeFileSync(secretFile, 'postgres://me:hunter2@db.example.com/photos')
  writeFileSync(envFile, 'PLATELIGHT_GRACE_SECONDS=3\nPLATELIGHT_PORT=1\nPLATELIGHT_BACKUP_PASSPHRASE=hunter2\n')
  const env = { PLATELIGHT_PORT: '9000', PLATELIGHT_DATABASE_URL_FILE: secretFile }
  const { stdout } = await run(['config', 'list', '--json'], env)
  expect(stdout).not.toContain('hunter2')
  const { settings } = JSON.parse(stdout) as {
    settings: { name: string; about: string | null; since: string | null }[]
  }
  const of = (name: string) => settings.find((one) => one.name === `PLATELIGHT_${name}`)
  expect(of('PORT')).toMatchObject({
    value: '9000',
    default: '8787',
    origin: 'environment',
    file: null,
    since: '1.0.0',
  })
  expect(of('GRACE_SECONDS')).toMatchObject({ value: '3', origin: 'file', file: envFile })
  expect(of('BACKUP_PASSPHRASE')).toMatchObject({ value: '••••', origin: 'file', file: envFile })
  expect(of('DATABASE_URL')).toMatchObject({ value: '••••', origin: 'file', file: secretFile })
  expect(of('MAX_QUEUED')).toMatchObject({ value: '500', origin: 'default', file: null })
  for (const setting of settings)
    expect(setting).toMatchObject({ about: expect.any(String), since: expect.any(String) })

  const set = (await run(['config', 'list', '--set'], env)).stdout
  expect(set).toMatch(/^PLATELIGHT_PORT +9000 +environment +since 1\.0\.0$/m)
  expect(set).not.toContain('PLATELIGHT_MAX_QUEUED')
  writeFileSync(envFile, 'PLATELIGHT_PORT=none\n')
  expect((await run(['config', 'list'])).stderr).toContain('config check says which')
})
