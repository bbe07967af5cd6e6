import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@platelight/drawing/preview/seeded-random.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAnswerLog } from '../../../../scripts/chaos/answers-given.ts'
import { audit } from '../../../../scripts/chaos/audit/audit-installation.ts'
import { createPictures } from '../../../../scripts/chaos/chaos-pictures.ts'
import type { Facts } from '../../../../scripts/chaos/facts.ts'
import { createPaymentLog } from '../../../../scripts/chaos/payments/payment-log.ts'
import { createPaymentProviders } from '../../../../scripts/chaos/payments/payment-providers.ts'
import { createReceivers } from '../../../../scripts/chaos/receivers.ts'
import { connectSqlite } from '../../src/database/open-sqlite.ts'
import { connectPostgres } from '../../src/database/postgres/open-postgres.ts'
import { storedBlobs } from '../support/blobs/stored-blobs.ts'
import { startApp } from '../support/start-app.ts'
import { isOnPostgres } from '../support/test-database.ts'

// The chaos test is useless if its audit misses faults. So each of these faults must be found.

let facts: Facts
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platelight-audit-'))
  closing.push(() => rm(dataFolder, { recursive: true, force: true }))
  const pictures = await createPictures()
  const receivers = await createReceivers(seededRandom(1))
  const providers = await createPaymentProviders(dataFolder)
  closing.push(pictures.close, receivers.close, providers.close)
  const app = await startApp({ dataFolder, env: { PLATELIGHT_ALLOW_PRIVATE_URLS: '1', ...providers.env } })
  const { client, accountId } = await app.customer({ credits: 9 })
  const { id: endpoint, secret } = await client.webhookEndpoints.create({ url: receivers.url('all', 'steady') })
  receivers.knows('all', 'steady', secret)

  const answerLog = createAnswerLog()
  const order = async (tag: string) => {
    const body = await client.images.enhance({ image_url: pictures.url(tag) }, { idempotencyKey: tag })
    const answers = [{ ok: true as const, id: body.id, body: JSON.stringify(body) }]
    answerLog.orders.push({ account: 'one', kind: 'enhance', tag, answers })
    return body.id
  }
  await order('kept')
  const deleted = await order('deleted')
  await client.photos.delete(deleted)
  answerLog.deletions.push({ account: 'one', id: deleted, answer: 'done' })
  const missing = client.images.enhance({ image_url: pictures.missing('missing') }, { idempotencyKey: 'missing' })
  answerLog.orders.push({
    account: 'one',
    kind: 'enhance',
    tag: 'missing',
    answers: [{ ok: false, code: await missing.catch(({ code }) => code), status: 400 }],
  })
  const paymentLog = createPaymentLog()
  const invoice = { invoice_id: 'inv', account_id: accountId, credits: '4' }
  for (const status of ['PAID', 'REFUNDED']) {
    const { receiver, key, body, headers } = providers.regional({ ...invoice, status })
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers() } }
    expect((await fetch(`${app.url}/api/webhooks/${receiver}`, request)).status).toBe(200)
    paymentLog.acknowledged.push({ receiver, key })
  }
  const payment = { accountId, source: 'regionalpay', transactionId: 'inv', credits: 4, share: 1 } as const
  paymentLog.payments.push({ ...payment, grantedReplies: 0 })
  // Started and completed twice, failed, deleted; bought.
  await vi.waitUntil(() => receivers.receptions.length === 7, 300_000)
  const waiting = async () => (await client.webhookEndpoints.deliveries(endpoint, { status: 'pending' })).items
  await vi.waitUntil(async () => (await waiting()).length === 0, 300_000)
  await app.close()

  const { url } = app.core.config.database ?? {}
  const { db, close } = url
    ? connectPostgres({ url, connections: 1 })
    : connectSqlite(join(dataFolder, 'platelight.db'))
  closing.push(close)
  // Some faults are such that the database itself refuses them.
  await (url ? sql`set session_replication_role = replica` : sql`pragma foreign_keys = off`).execute(db)
  facts = {
    db,
    answerLog,
    paymentLog,
    pictures,
    receptions: receivers.receptions,
    storedBlobs: () => storedBlobs(dataFolder),
    leftIncoming: async () => [],
    accounts: [{ id: accountId, name: 'one', client, granted: 9 }],
    endpoints: [{ id: endpoint, accountId, name: 'all', manner: 'steady', events: ['*'] }],
  }
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

test('an intact installation passes the audit', async () => {
  const { violations, figures } = await audit(facts)
  expect(violations).toEqual([])
  expect(figures).toMatchObject({ runs: 3, succeeded: 2, failed: 1, deleted: 1, charges: 2, events: 7, receptions: 7 })
})

const FOUR_SECONDS_LATER = isOnPostgres
  ? `to_char((started_at::timestamptz + interval '4 seconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  : "strftime('%Y-%m-%dT%H:%M:%fZ', started_at, '+4 seconds')"

const KEPT = "(select id from runs where state = 'succeeded' and deleted_at is null)"

test.each([
  ['a charge of too much', "update credit_entries set credits = 2 where kind = 'charge'", /charge 0 of 2/],
  ['a lost charge', "delete from credit_entries where kind = 'charge'", /hold -1 of 1$/m],
  ['a hold never released', "delete from credit_entries where kind = 'release'", /failed: hold -1 of 1$/m],
  ['a balance that is not the sum', 'update accounts set balance = balance + 1', /the balance is 8, not 7/],
  [
    'an entry of no run',
    "update credit_entries set reference = 'run_x' where kind = 'release'",
    /a run that does not exist/,
  ],
  ['a lost run', `delete from runs where id = ${KEPT}`, /kept: run_\w+ was lost/],
  ['a run that never ended', `update runs set state = 'running' where id = ${KEPT}`, /never ended: running/],
  ['a run of too many attempts', `update runs set attempts = 4 where id = ${KEPT}`, /succeeded in attempt 4/],
  [
    'an order that was done twice',
    "update runs set params = replace(params, '/photo/deleted/', '/photo/kept/')",
    /done 2 times/,
  ],
  ['a deletion that was undone', 'update runs set deleted_at = null', /reported as deleted but exists/],
  [
    'an event that was not written',
    "delete from events where type = 'photo.enhancement.completed'",
    /has 0 photo.enhancement.completed/,
  ],
  [
    'an event that did not happen',
    "update events set type = 'photo.enhancement.completed'",
    /has 2 photo.enhancement.completed/,
  ],
  ['other bytes than were sent', "update events set body = replace(body, 'balanced', 'Balanced')", /got other bytes/],
  [
    'an event that nobody sent',
    "delete from webhook_deliveries where event_type = 'photo.deleted'",
    /has no delivery to all/,
  ],
  [
    'a delivery that has no end',
    "update webhook_deliveries set state = 'pending'",
    /is pending, and its log says otherwise/,
  ],
  ['an attempt that is not in the log', 'delete from webhook_attempts', /1 attempts are counted, and the log has 0/],
  ['a gap in the log', 'update webhook_attempts set number = 2', /a gap in round 1/],
  [
    'an attempt that came early',
    `insert into webhook_attempts select delivery_id, round, 2, ${FOUR_SECONDS_LATER}, 0, 500, null, '' from webhook_attempts`,
    /attempt 2 of round 1 was \d+ ms early/,
  ],
  ['a payment that is lost', 'delete from purchases', /regionalpay:inv: its account is undefined, not acc_/],
  ['a payment that nobody made', "update purchases set transaction_id = 'x'", /regionalpay:x is booked, and nobody/],
  ['a payment that granted nothing', "delete from credit_entries where kind = 'purchase'", /number of its grants is 0/],
  ['a payment that was never told', "delete from events where type = 'credit.purchased'", /number of its events is 0/],
  ['a refund that was forgotten', 'update purchases set taken_back = 0', /what was taken back is 0, not 4/],
  ['an event of a payment that is lost', 'delete from inbound_events', /was acknowledged and is stored 0 times/],
  ['an event of a payment that failed', "update inbound_events set state = 'failed'", /of regionalpay is failed/],
  ['a key that is never free again', "update idempotency_keys set state = 'running'", /the key kept was left running/],
  [
    'a file that is not there',
    "update run_images set blob = 'results/gone.jpg' where role = 'output'",
    /missing: results\/gone.jpg/,
  ],
  ['bytes that nobody names', 'delete from run_images', /named by nobody/],
  ['half of a file', 'update run_images set bytes = bytes + 1', /bytes, not/],
])('the audit finds: %s', async (_, change, expected) => {
  await sql`begin`.execute(facts.db)
  try {
    await sql.raw(change).execute(facts.db)
    expect((await audit(facts)).violations.join('\n')).toMatch(expected)
  } finally {
    await sql`rollback`.execute(facts.db)
  }
})

test('the audit finds events that a receiver never got or that never happened', async () => {
  const [first] = facts.receptions
  const invented = { ...first!, id: 'evt_x' }
  const wrong = async (receptions: Facts['receptions']) => (await audit({ ...facts, receptions })).violations.join('\n')
  expect(await wrong(facts.receptions.slice(1))).toContain(`all never got ${first!.id}`)
  expect(await wrong([...facts.receptions, invented])).toContain('all got evt_x, which never was')
  expect(await wrong([...facts.receptions, { ...first!, refusal: 'signature_mismatch' }])).toContain('does not verify')
})

test('the audit finds a key with two different replies', async () => {
  const [order] = facts.answerLog.orders
  const again = { ok: true as const, id: 'run_x', body: '{"id":"run_x"}' }
  const orders = facts.answerLog.orders.map((one) =>
    one === order ? { ...one, answers: [...one.answers, again] } : one,
  )
  const { violations } = await audit({ ...facts, answerLog: { ...facts.answerLog, orders } })
  expect(violations.join('\n')).toMatch(/one key got different replies/)
  expect(violations.join('\n')).toMatch(/run_x was lost/)
})
