import type { Platelight } from '@platelight/sdk'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWN_TABLES } from '../../../src/database/move/moved-tables.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
  wrongPassword,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { isOnPostgres } from '../../support/test-database.ts'
import { bytesOfServer, pieceOf, rowsOfAllTables } from './left-traces.ts'
import { exportReady } from './read-export.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_SIGNUP_CREDITS: '20' } })
  photo = new Uint8Array(await dishPhoto({ width: 320, height: 240, seed: 7 }))
})
afterAll(() => app.close())

/** A person with some of everything: letters, a failed sign-in, keys, photos, a batch, an upload, webhooks, an export. */
async function resident(email = newEmail()) {
  const names = { name: 'Mara Rossi-Lindqvist', business_name: 'Trattoria Fiordaliso' }
  await visitor(app).auth.signup({ email, password: PASSWORD, ...names })
  const { link } = await mailTo(app, email, 'verification')
  await visitor(app).auth.verifyEmail(tokenIn(link))
  await wrongPassword(app, email)
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  await visitor(app).auth.forgotPassword({ email })
  await mailTo(app, email, 'password-reset')
  const client = visitor(app, { apiKey })
  const accountId = (await client.auth.me()).id

  await client.me.updateSettings({ timezone: 'Europe/Rome' })
  const { key } = await client.keys.create({ name: 'Kitchen of Mara' })
  const { id: endpoint } = await client.webhookEndpoints.create({ url: 'https://fiordaliso.example/hooks' })
  await client.webhookEndpoints.test(endpoint, {})
  const made = await client.photos.enhance({ image: photo, upscale: false }, { idempotencyKey: 'menu-of-fiordaliso' })
  const { url: upload } = await client.uploads.create(photo)
  const { job_id } = await client.images.batchProcess({ image_urls: [upload], operation: 'enhance-colors' })
  await expect.poll(async () => (await client.jobs.status(job_id)).status).toBe('SUCCESS')
  await client.account.startExport()
  const exported = await exportReady({ client })
  return { email, accountId, client, key, made, upload, exported, ...names }
}

const isGone = async (accountId: string) => {
  const rows = app.core.database.db.selectFrom('accounts').select('id').where('id', '=', accountId)
  return (await rows.execute()).length === 0
}

const erased = (accountId: string) => expect.poll(() => isGone(accountId)).toBe(true)

test('after a deletion nothing of the person is left in any table, file or letter but the ledger without an owner', async () => {
  const person = await resident()
  const { email, accountId, client, key, made, upload, exported } = person
  const results = await Promise.all(
    Object.values(made.enhanced).map(async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer())),
  )
  const { db } = app.core.database
  const books = await db.selectFrom('credit_entries').selectAll().where('account_id', '=', accountId).execute()
  await expect.poll(async () => (await mails(app, email)).length).toBeGreaterThan(1)

  const reply = await client.account.delete()
  expect(reply).toMatchObject({
    status: 'deleted',
    app_store_subscriptions_cancelled: false,
    erased: { photos: 2, files: 7, projects: 0, keys: 1, webhook_endpoints: 1 },
  })
  expect(reply.message).toMatch(/app store are not cancelled/)
  await erased(accountId)
  // The last letter tells of the deletion. Its row disappears when it has been sent.
  const { text } = await mailTo(app, email, 'account-deleted')
  expect(text).not.toMatch(/Rossi|Fiordaliso/)
  await expect
    .poll(async () => (await db.selectFrom('letters').selectAll().where('recipient', '=', email).execute()).length)
    .toBe(0)
  await app.core.database.dialect.overwriteDeleted(db)

  const fileNames = Object.values(made.enhanced).map((url) => url.split('/').at(-1)!)
  const words = [...fileNames, email, 'Rossi-Lindqvist', 'Fiordaliso', 'fiordaliso', 'Kitchen of Mara', accountId]
  const rows = await rowsOfAllTables(db)
  for (const word of words) expect([word, rows.includes(word)]).toEqual([word, false])
  expect((await mails(app, email)).map(({ kind }) => kind)).toEqual(['account-deleted'])
  for (const url of [...Object.values(made.enhanced), upload, exported.files[0]!.url]) {
    expect((await fetch(url)).status).toBe(404)
  }
  const files = await bytesOfServer(app.dataFolder)
  for (const picture of [photo, ...results]) {
    for (const at of [0.3, 0.5, 0.8]) expect(files.includes(pieceOf(picture, at))).toBe(false)
  }
  if (!isOnPostgres) {
    for (const word of words) expect([word, files.includes(word)]).toEqual([word, false])
    expect(files.includes(key)).toBe(false)
  }

  const kept = (await db.selectFrom('credit_entries').selectAll().orderBy('id').execute()).filter((entry) =>
    books.some(({ id }) => id === entry.id),
  )
  const [owner = ''] = new Set(kept.map(({ account_id }) => account_id))
  expect(kept).toEqual(
    books.map((entry) => ({
      ...entry,
      account_id: owner,
      note: null,
      reference: entry.reference.replace(accountId, owner),
    })),
  )
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', owner).executeTakeFirstOrThrow()
  expect(account).toMatchObject({ email: `${owner}@deleted.invalid`, name: null, password_hash: null })
  expect(account.balance).toBe(kept.reduce((sum, { amount }) => sum + amount, 0))
})

test('the deletion ends every session and key at once, and frees the address', async () => {
  const { email, accountId, client, key } = await resident()
  await client.account.delete()
  const refused = { status: 401, code: 'unauthorized' }
  await expect(client.auth.me()).rejects.toMatchObject(refused)
  await expect(client.account.delete()).rejects.toMatchObject(refused)
  await expect(visitor(app, { apiKey: key }).account.credits()).rejects.toMatchObject(refused)
  await expect(visitor(app).auth.login({ email, password: PASSWORD })).rejects.toMatchObject(refused)
  await erased(accountId)

  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { link } = await mailTo(app, email, 'verification')
  await visitor(app).auth.verifyEmail(tokenIn(link))
  const { user } = await visitor(app).auth.login({ email, password: PASSWORD })
  expect(user).toMatchObject({ email, name: null, credits: 20 })
  expect(user.id).not.toBe(accountId)
})

/** Tables whose rows belong to no account, or hang on rows that do. */
const NOBODYS = [
  ...['accounts', 'attempts', 'installation', 'workers', 'rate_counters', 'setup_links', 'operator_files'],
  ...['run_images', 'webhook_deliveries', 'webhook_attempts', 'export_archives', 'provider_sign_ins', 'blob_garbage'],
  ...['leads', 'subscribers', 'mail_addresses', 'letter_counts', 'anonymous_sessions', 'anonymous_projects'],
  // What payment providers sent is kept as it came, and what was paid names nobody.
  ...['subscription_periods'],
]

test('every table is owned by a part of the server, which says how it is exported and erased, or is known to be nobody’s', async () => {
  const tables = await app.core.database.db.introspection.getTables()
  // On PostgreSQL the tables of jobs are in a schema of their own.
  const ours = tables.flatMap(({ name, schema = 'public' }) => (schema === 'public' ? name : []))
  expect(ours.sort()).toEqual([...Object.keys(app.app.owns), ...NOBODYS, ...OWN_TABLES].sort())
})

test('other accounts keep everything', async () => {
  const leaving = await resident()
  const staying = await resident()
  const countsOf = async (accountId: string) => {
    const { db } = app.core.database
    const counts = Object.keys(app.app.owns).map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)} where account_id = ${accountId}`.execute(db)
      return [table, rows.length] as const
    })
    return Object.fromEntries(await Promise.all(counts))
  }
  const before = await countsOf(staying.accountId)
  await leaving.client.account.delete()
  await erased(leaving.accountId)
  expect(await countsOf(staying.accountId)).toEqual(before)
  expect((await fetch(staying.made.enhanced.square!)).status).toBe(200)
  expect((await staying.client.account.credits()).credits).toBe(18)
})

test('a letter link and a token from before the deletion no longer work', async () => {
  const { email, client, accountId } = await resident()
  const verification = tokenIn((await mailTo(app, email, 'verification')).link)
  const reset = tokenIn((await mailTo(app, email, 'password-reset')).link)
  await client.account.delete()
  const refused = { status: 400, code: 'token_invalid' }
  await expect(visitor(app).auth.verifyEmail(verification)).rejects.toMatchObject(refused)
  await expect(visitor(app).auth.resetPassword({ token: reset, password: PASSWORD })).rejects.toMatchObject(refused)
  await erased(accountId)
})

test('work in progress is cancelled, its caller is told, and its credits are in the ledger again', async () => {
  const gate = gatedEngine()
  const busy = await startApp({ engine: gate.engine })
  const { client, accountId, entries, runs } = await busy.customer({ credits: 9 })
  const { url } = await client.uploads.create(photo)
  const waiting = client.photos.enhance({ image: url, upscale: false }).catch((error: unknown) => error)
  await client.images.batchProcess({ image_urls: [url, url, url], operation: 'upscale' })
  await expect.poll(async () => (await runs()).length).toBe(5)
  await expect.poll(gate.started).toBeGreaterThan(0)
  const before = await entries()
  await client.account.delete()
  expect(await waiting).toMatchObject({ code: 'revoked' })
  gate.open()
  const { db } = busy.core.database
  const rows = () => db.selectFrom('accounts').selectAll().execute()
  await expect.poll(async () => (await rows()).map(({ id }) => id)).not.toContain(accountId)
  expect((await rows()).map(({ balance }) => balance)).toEqual([9])
  const kept = await db.selectFrom('credit_entries').selectAll().orderBy('id').execute()
  expect(kept.length).toBeGreaterThan(before.length)
  expect(await db.selectFrom('runs').select('id').execute()).toEqual([])
  await busy.close()
})

test('an unverified account can be deleted', async () => {
  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const { access_token: apiKey, user } = await visitor(app).auth.login({ email, password: PASSWORD })
  const client: Platelight = visitor(app, { apiKey })
  await client.uploads.create(photo)
  expect(await client.account.delete()).toMatchObject({ status: 'deleted', erased: { photos: 0, files: 1 } })
  await erased(user.id)
})

test('a key without the scope account cannot delete the account', async () => {
  const { client, accountId } = await app.customer()
  const { key: apiKey } = await client.keys.create({ name: 'pictures', scopes: ['read', 'images'] })
  await expect(visitor(app, { apiKey }).account.delete()).rejects.toMatchObject({ status: 403, code: 'scope_missing' })
  expect(await isGone(accountId)).toBe(false)
})
