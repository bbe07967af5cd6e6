import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelRun } from '../../support/cancel-run.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

const enhance = { formats: ['square' as const], upscale: false }
const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)

test('grants, holds, charges and releases are described, and their sum is the balance', async () => {
  const { client, email, credits } = await app.customer({ credits: 5 })
  const good = await client.photos.enhance({ image: photo, ...enhance })
  const broken = await client.uploads.create(photo.slice(0, photo.length - 500))
  await expect(client.photos.enhance({ image: broken.url, ...enhance })).rejects.toMatchObject({ status: 400 })
  await app.operator.grantCredits(email, 4, 'thank you')

  const entries = await client.account.transactions().toArray({ limit: 100 })
  expect(
    entries.map(({ type, amount, balance_after, description }) => [type, amount, balance_after, description]),
  ).toEqual([
    ['grant', 4, 8, 'thank you'],
    ['release', 1, 4, 'Enhance failed, credits given back'],
    ['hold', -1, 3, 'Enhance accepted'],
    ['charge', 0, 4, 'Enhance finished'],
    ['hold', -1, 4, 'Enhance accepted'],
    ['grant', 5, 5, 'granted with a key'],
  ])
  expect(entries.map(({ operation }) => operation)).toEqual([null, 'enhance', 'enhance', 'enhance', 'enhance', null])
  expect(entries[4]).toMatchObject({ reference: good.id })
  expect(entries[3]).toMatchObject({ reference: good.id })
  expect(entries[2]?.reference).toBe(entries[1]?.reference)
  expect(sum(entries)).toBe((await client.account.credits()).credits)
  expect(await credits()).toBe(8)
})

test('cancelled work is described differently from failed work', async () => {
  const other = await startApp()
  const customer = await other.customer({ credits: 2 })
  const { client } = customer
  const id = await cancelRun(other, customer, (await client.uploads.create(photo)).url)
  expect(await client.account.transactions().toArray({ limit: 2 })).toMatchObject([
    { type: 'release', amount: 1, description: 'Enhance cancelled, credits given back', reference: id },
    { type: 'hold', operation: 'enhance', reference: id },
  ])
  await other.close()
})

test('a deleted photo is still described in the ledger', async () => {
  const { client } = await app.customer({ credits: 2 })
  const { id } = await client.photos.enhance({ image: photo, ...enhance })
  await client.photos.delete(id)
  const [charge, hold] = await client.account.transactions().toArray({ limit: 2 })
  expect([charge, hold].map((entry) => [entry?.type, entry?.operation, entry?.reference])).toEqual([
    ['charge', 'enhance', id],
    ['hold', 'enhance', id],
  ])
})

test('pages meet without gap or repeat while new entries arrive, and ids stay the same', async () => {
  const { client, email } = await app.customer({ credits: 1 })
  for (let i = 0; i < 6; i++) await app.operator.grantCredits(email, 1, `gift ${i}`)
  const before = await client.account.transactions().toArray({ limit: 100 })
  expect(before).toHaveLength(7)
  expect(new Set(before.map(({ id }) => id)).size).toBe(7)

  const seen: string[] = []
  for await (const page of client.account.transactions({ limit: 2 }).pages()) {
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items.map(({ id }) => id))
    await app.operator.grantCredits(email, 1, 'meanwhile')
  }
  expect(seen).toEqual(before.map(({ id }) => id))
  expect(seen.every((id) => /^txn_[0-9a-z]+$/.test(id))).toBe(true)
  expect((await client.account.transactions().toArray({ limit: 100 })).slice(-7)).toEqual(before)
})

test('simultaneous work leaves a ledger whose every balance follows from the entry before', async () => {
  const { client, credits } = await app.customer({ credits: 6 })
  const { url } = await client.uploads.create(photo)
  await Promise.all(
    Array.from({ length: 12 }, () => client.photos.enhance({ image: url, ...enhance }).catch(() => undefined)),
  )
  const entries = (await client.account.transactions().toArray({ limit: 100 })).reverse()
  let balance = 0
  for (const { amount, balance_after } of entries) {
    balance += amount
    expect(balance_after).toBe(balance)
  }
  expect(entries.map(({ type }) => type).sort()).toEqual([
    ...Array(6).fill('charge'),
    'grant',
    ...Array(6).fill('hold'),
  ])
  expect(await credits()).toBe(0)
})

test("nobody sees another account's entries, even with a cursor of that account", async () => {
  const [owner, stranger] = await Promise.all([app.customer({ credits: 9 }), app.customer({ credits: 0 })])
  await app.operator.grantCredits(owner.email, 1, 'private')
  const { nextCursor } = await owner.client.account.transactions({ limit: 1 })
  expect(await stranger.client.account.transactions()).toMatchObject({ items: [], nextCursor: null })
  expect(await stranger.client.account.transactions({ cursor: nextCursor! })).toMatchObject({ items: [] })
})

test('a limit out of range and an invalid cursor are refused by name', async () => {
  const { client } = await app.customer()
  const foreign = Buffer.from('after:run_01k9').toString('base64url')
  for (const cursor of ['nonsense', '%00', foreign, Buffer.from('after:-1').toString('base64url')]) {
    await expect(client.account.transactions({ cursor })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'cursor'] }],
    })
  }
  for (const limit of [0, 101, 1.5]) {
    await expect(client.account.transactions({ limit })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'limit'] }],
    })
  }
  expect((await client.account.transactions({ limit: 100 })).items).toHaveLength(1)
})
