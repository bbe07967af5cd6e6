import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../src/database/in-transaction.ts'
import { openSqlite } from '../../../src/database/open-sqlite.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { onSqlite } from '../../support/test-database.ts'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

/** From now on the database accepts no writes, as on a disk that is full or read-only; or accepts them again. */
const takesWrites = (one: TestApp, yes: boolean) =>
  sql`pragma query_only = ${sql.raw(yes ? 'off' : 'on')}`.execute(one.core.database.db)

const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
const refused = { status: 503, code: 'storage_full' }

// The full disk is a limit of SQLite.
test(
  'a caller whose run cannot be ended gets an error at once and pays nothing, and the run ends when there is space',
  onSqlite,
  async () => {
    const { engine, open, started } = gatedEngine()
    const lines: string[] = []
    app = await startApp({ engine, log: (line) => lines.push(line) })
    const { client, credits, runs, email } = await app.customer({ credits: 5 })
    const asked = client.photos.enhance({ image, formats: ['square'] })
    const waiting = expect(asked).rejects.toMatchObject(refused)
    // The others come when its credit is held: nine at once may come in any order, and there is credit for five.
    await expect.poll(started).toBeGreaterThan(0)
    const queued = Array.from({ length: 8 }, () => client.photos.enhance({ image, formats: ['square'] }))
    const others = Promise.allSettled(queued)

    await takesWrites(app, false)
    open()
    await waiting
    for (const write of [
      () => client.photos.enhance({ image, formats: ['square'] }),
      () => client.keys.create({ name: 'another' }),
      () => client.auth.login({ email, password: 'Braised-leeks-with-7-eggs' }),
    ])
      await expect(write()).rejects.toMatchObject(refused)
    expect((await client.keys.list()).items).toHaveLength(1)
    expect((await client.account.credits()).credits).toBeLessThanOrEqual(5)
    // The others were refused too, because of the full disk or, while the first held the credits, for lack of credits.
    const codes = (await others).map((other) => (other.status === 'rejected' ? String(other.reason.code) : 'made'))
    expect(codes.filter((code) => code !== 'storage_full' && code !== 'insufficient_credits')).toEqual([])

    await takesWrites(app, true)
    await expect
      .poll(async () => (await runs()).every(({ state }) => state === 'failed' || state === 'revoked'))
      .toBe(true)
    expect(await credits()).toBe(5)
    // A call in the very moment in which the queue finds space again may still be refused.
    const enhance = () => client.photos.enhance({ image, formats: ['square'] })
    await expect
      .poll(() =>
        enhance().then(
          () => 'made',
          ({ code }) => code,
        ),
      )
      .toBe('made')
    expect(await credits()).toBe(4)
    const said = lines.filter((line) => line.includes('the disk is full'))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('readonly')
  },
)

test('with too little free space, storing is refused; reading, deleting and pricing work, and health reports it', async () => {
  app = await startApp({ env: { PLATELIGHT_MIN_FREE_MB: '1000000000' } })
  const { client, credits, headers } = await app.customer({ credits: 5 })
  await expect(client.photos.enhance({ image })).rejects.toMatchObject(refused)
  await expect(client.keys.create({ name: 'another' })).rejects.toMatchObject(refused)
  expect(await credits()).toBe(5)
  const { items: keys } = await client.keys.list()
  const body = JSON.stringify({ path: '/api/enhance', body: { image_url: 'https://example.com/a.jpg' } })
  const json = { ...headers, 'content-type': 'application/json' }
  expect((await fetch(`${app.url}/api/estimate`, { method: 'POST', headers: json, body })).status).toBe(200)
  const report = (await (await fetch(`${app.url}/api/health`)).json()) as Record<string, never>
  expect(report).toMatchObject({
    status: 'degraded',
    checks: { storage: { status: 'failed' }, database: { status: 'ok' } },
  })
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  await client.keys.revoke(keys[0]!.id)
})

test('a transaction that a full disk ended reports the full disk, not a failed rollback', async () => {
  const { db, close } = await openSqlite(':memory:')
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.raw(String(rows[0]!.page_count))}`.execute(db)
  const blob = 'x'.repeat(100_000)
  const filled = inTransaction(db, (tx) => tx.insertInto('blob_garbage').values({ blob, due_at: '' }).execute())
  await expect(filled).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await close()
})
