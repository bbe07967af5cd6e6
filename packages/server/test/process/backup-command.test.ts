import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { inDataFolder } from '../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../support/dish-photos.ts'
import { pathsIn } from '../support/files-in.ts'
import { eventReceiver } from '../support/network/event-receiver.ts'
import { BIN, commandWith, createKey, startProcess } from '../support/server-process.ts'
import { createEmptyPostgresDatabase, isOnPostgres, onSqlite } from '../support/test-database.ts'

const root = mkdtempSync(join(tmpdir(), 'platelight-backup-'))
const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean()
  rmSync(root, { recursive: true, force: true })
})

let folders = 0
const newFolder = (name: string) => join(root, `${name}${++folders}`)
let data: string
let backups: string
beforeEach(() => {
  data = newFolder('data')
  backups = newFolder('backups')
})

type Env = Readonly<Record<string, string>>

/** Settings of a server with a database of its own, on whatever database the tests run. */
async function ownDatabase(): Promise<Env> {
  if (!isOnPostgres) return inDataFolder
  const { url, drop } = await createEmptyPostgresDatabase()
  cleanups.push(drop)
  return { ...inDataFolder, PLATELIGHT_DATABASE_URL: url }
}

/** Runs a command to its end. */
const backup = (env: Env, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  commandWith(env, 'backup', ...args, '--no-env-file').then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

const done = async <T>(env: Env, ...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await backup(env, ...args, '--json')
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

const enhance = async (client: Platelight, seed: number): Promise<string> => {
  const image = new Uint8Array(await dishPhoto({ width: 320, height: 240, seed }))
  return (await client.photos.enhance({ image, formats: ['square'] })).id
}

/** What the owner of an account finds: credits, and each photo with the checksums of its files. */
async function belongings(url: string, key: string) {
  const client = new Platelight({ baseUrl: url, apiKey: key })
  const { credits } = await client.account.credits()
  const listed = await client.photos.list().toArray({ limit: 1_000 })
  // What a backup caught in the middle of its work is done again.
  for (const { id } of listed) await expect.poll(async () => (await client.photos.get(id)).status).toBe('completed')
  const photos = await Promise.all(
    listed.map(async ({ id }) => {
      const { enhanced, original } = await client.photos.get(id)
      const files = [enhanced.square, original?.url].map(async (address) => {
        const reply = await fetch(address ?? '')
        expect({ id, status: reply.status }).toEqual({ id, status: 200 })
        return createHash('sha256')
          .update(Buffer.from(await reply.arrayBuffer()))
          .digest('hex')
      })
      return { id, files: await Promise.all(files) }
    }),
  )
  return { credits, photos: photos.sort((one, other) => (one.id < other.id ? -1 : 1)) }
}

test('a backup that is made while photos are made finds every account, balance, photo and byte elsewhere, and a copy sends nothing', async () => {
  const receiver = await eventReceiver()
  cleanups.push(receiver.close)
  const env = { ...(await ownDatabase()), PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
  const { key } = await createKey(data, 100, 'kitchen@example.com', env)
  const { key: other } = await createKey(data, 7, 'bakery@example.com', env)
  const server = await startProcess(data, { env })
  const client = new Platelight({ baseUrl: server.url, apiKey: key })
  const first = await enhance(client, 1)
  let made = 1
  let isCreating = true
  const photographing = (async () => {
    while (isCreating) await enhance(client, ++made)
  })()
  const creating = done(env, 'create', backups, '--data', data).finally(() => {
    isCreating = false
  })
  await Promise.all([creating, photographing])
  await client.webhookEndpoints.create({ url: receiver.url, events: ['photo.enhancement.completed'] })
  const before = await belongings(server.url, key)
  expect(before.photos).toHaveLength(made)
  const pieces = async () => (await pathsIn(join(backups, 'pieces'))).length
  const stored = await pieces()
  const second = await done<{ name: string; pictures: number; reused: number }>(env, 'create', backups, '--data', data)
  expect(second.reused).toBeGreaterThan(0)
  // No picture is stored again: beside the new ones, there are a database, which may be in one new piece, and a manifest.
  expect((await pieces()) - stored).toBeLessThanOrEqual(second.pictures - second.reused + 2)
  expect(await done(env, 'verify', backups)).toMatchObject({ name: second.name, pictures: second.pictures, missing: 0 })
  await server.kill('SIGTERM')
  expect(receiver.received).toEqual([])

  // The newest one has everything; the one that was made meanwhile, what there was at its moment.
  const [earliest] = readdirSync(join(backups, 'backups')).sort()
  for (const name of [second.name, earliest?.split(/\.[0-9a-f]{16}\.json/)[0] ?? '']) {
    const folder = newFolder('restored')
    const there = { ...env, ...(await ownDatabase()) }
    const restored = await done<{ accounts: number }>(there, 'restore', backups, '--data', folder, '--backup', name)
    expect(restored.accounts).toBe(2)
    await expect(startProcess(folder, { env: there })).rejects.toThrow(
      /ended with 2: This database is a copy from .*--restored.*--original/s,
    )

    const copy = await startProcess(folder, { env: there, args: ['--restored'] })
    const found = await belongings(copy.url, key)
    expect(found.credits).toBe(100 - found.photos.length)
    expect((await belongings(copy.url, other)).credits).toBe(7)
    expect(before.photos).toEqual(expect.arrayContaining(found.photos))
    expect(found.photos.map(({ id }) => id)).toContain(first)
    if (name === second.name) {
      expect(found).toEqual(before)
      const pendingOf = async (url: string) => {
        const reader = new Platelight({ baseUrl: url, apiKey: key })
        const [endpoint] = await reader.webhookEndpoints.list().toArray({ limit: 1 })
        const deliveries = await reader.webhookEndpoints.deliveries(endpoint?.id ?? '').toArray({ limit: 10 })
        return deliveries.map(({ status }) => status)
      }
      await enhance(new Platelight({ baseUrl: copy.url, apiKey: key }), 500)
      expect(await pendingOf(copy.url)).toEqual(['pending'])
      await copy.kill('SIGTERM')
      expect(receiver.received).toEqual([])
      const original = await startProcess(folder, { env: there, args: ['--original'] })
      await expect.poll(() => receiver.received.length).toBe(1)
      await original.kill('SIGTERM')
      const again = await startProcess(folder, { env: there })
      await again.kill('SIGTERM')
    } else await copy.kill('SIGTERM')
  }
})

test(
  'a backup that was cut short, changed, or made by a newer version is refused with what to do',
  onSqlite,
  async () => {
    await createKey(data, 1)
    expect((await backup(inDataFolder, 'verify', backups)).stderr).toContain('has no backup')
    await done(inDataFolder, 'create', backups, '--data', data)
    const spoilt = async (spoil: (folder: string) => void, command: 'verify' | 'create' | 'restore' = 'verify') => {
      const folder = newFolder('spoilt')
      cpSync(backups, folder, { recursive: true })
      spoil(folder)
      const { code, stderr, stdout } = await backup(inDataFolder, command, folder, '--data', newFolder('into'))
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).not.toMatch(/^\s+at /m)
      return stderr
    }
    const piece = (folder: string) => {
      const [sub = ''] = readdirSync(join(folder, 'pieces'))
      return join(folder, 'pieces', sub, readdirSync(join(folder, 'pieces', sub))[0] ?? '')
    }
    const manifest = (folder: string) => join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? '')
    expect(await spoilt((folder) => rmSync(piece(folder)))).toMatch(/was cut short or changed: it lacks/)
    expect(await spoilt((folder) => truncateSync(piece(folder), 9))).toMatch(
      /was cut short or changed: it has a damaged/,
    )
    expect(await spoilt((folder) => truncateSync(manifest(folder), 99))).toMatch(/its list of files is damaged/)
    expect(await spoilt((folder) => rmSync(manifest(folder)))).toMatch(/has no complete backup/)
    const header = (folder: string) => join(folder, 'platelight-backup.json')
    expect(await spoilt((folder) => truncateSync(header(folder), 5))).toMatch(/was cut short or changed/)
    for (const command of ['verify', 'restore', 'create'] as const)
      expect(await spoilt((folder) => writeFileSync(header(folder), '{"format":2}'), command)).toMatch(
        command === 'create' ? /There is no database/ : /made by a newer version of the server\. Use that version/,
      )
    const newer = (folder: string) => {
      const text = readFileSync(manifest(folder), 'utf8').replace(/"database_version":"\d+/, '"database_version":"9999')
      rmSync(manifest(folder))
      const sum = createHash('sha256').update(text).digest('hex').slice(0, 16)
      writeFileSync(join(folder, 'backups', `20990101T000000.000Z.${sum}.json`), text)
    }
    expect(await spoilt(newer)).toMatch(/made by a newer version of the server \(.*9999.*\)/)
    expect((await backup(inDataFolder, 'verify', backups, '--backup', 'x')).stderr).toMatch(
      /There is no backup x .*There are 2/,
    )
    expect((await backup(inDataFolder, 'verify', backups)).code).toBe(0)
  },
)

test(
  'a restore into a folder in use changes nothing, and one that was cut short is not started and can be repeated',
  onSqlite,
  async () => {
    const { account } = await createKey(data, 3)
    await done(inDataFolder, 'create', backups, '--data', data)
    const before = (await pathsIn(data)).sort()
    const refused = await backup(inDataFolder, 'restore', backups, '--data', data)
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty. Restore into a new folder'),
    })
    expect((await backup(inDataFolder, 'create', data, '--data', data)).stderr).toMatch(
      /is not empty and holds no backups/,
    )
    expect((await pathsIn(data)).sort()).toEqual(before)

    const into = newFolder('cut')
    cpSync(data, into, { recursive: true })
    writeFileSync(join(into, 'unfinished-restore'), '')
    await expect(startProcess(into, { env: inDataFolder })).rejects.toThrow(/its restore was cut short/)
    await done(inDataFolder, 'restore', backups, '--data', into)
    const server = await startProcess(into, { env: inDataFolder, args: ['--restored'] })
    await server.kill('SIGTERM')
    const { stdout } = await commandWith(inDataFolder, 'accounts', 'list', '--data', into, '--json')
    expect(stdout).toContain(account.id)
  },
)

test(
  'an encrypted backup shows nothing without its passphrase, also one that is read from a file',
  onSqlite,
  async () => {
    await createKey(data, 3, 'nobody-may-see@example.com')
    const file = join(root, 'passphrase')
    writeFileSync(file, 'crème brûlée 7\n')
    const withFile = { ...inDataFolder, PLATELIGHT_BACKUP_PASSPHRASE_FILE: file }
    await done(withFile, 'create', backups, '--data', data)
    await done(withFile, 'create', backups, '--data', data)
    const texts = (await pathsIn(backups)).map((path) => readFileSync(path).toString('latin1'))
    for (const told of ['nobody-may-see', 'SQLite format', 'sessions', 'made_at'])
      expect(texts.filter((text) => text.includes(told))).toEqual([])
    const say = async (env: Env) => (await backup({ ...inDataFolder, ...env }, 'verify', backups)).stderr
    expect(await say({})).toMatch(
      /are encrypted. Set PLATELIGHT_BACKUP_PASSPHRASE or PLATELIGHT_BACKUP_PASSPHRASE_FILE/,
    )
    expect(await say({ PLATELIGHT_BACKUP_PASSPHRASE: 'wrong' })).toMatch(/is not the passphrase/)
    await done(
      { ...inDataFolder, PLATELIGHT_BACKUP_PASSPHRASE: 'crème brûlée 7' },
      'restore',
      backups,
      '--data',
      newFolder('into'),
    )
  },
)

test('a backup that was killed leaves the earlier ones as they are, and the next one goes on', onSqlite, async () => {
  await createKey(data, 3)
  await done(inDataFolder, 'create', backups, '--data', data)
  const args = ['backup', 'create', backups, '--data', data, '--no-env-file']
  const killed = spawn(process.execPath, [BIN, ...args], { stdio: 'ignore', env: { ...process.env, ...inDataFolder } })
  await expect.poll(() => existsSync(join(backups, 'incoming')) || killed.exitCode !== null, { interval: 1 }).toBe(true)
  killed.kill('SIGTERM')
  await expect.poll(() => killed.exitCode !== null || killed.signalCode !== null).toBe(true)
  await done(inDataFolder, 'verify', backups)
  await done(inDataFolder, 'create', backups, '--data', data)
  expect(existsSync(join(backups, 'incoming'))).toBe(false)
  await done(inDataFolder, 'verify', backups)
})
