import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/durations.ts'
import { auditLedger } from '../../../src/purchases/audit/audit-ledger.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { isOnPostgres } from '../../support/test-database.ts'

const KEPT = {
  PLATELIGHT_ALLOW_PRIVATE_URLS: '1',
  PLATELIGHT_RETENTION_RESULTS_DAYS: 'Free=30, Starter=90',
  PLATELIGHT_RETENTION_ORIGINALS_DAYS: 'Starter=10',
  PLATELIGHT_RETENTION_RUNS_DAYS: 'Free=40, Pro=5',
  PLATELIGHT_RETENTION_EVENTS_DAYS: 'Free=3',
  PLATELIGHT_RETENTION_DELIVERIES_DAYS: 'Free=3',
  PLATELIGHT_RETENTION_LETTERS_DAYS: 'Free=3',
}
let now = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: () => new Date(now) }
let app: TestApp
let host: Awaited<ReturnType<typeof imageHost>>
beforeAll(async () => {
  const photo = await dishPhoto()
  host = await imageHost((_, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo))
  app = await startApp({ env: KEPT, clock })
})
afterAll(async () => {
  await app.close()
  await host.close()
})

const task = (name: string) => app.app.timetable.find((one) => one.name === name)!.work()
const hourly = (of = app) => of.app.timetable.find(({ name }) => name === 'remove-kept-long-enough')!.work()
const later = (days: number) => (now += days * DAY_MS)
const rows = ({ accountId }: Customer) =>
  app.core.database.db
    .selectFrom('run_images')
    .innerJoin('runs', 'runs.id', 'run_images.run_id')
    .selectAll('run_images')
    .where('account_id', '=', accountId)
    .execute()
const storedBytes = async ({ accountId }: Customer) =>
  (
    await app.core.database.db
      .selectFrom('accounts')
      .select('stored_bytes')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).stored_bytes
const isStored = (blob: string) =>
  app.app.blobs.size(blob).then(
    () => true,
    () => false,
  )

test('photos go with their results when the time of their plan is over, as if their owner deleted them, and not before', async () => {
  const [free, pro] = [await app.customer({ plan: 'Free' }), await app.customer({ plan: 'Pro' })]
  const kept = await pro.client.images.enhance({ image_url: host.url() })
  const old = await free.client.images.enhance({ image_url: host.url() })
  const [result] = (await rows(free)).filter(({ role }) => role === 'output')
  expect(await isStored(result!.blob)).toBe(true)
  later(29)
  const young = await free.client.images.enhance({ image_url: host.url() })
  await hourly()
  expect(await free.client.photos.get(old.id)).toMatchObject({ status: 'completed' })
  later(1.1)
  await hourly()
  await expect(free.client.photos.get(old.id)).rejects.toMatchObject({ status: 404 })
  expect(await free.client.photos.get(young.id)).toMatchObject({ status: 'completed' })
  expect(await pro.client.photos.get(kept.id)).toMatchObject({ status: 'completed' })
  expect((await free.events()).filter(({ type }) => type === 'photo.deleted')).toMatchObject([
    { data: { photo: { id: old.id, deletedAt: clock.now().toISOString() } } },
  ])
  expect((await fetch(old.enhanced_url)).status).toBe(404)
  await expect.poll(() => isStored(result!.blob)).toBe(false)
  const left = (await rows(free)).filter(({ role }) => role === 'original')
  expect(await storedBytes(free)).toBe(left.reduce((sum, { bytes }) => sum + bytes, 0))
  expect(await auditLedger(app.core.database.db)).toEqual([])
})

test('originals go before their results, whose replies keep their form', async () => {
  const starter = await app.customer({ plan: 'Starter' })
  const made = await starter.client.images.enhance({ image_url: host.url() })
  const [original] = (await rows(starter)).filter(({ role }) => role === 'original')
  expect(await isStored(original!.blob)).toBe(true)
  later(10.1)
  await hourly()
  await hourly()
  const shown = await starter.client.photos.get(made.id)
  expect(Object.keys(shown.enhanced)).not.toEqual([])
  expect((await fetch(shown.original!.url)).status).toBe(404)
  expect((await fetch(made.enhanced_url)).status).toBe(200)
  expect(await storedBytes(starter)).toBe(0)
  await expect.poll(() => isStored(original!.blob)).toBe(false)
  const again = starter.client.images.enhance({ image_url: shown.original!.url })
  await expect(again).rejects.toMatchObject({ status: 400 })
  // The plan of the account decides, also when it changes.
  await app.core.database.db.updateTable('accounts').set({ plan: 'Pro' }).where('id', '=', starter.accountId).execute()
  later(90)
  await hourly()
  expect(await starter.client.photos.get(made.id)).toMatchObject({ status: 'completed' })
})

test('events, deliveries and letters are removed by the plan of their account', async () => {
  const { db } = app.core.database
  const [free, pro] = [await app.customer({ plan: 'Free' }), await app.customer({ plan: 'Pro' })]
  const at = clock.now().toISOString()
  for (const { accountId } of [free, pro]) {
    const endpoint = { id: `whe_${accountId}`, account_id: accountId, url: 'https://a.example/', events: '["*"]' }
    await db
      .insertInto('webhook_endpoints')
      .values({ ...endpoint, secret: '', created_at: at, updated_at: at } as never)
      .execute()
    const event = { id: `evt_${accountId}`, account_id: accountId, type: 'photo.deleted', body: '{}', created_at: at }
    await db.insertInto('events').values(event).execute()
    const delivery = { id: `dlv_${accountId}`, endpoint_id: endpoint.id, event_id: event.id, event_type: event.type }
    await db
      .insertInto('webhook_deliveries')
      .values({ ...delivery, state: 'dead', created_at: at } as never)
      .execute()
    const letter = { id: `let_${accountId}`, account_id: accountId, recipient: 'a@example.com', kind: 'welcome' }
    await db
      .insertInto('letters')
      .values({ ...letter, locale: 'en', state: 'sent', attempts: 1, created_at: at, ended_at: at } as never)
      .execute()
  }
  const left = async () => {
    const tables = ['events', 'webhook_deliveries', 'letters'] as const
    const ids = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').execute()))
    return [free, pro].map(({ accountId }) => ids.flat().filter(({ id }) => id.endsWith(`_${accountId}`)).length)
  }
  later(3.1)
  for (const name of ['expire-events', 'expire-letters']) await task(name)
  expect(await left()).toEqual([0, 3])
  later(30)
  for (const name of ['expire-events', 'expire-letters']) await task(name)
  expect(await left()).toEqual([0, 0])
})

test('runs without results are forgotten but for the books, and those with results stay', async () => {
  const pro = await app.customer({ plan: 'Pro' })
  const kept = await pro.client.images.enhance({ image_url: host.url() })
  const deleted = await pro.client.images.enhance({ image_url: host.url() })
  await pro.client.photos.delete(deleted.id)
  later(5.1)
  await hourly()
  const [first, second] = await pro.runs()
  expect(first).toMatchObject({ id: kept.id, deleted_at: null })
  expect(second).toMatchObject({ id: deleted.id, params: '{}', outcome: null, state: 'succeeded', credits: 1 })
  expect(await auditLedger(app.core.database.db)).toEqual([])
})

test('of many, two processes at once remove each once, and a process that is stopped leaves whole batches', async () => {
  const free = await app.customer({ plan: 'Free' })
  await free.client.images.enhance({ image_url: host.url() })
  const { db } = app.core.database
  const [run] = await free.runs()
  const images = await rows(free)
  for (let copy = 0; copy < 119; copy++) {
    const { serial: _, ...rest } = { ...run!, id: `${run!.id}c${copy}` }
    await db
      .insertInto('runs')
      .values({ ...rest, credits: 0, request_key: null })
      .execute()
    const named = images.map((image) => ({ ...image, run_id: rest.id, blob: `${image.blob.split('.')[0]}c${copy}` }))
    await db.insertInto('run_images').values(named).execute()
  }
  const bytes = images.filter(({ role }) => role === 'original').reduce((sum, image) => sum + image.bytes, 0)
  await db
    .updateTable('accounts')
    .set({ stored_bytes: sql`${120 * bytes}` })
    .where('id', '=', free.accountId)
    .execute()
  const other = await startApp({ env: KEPT, clock, dataFolder: app.dataFolder })
  later(30.1)
  const cut = hourly(other)
  await expect.poll(async () => (await free.runs()).some(({ deleted_at }) => deleted_at !== null)).toBe(true)
  await other.app.stop(0)
  await cut
  const shown = async () => {
    const runs = await free.runs()
    const gone = runs.filter(({ deleted_at }) => deleted_at !== null).length
    const left = await rows(free)
    expect(left).toHaveLength((120 - gone) * images.length)
    expect(await storedBytes(free)).toBe((120 - gone) * bytes)
    return gone
  }
  expect([50, 100]).toContain(await shown())
  const third = await startApp({ env: KEPT, clock, dataFolder: app.dataFolder })
  // SQLite has one process, whose connections would wait for each other here.
  await (isOnPostgres ? Promise.all([hourly(), hourly(third)]) : hourly(third))
  expect(await shown()).toBe(120)
  const told = (await free.events()).filter(({ type }) => type === 'photo.deleted').map(({ data }) => data)
  expect(new Set(told.map((data) => JSON.stringify(data))).size).toBe(120)
  expect(told).toHaveLength(120)
  await third.close()
  await other.close()
})
