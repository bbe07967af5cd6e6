import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onPostgres, onSqlite, openTestDatabase } from '../../../test/support/test-database.ts'
import type { OpenDatabase } from '../../database/open-database.ts'
import { hasSecrets, requireSameContract, requireSameSecrets } from './installation-agreement.ts'
import type { Secrets } from './installation-secrets.ts'

let now = Date.parse('2026-01-01T12:00:00Z')
const clock = { now: () => new Date(now) }
let database: OpenDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const newSecrets = (): Secrets => ({
  sessions: randomBytes(32),
  links: randomBytes(32),
  webhooks: randomBytes(32),
})
const agree = (secrets: Secrets, replace = false) =>
  requireSameSecrets({ db: database.db, clock }, { secrets, path: '/srv/secrets.json', replace })

test('the first secrets are recorded, the same ones fit, and one other secret is refused with what to do', async () => {
  expect(await hasSecrets(database)).toBe(false)
  const secrets = newSecrets()
  expect(await agree(secrets, true)).toBe('first')
  expect(await agree(secrets)).toBe('same')
  expect(await hasSecrets(database)).toBe(true)
  await expect(agree({ ...secrets, links: randomBytes(32) })).rejects.toThrow(
    /^The secrets in \/srv\/secrets\.json are not those that this database is used with\. .*PLATELIGHT_SECRETS_FILE.*--new-secrets/,
  )
})

test('nothing of a secret is stored', async () => {
  const secrets = newSecrets()
  await agree(secrets)
  const stored = JSON.stringify(await database.db.selectFrom('installation').selectAll().execute())
  for (const key of Object.values(secrets) as Buffer[])
    for (const form of ['hex', 'base64', 'base64url'] as const) expect(stored).not.toContain(key.toString(form))
})

test('of processes that start at once with different secrets one decides, and all others are refused', async () => {
  const started = await Promise.allSettled(Array.from({ length: 8 }, () => agree(newSecrets())))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('new secrets are recorded when that is asked for, and the earlier ones are refused from then on', async () => {
  const [before, after] = [newSecrets(), newSecrets()]
  await agree(before)
  expect(await agree(after, true)).toBe('replaced')
  expect(await agree(after, true)).toBe('same')
  expect(await agree(after)).toBe('same')
  await expect(agree(before)).rejects.toThrow('are not those')
})

test('a secret that a later version adds is recorded beside the others', async () => {
  const secrets = newSecrets()
  await agree(secrets)
  const more = { ...secrets, later: randomBytes(32) }
  await agree(more)
  await agree(secrets)
  await expect(agree({ ...more, later: randomBytes(32) } as Secrets)).rejects.toThrow('are not those')
})

const heartbeat = (ago: number) =>
  database.db
    .insertInto('workers')
    .values({
      id: 'w',
      status: 'online',
      threads: 1,
      busy: 0,
      last_seen_at: new Date(now - ago).toISOString(),
    } as never)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at: new Date(now - ago).toISOString() }))
    .execute()

test('another contract is refused while other processes run, and takes over when none does', onPostgres, async () => {
  const serve = (version: string) => requireSameContract({ database, clock }, version)
  await serve('1.0.0')
  await serve('1.0.0')
  // The first process has not sent a heartbeat yet.
  await expect(serve('1.1.0')).rejects.toThrow(
    /^Other processes of this database serve version 1\.0\.0 of the contract, and this one has 1\.1\.0\. Stop all of them/,
  )
  now += 60_000
  await heartbeat(10_000)
  await expect(serve('1.1.0')).rejects.toThrow('Stop all of them')
  now += 60_000
  await serve('1.1.0')
  await expect(serve('1.0.0')).rejects.toThrow('serve version 1.1.0')
})

test('of processes that start at once with different contracts one decides', onPostgres, async () => {
  const started = await Promise.allSettled(
    ['1.0.0', '1.1.0', '1.2.0', '1.0.0'].map((version) => requireSameContract({ database, clock }, version)),
  )
  const served = await database.db.selectFrom('installation').select('value').where('name', '=', 'contract').execute()
  const same = ['1.0.0', '1.1.0', '1.2.0', '1.0.0'].filter((version) => version === served[0]!.value)
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(same.length)
})

test('in a folder the next version starts at once, because the folder has one server', onSqlite, async () => {
  const serve = (version: string) => requireSameContract({ database, clock }, version)
  await serve('1.0.0')
  await heartbeat(0)
  await serve('1.1.0')
})
