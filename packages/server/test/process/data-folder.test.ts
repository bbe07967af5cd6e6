import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onlyIf } from '@platelight/imaging/testing/machine/only-if.ts'
import { Platelight } from '@platelight/sdk'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dishPhoto } from '../support/dish-photos.ts'
import { BIN, command, createKey, startProcess } from '../support/server-process.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platelight-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command that must fail with exit code 2, a message and no stack. */
async function refusal(...args: string[]): Promise<string> {
  const { code, stderr } = await command(...args).then(
    () => expect.fail(`${args.join(' ')} was accepted`),
    (error: { code: number; stderr: string }) => error,
  )
  expect({ code, stderr }).toMatchObject({ code: 2 })
  expect(stderr).not.toMatch(/^\s+at /m)
  return stderr
}

const start = (...more: string[]) => ['start', '--data', folder, '--port', '0', ...more]

test('missing secrets beside a database are replaced only with --new-secrets', async () => {
  await createKey(folder, 1)
  const secrets = join(folder, 'secrets.json')
  rmSync(secrets)
  expect(await refusal(...start())).toMatch(/secrets\.json is missing\. Restore it.*--new-secrets/)
  expect(
    await refusal('credits', 'grant', '--email', 'kitchen@example.com', '--credits', '1', '--data', folder),
  ).toMatch('is missing')
  expect(existsSync(secrets)).toBe(false)

  const server = await startProcess(folder, { args: ['--new-secrets'] })
  await server.kill('SIGTERM')
  expect(server.errors()).toContain('new secrets are in force: everybody signs in again')
  const made = readFileSync(secrets, 'utf8')
  // Further starts with --new-secrets change nothing, and say so.
  const again = await startProcess(folder, { args: ['--new-secrets'] })
  await again.kill('SIGTERM')
  expect(again.errors()).toContain('the secrets are intact, so --new-secrets replaced nothing')
  expect(readFileSync(secrets, 'utf8')).toBe(made)

  writeFileSync(secrets, '{ half')
  expect(await refusal(...start())).toMatch(/secrets\.json cannot be read/)
  const last = await startProcess(folder, { args: ['--new-secrets'] })
  await last.kill('SIGTERM')
  expect(readFileSync(`${secrets}.damaged`, 'utf8')).toBe('{ half')
})

test('operator commands create nothing in a folder without a database unless --init is given', async () => {
  const email = ['--email', 'kitchen@example.com', '--data', folder]
  for (const args of [
    ['keys', 'create', ...email],
    ['admin', 'create', ...email],
    ['credits', 'grant', '--credits', '1', ...email],
  ])
    expect(await refusal(...args)).toContain(`There is no database in ${folder}.`)
  expect(readdirSync(folder)).toEqual([])
  await command('keys', 'create', ...email, '--init')
  await command('admin', 'create', ...email)
})

test('a damaged or newer database is refused with a clear message', async () => {
  await createKey(folder, 1)
  const path = join(folder, 'platelight.db')
  const database = new SqliteDatabase(path)
  database.prepare("insert into migrations (name, applied_at) values ('9999_later', 'x')").run()
  database.close()
  expect(await refusal(...start())).toMatch(/was changed by a newer version of the server \(9999_later\)/)
  writeFileSync(path, 'no database at all, but a text that is long enough to be taken for one by its size'.repeat(200))
  expect(await refusal(...start())).toMatch(/is not a database, or is damaged\. Restore it from a backup/)
})

test('a path that is not a folder or is a broken link is refused with a clear message', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await refusal('start', '--data', file)).toContain(`${file} is not a folder.`)
  expect(await refusal('start', '--data', join(file, 'data'))).toContain('is not a folder.')
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'gone', 'away'), link)
  expect(await refusal('start', '--data', link)).toContain(
    `${link} is below a symbolic link whose target does not exist.`,
  )
})

/** Root may write everywhere, so it starts the server as another user, who must be able to read the program. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined
const isReadable = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (path === dirname(path) || isReadable(dirname(path)))

const readable = onlyIf(uid === undefined || isReadable(dirname(BIN)), 'other users may not read this folder')
test('a folder that is not writable is refused with a clear message', readable, async () => {
  if (uid === undefined) chmodSync(folder, 0o500)
  else chownSync(folder, 0, 0)
  if (uid !== undefined) chmodSync(folder, 0o555)
  const child = spawn(process.execPath, [BIN, ...start('--no-env-file')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid && { uid }),
  })
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'close')
  chmodSync(folder, 0o700)
  expect(errors).toContain(`${folder} is not writable for this user.`)
  expect(code).toBe(2)
})

test('a certificate that cannot be read is named in the message', async () => {
  const env = { PLATELIGHT_TLS_CERT: join(folder, 'gone.pem'), PLATELIGHT_TLS_KEY: join(folder, 'gone.pem') }
  const run = spawn(process.execPath, [BIN, ...start()], { env: { ...process.env, ...env } })
  const [said, [code]] = await Promise.all([text(run.stderr), once(run, 'exit')])
  expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining('PLATELIGHT_TLS_CERT names a file') })
  expect(said).not.toMatch(/^\s+at /m)
})

test('everything in the data folder is readable for its owner only', async () => {
  chmodSync(folder, 0o755)
  const { key } = await createKey(folder, 10)
  // As older versions left it.
  chmodSync(join(folder, 'platelight.db'), 0o644)
  const server = await startProcess(folder, { env: { PLATELIGHT_LOG: 'silent' } })
  const client = new Platelight({ baseUrl: server.url, apiKey: key })
  await client.photos.enhance({
    image: new Uint8Array(await dishPhoto({ width: 320, height: 240 })),
    formats: ['square'],
  })
  await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'guest@example.com', password: 'Braised-leeks-with-7-eggs' }),
  })
  await expect.poll(() => readdirSync(folder)).toContain('outbox')
  const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
  await server.kill('SIGTERM')
})
