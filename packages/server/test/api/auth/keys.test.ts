import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } })
  customer = await app.customer()
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const at = (ms: number) => new Date(ms).toISOString()
const owned = (apiKey: string) => new Platelight({ baseUrl: app.url, apiKey, maxRetries: 0 })
const opens = (apiKey: string) =>
  owned(apiKey)
    .account.credits()
    .then(
      () => true,
      (error: { status: number; code: string }) => {
        expect(error).toMatchObject({ status: 401, code: 'unauthorized' })
        return false
      },
    )
const listed = async (id: string) =>
  (await customer.client.keys.list().toArray({ limit: 100 })).find((key) => key.id === id)

describe('revoking', () => {
  test('the key stops working at once and stays in the list; a repeat gets the same reply', async () => {
    const { client } = customer
    const { id, key } = await client.keys.create({ name: 'lost' })
    expect(await opens(key)).toBe(true)
    const first = await client.keys.revoke(id)
    expect(first).toEqual({ id, status: 'revoked', revoked_at: at(now) })
    expect(await opens(key)).toBe(false)
    now += 60_000
    expect(await client.keys.revoke(id)).toEqual(first)
    expect((await listed(id))?.revoked_at).toBe(first.revoked_at)
  })

  test('a key may revoke itself', async () => {
    const { id, key } = await customer.client.keys.create({ name: 'leaving' })
    expect((await owned(key).keys.revoke(id)).status).toBe('revoked')
    expect(await opens(key)).toBe(false)
  })

  test("another account's key and an unknown one get the same 404, and nothing happens to it", async () => {
    const other = await app.customer()
    const { id, key } = await other.client.keys.create({ name: 'theirs' })
    const { client } = customer
    const messages: string[] = []
    for (const which of [id, 'key_nothing']) {
      for (const call of [() => client.keys.revoke(which), () => client.keys.rotate(which)]) {
        const error = await call().catch((thrown: { status: number; message: string }) => thrown)
        expect(error).toMatchObject({ status: 404, code: 'not_found' })
        messages.push((error as { message: string }).message)
      }
    }
    expect(new Set(messages).size).toBe(1)
    expect(await opens(key)).toBe(true)
  })

  test('a read-only key neither revokes nor rotates', async () => {
    const { client } = customer
    const [reader, target] = [
      await client.keys.create({ name: 'reader', scopes: ['read'] }),
      await client.keys.create({ name: 'target' }),
    ]
    const refused = { status: 403, code: 'scope_missing' }
    await expect(owned(reader.key).keys.revoke(target.id)).rejects.toMatchObject(refused)
    await expect(owned(reader.key).keys.rotate(target.id)).rejects.toMatchObject(refused)
    expect(await opens(target.key)).toBe(true)
  })
})

describe('rotating', () => {
  test('the new key has the properties of the old one, which works for another day', async () => {
    const { client } = customer
    const old = await client.keys.create({ name: 'till', scopes: ['read', 'images'] })
    const fresh = await client.keys.rotate(old.id)
    expect(fresh).toMatchObject({
      name: 'till',
      scopes: ['read', 'images'],
      expires_at: null,
      last_used_at: null,
      replaces: { id: old.id, expires_at: at(now + DAY_MS) },
    })
    expect(fresh.id).not.toBe(old.id)
    expect([await opens(old.key), await opens(fresh.key)]).toEqual([true, true])
    now += DAY_MS - 1
    expect(await opens(old.key)).toBe(true)
    now += 1
    expect([await opens(old.key), await opens(fresh.key)]).toEqual([false, true])
    expect(await listed(old.id)).toMatchObject({ revoked_at: null, expires_at: at(now) })
  })

  test('an overlap of 0 ends the old key at once, even the one of the request', async () => {
    const old = await customer.client.keys.create({ name: 'leaked' })
    const fresh = await owned(old.key).keys.rotate(old.id, { overlap_seconds: 0 })
    expect([await opens(old.key), await opens(fresh.key)]).toEqual([false, true])
  })

  test('an overlap is at most a week and not negative', async () => {
    const { id } = await customer.client.keys.create({ name: 'week' })
    const refused = { status: 422, fieldErrors: { overlap_seconds: expect.anything() } }
    for (const overlap_seconds of [604_801, -1, 0.5]) {
      await expect(customer.client.keys.rotate(id, { overlap_seconds })).rejects.toMatchObject(refused)
    }
    const { replaces } = await customer.client.keys.rotate(id, { overlap_seconds: 604_800 })
    expect(replaces.expires_at).toBe(at(now + 7 * DAY_MS))
  })

  test('a rotation prolongs no key: the expiry is copied, and ends the overlap if it is sooner', async () => {
    const ends = at(now + 3_600_000)
    const old = await customer.client.keys.create({ name: 'guest', expires_at: ends })
    const fresh = await customer.client.keys.rotate(old.id)
    expect([fresh.expires_at, fresh.replaces.expires_at]).toEqual([ends, ends])
  })

  test('a key is rotated only once, and the error names its replacement', async () => {
    const { client } = customer
    const old = await client.keys.create({ name: 'twice' })
    const [first, second] = await Promise.allSettled([client.keys.rotate(old.id), client.keys.rotate(old.id)])
    const made = [first, second].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made).toHaveLength(1)
    const ends = (await listed(old.id))?.expires_at
    await expect(client.keys.rotate(old.id)).rejects.toMatchObject({
      status: 409,
      code: 'key_inactive',
      message: expect.stringContaining(made[0]!.id),
    })
    expect(await listed(old.id)).toMatchObject({ expires_at: ends })
    expect(await client.keys.rotate(made[0]!.id)).toMatchObject({ name: 'twice', expires_at: null })
  })

  test('a revoked and an expired key cannot be rotated', async () => {
    const { client } = customer
    const revoked = await client.keys.create({ name: 'revoked' })
    await client.keys.revoke(revoked.id)
    const expired = await client.keys.create({ name: 'expired', expires_at: at(now + 1000) })
    now += 1000
    const inactive = (how: RegExp) => ({ status: 409, code: 'key_inactive', message: expect.stringMatching(how) })
    await expect(client.keys.rotate(revoked.id)).rejects.toMatchObject(inactive(/revoked/))
    await expect(client.keys.rotate(expired.id)).rejects.toMatchObject(inactive(/expired/))
  })

  test('no key creates a key with more scopes than its own', async () => {
    const { client } = customer
    const wide = await client.keys.create({ name: 'wide' })
    const narrow = await client.keys.create({ name: 'narrow', scopes: ['read', 'account'] })
    await expect(owned(narrow.key).keys.rotate(wide.id)).rejects.toMatchObject({
      status: 403,
      code: 'scope_missing',
      message: expect.stringContaining('images'),
    })
    expect(await listed(wide.id)).toMatchObject({ expires_at: null })
  })

  test('a repeat under one Idempotency-Key shows no secret, names the new key, and creates no other', async () => {
    const { client, headers } = customer
    const { id } = await client.keys.create({ name: 'once' })
    const post = () =>
      fetch(`${app.url}/api/keys/${id}/rotate`, { method: 'POST', headers: { ...headers, 'idempotency-key': 'turn' } })
    const [first, second] = await Promise.all([post(), post()])
    const answers = [await first.json(), await second.json()]
    const made = answers.find((answer) => answer.key)
    const repeat = answers.find((answer) => answer.error)
    expect([first.status, second.status].sort()).toEqual([200, 409])
    expect(repeat.error).toMatchObject({ code: 'already_done', id: made.id })
    expect((await (await post()).json()).error).toMatchObject({ code: 'already_done', id: made.id })

    const all = await client.keys.list().toArray({ limit: 100 })
    expect(all.filter(({ name }) => name === 'once')).toHaveLength(2)
    const kept = await app.core.database.db.selectFrom('idempotency_keys').select('body').execute()
    expect(JSON.stringify(kept)).not.toContain(made.key)
  })

  test('a repeated creation also names the key', async () => {
    const wish = { name: 'named' }
    const made = await customer.client.keys.create(wish, { idempotencyKey: 'named' })
    await expect(customer.client.keys.create(wish, { idempotencyKey: 'named' })).rejects.toMatchObject({
      status: 409,
      code: 'already_done',
      body: { error: { id: made.id } },
    })
  })
})
