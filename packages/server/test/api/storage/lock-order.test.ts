import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uploadRepository } from '../../../src/blobs/upload-repository.ts'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { sqliteDialect } from '../../../src/database/sql-dialect.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { FROM_ANYWHERE, mailTo, PASSWORD, tokenIn, verified, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'
import { onSqlite } from '../../support/test-database.ts'

/** As `transaction-lock.ts` lists them; names come last. */
const ORDER = ['accounts', 'api_keys', 'webhook_endpoints', 'runs', 'anonymous_sessions', 'name']

/** The locks of each transaction, each once, in the order in which they were taken. */
const taken = new Map<object, string[]>()
const note = (tx: object, lock: string): void => {
  const locks = taken.get(tx) ?? []
  taken.set(tx, locks.includes(lock) ? locks : [...locks, lock])
}

let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  vi.spyOn(sqliteDialect, 'lockRow').mockImplementation(async (tx, table, id) => note(tx, `${table} ${id}`))
  vi.spyOn(sqliteDialect, 'lockWith').mockImplementation((tx, table, id, on) => {
    note(tx, `${table} ${id}`)
    return on
  })
  const lockFirst = sqliteDialect.lockFirst
  vi.spyOn(sqliteDialect, 'lockFirst').mockImplementation((tx, table, id) => {
    note(tx, `${table} ${id}`)
    return lockFirst(tx, table, id)
  })
  vi.spyOn(sqliteDialect, 'lockName').mockImplementation(async (tx, name) => note(tx, `name ${name}`))
  const env = { ...FROM_ANYWHERE, PLATELIGHT_ALLOW_PRIVATE_URLS: '1' }
  app = await startApp({ env, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

const rankOf = (lock: string): number => ORDER.indexOf(lock.split(' ')[0] ?? '')

// The locks are listened to through the dialect of SQLite.
test('no transaction takes a lock after one that comes later in the order', onSqlite, async () => {
  const { client, accountId } = await app.customer()
  const { id: endpoint } = await client.webhookEndpoints.create({ url: `${app.url}/hook`, events: ['*'] })
  const { url } = await client.uploads.create(await dishPhoto({ width: 240, height: 180 }))
  const { id } = await client.photos.enhance({ image: url, formats: ['square'], upscale: false })
  const { job_id } = await client.images.batchProcess({ image_urls: [url, url], operation: 'enhance-colors' })
  expect(itemsOf(await jobEnded(client, job_id))).toHaveLength(2)
  await client.photos.delete(id)
  await client.webhookEndpoints.test(endpoint, { event: 'photo.deleted' })
  await client.webhookEndpoints.update(endpoint, { enabled: false })
  await client.webhookEndpoints.delete(endpoint)
  const { id: key } = await client.keys.create({ name: 'till' })
  await client.keys.rotate(key, { overlap_seconds: 0 })

  const { session_token: sessionToken } = await visitor(app).sessions.anonymous()
  const image = new Uint8Array(await dishPhoto({ width: 200, height: 150 }))
  const { project_id } = await visitor(app).sessions.project({ image }, { sessionToken })
  await client.sessions.claimProject(project_id, { sessionToken })

  const email = await verified(app)
  await visitor(app).auth.forgotPassword({ email })
  const token = tokenIn((await mailTo(app, email, 'password-reset')).link)
  await visitor(app).auth.resetPassword({ token, password: `${PASSWORD} again` })

  now += 8 * 86_400_000
  const { db } = app.core.database
  expect(await uploadRepository(db).accountsWithExpired(new Date(now))).toEqual([accountId])
  await inTransaction(db, (tx) => uploadRepository(tx).removeExpired(accountId, new Date(now)))
  expect(await uploadRepository(db).accountsWithExpired(new Date(now))).toEqual([])

  const all = [...taken.values()]
  for (const kind of ORDER) expect(all.flat().some((lock) => lock.startsWith(kind))).toBe(true)
  const ranks = all.map((locks) => locks.map(rankOf))
  expect(ranks.filter((one) => one.some((rank, at) => rank < (one[at - 1] ?? 0)))).toEqual([])
})
