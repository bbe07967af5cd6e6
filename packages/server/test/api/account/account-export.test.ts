import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExportWork } from '../../../src/account-data/export/export-account.ts'
import type { Blobs } from '../../../src/blobs/blob-store.ts'
import { chooseBlobs } from '../../../src/process/adapters.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { exportReady, filesOf, jsonIn } from './read-export.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>
let blobs: Blobs
let now = Date.parse('2026-11-21T12:00:00Z')

beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } })
  blobs = (await chooseBlobs(app.core.config, pino({ level: 'silent' }))).blobs
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

/** A customer with a photo, settings and a webhook endpoint. */
async function busyCustomer() {
  const customer = await app.customer({ credits: 5 })
  const { client } = customer
  await client.me.updateSettings({ display_name: 'Mara Rossi', formats: ['square'] })
  await client.webhookEndpoints.create({ url: 'https://trattoria.example/hooks' })
  const made = await client.photos.enhance({ image: photo, upscale: false })
  return { ...customer, made }
}

test('an export has everything that is stored about the account, and every picture', async () => {
  const customer = await busyCustomer()
  const { client, email, made } = customer
  expect(await client.account.startExport()).toMatchObject({ status: 'processing', completed_at: null, files: [] })
  const ready = await exportReady(customer)
  expect(ready).toMatchObject({ status: 'ready', expires_at: '2026-11-28T12:00:00.000Z' })
  expect(ready.files.map(({ filename }) => filename)).toEqual(['platelight-export-1.zip'])

  const files = await filesOf(ready)
  expect(jsonIn(files['account.json'])).toMatchObject({ email, name: 'Mara Rossi', balance: 4 })
  expect(jsonIn(files['settings.json'])).toMatchObject([{ formats: ['square'] }])
  expect(jsonIn(files['runs.json'])).toMatchObject([
    { id: made.id, operation: 'enhance', params: { formats: ['square'] } },
  ])
  expect(jsonIn(files['credit-entries.json']).map((entry: { kind: string }) => entry.kind)).toEqual([
    'grant',
    'hold',
    'charge',
  ])
  expect(jsonIn(files['webhook-endpoints.json'])).toMatchObject([{ url: 'https://trattoria.example/hooks' }])
  expect(jsonIn(files['events.json'])[0]).toMatchObject({ type: 'photo.enhancement.started', body: { data: {} } })
  expect(jsonIn(files['api-keys.json'])).toMatchObject([{ name: 'test' }])
  expect(Buffer.from(files[`pictures/${made.id}/original-0.jpg`]!).equals(photo)).toBe(true)
  const result = new Uint8Array(await (await fetch(made.enhanced.square!)).arrayBuffer())
  expect(Buffer.from(files[`pictures/${made.id}/output-square.jpg`]!).equals(result)).toBe(true)
  expect(Object.keys(files).filter((name) => name.startsWith('uploads/'))).toHaveLength(1)
})

test('an export has neither secrets nor anything of another account', async () => {
  const other = await busyCustomer()
  const customer = await busyCustomer()
  await customer.client.account.startExport()
  const files = await filesOf(await exportReady(customer))
  const text = Object.entries(files)
    .filter(([name]) => name.endsWith('.json'))
    .map(([, file]) => Buffer.from(file).toString())
    .join('\n')
  const { db } = app.core.database
  const keys = await db.selectFrom('api_keys').selectAll().where('account_id', '=', customer.accountId).execute()
  const endpoints = await db.selectFrom('webhook_endpoints').selectAll().execute()
  for (const { hash } of keys) expect(text).not.toContain(hash)
  for (const { secret } of endpoints) expect(text).not.toContain(secret)
  expect(text).not.toContain(other.accountId)
  expect(text).not.toContain(other.email)
  expect(text).not.toContain(other.made.id)
})

test('the link downloads an archive under its name, and opens nothing when it is changed', async () => {
  const customer = await busyCustomer()
  await customer.client.account.startExport()
  const [file] = (await exportReady(customer)).files
  const reply = await fetch(file!.url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(reply.headers.get('content-disposition')).toContain('attachment; filename="platelight-export-1.zip"')
  expect((await reply.arrayBuffer()).byteLength).toBe(file!.size_bytes)
  expect((await fetch(file!.url.replace(/sig=(.)/, (_, first) => `sig=${first === '0' ? 1 : 0}`))).status).toBe(403)
})

test('a second request within the hour gets the same export, and a later one replaces it', async () => {
  const customer = await busyCustomer()
  const { client } = customer
  const first = await client.account.startExport()
  expect((await client.account.startExport()).id).toBe(first.id)
  const { files } = await exportReady(customer)
  expect((await client.account.startExport()).id).toBe(first.id)

  now += 3_700_000
  const second = await client.account.startExport()
  expect(second.id).not.toBe(first.id)
  const ready = await exportReady(customer)
  expect(ready.id).toBe(second.id)
  expect((await fetch(files[0]!.url)).status).toBe(404)
  expect((await fetch(ready.files[0]!.url)).status).toBe(200)
})

test('there is no export before one is started, and none after a week', async () => {
  const customer = await busyCustomer()
  const { client } = customer
  await expect(client.account.export()).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await client.account.startExport()
  const { files } = await exportReady(customer)
  now += 7 * 86_400_000 + 1000
  await app.app.accountExports.expire()
  await expect(client.account.export()).rejects.toMatchObject({ status: 404 })
  expect((await fetch(files[0]!.url)).status).toBe(403)
})

test('a large account gets several archives, which an attempt after a crash makes anew', async () => {
  const { client, accountId } = await busyCustomer()
  const { core } = app
  const { database, ids, clock } = core
  const { db } = database
  const job = { id: ids.next('exp'), account_id: accountId, kind: 'export', state: 'waiting', email: null } as const
  const times = { run_at: '9999', created_at: clock.now().toISOString(), finished_at: null, expires_at: null }
  const row = { ...job, ...times, attempts: 1, lease_owner: 'me', lease_until: '9999' }
  await db.insertInto('account_jobs').values(row).execute()
  const work = createExportWork({
    db,
    blobs,
    ids,
    clock,
    tables: app.app.owns,
    folder: app.dataFolder,
    garbageAdded: () => {},
    limits: { bytes: 1_000_000_000, entries: 5 },
  })
  const stop = new AbortController()
  let stored = 0
  const crashing = createExportWork({
    db,
    ids,
    clock,
    tables: app.app.owns,
    folder: app.dataFolder,
    garbageAdded: () => {},
    limits: { bytes: 1, entries: 1 },
    blobs: {
      ...blobs,
      putFile: async (key, path) => {
        if (++stored === 3) throw new Error('the disk went away')
        await blobs.putFile(key, path)
      },
    },
  })
  await expect(crashing(row, { owner: 'me', signal: stop.signal })).rejects.toThrow('the disk went away')
  expect(await db.selectFrom('export_archives').selectAll().where('job_id', '=', job.id).execute()).toHaveLength(2)

  await work(row, { owner: 'me', signal: stop.signal })
  const ready = await client.account.export()
  expect(ready.status).toBe('ready')
  expect(ready.files.length).toBeGreaterThan(2)
  const files = await filesOf(ready)
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['account.json', 'runs.json', 'events.json']))
  expect((await filesIn(app.dataFolder)).filter((name) => name.startsWith('archive-'))).toEqual([])
})
