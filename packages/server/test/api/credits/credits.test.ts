import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
})
afterAll(() => app.close())

const enhance = { formats: ['square' as const], upscale: false }

test('a balance of 10 and 50 simultaneous requests give 10 successes and 40 refusals for lack of credits', async () => {
  const { client, credits, runs } = await app.customer({ credits: 10 })
  const { url } = await client.uploads.create(photo)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      client.photos.enhance({ image: url, ...enhance }).then(
        () => 'made',
        (error) => `${error.status} ${error.code}`,
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === '402 insufficient_credits')).toHaveLength(40)
  expect(await credits()).toBe(0)
  expect(await runs()).toHaveLength(10)
})

test('50 simultaneous posts under one Idempotency-Key give one run, one charge and the same body', async () => {
  const { headers, client, credits, runs } = await app.customer({ credits: 10 })
  const { url } = await client.uploads.create(photo)
  const post = () =>
    fetch(`${app.url}/v1/photos/enhance`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'order-1' },
      body: JSON.stringify({ imageUrl: url, ...enhance }),
    })
  const replies = await Promise.all(Array.from({ length: 50 }, post))
  const bodies = await Promise.all(replies.map((reply) => reply.text()))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(bodies).size).toBe(1)
  expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(49)
  expect(await credits()).toBe(9)
  expect(await runs()).toHaveLength(1)
})

test('a key used for another request is refused, and a failure frees it', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const broken = await client.uploads.create(photo.slice(0, photo.length - 2_000))
  const key = { idempotencyKey: 'k1' }
  await expect(client.photos.enhance({ image: broken.url, ...enhance }, key)).rejects.toMatchObject({
    code: 'image_unreadable',
  })
  const { url } = await client.uploads.create(photo)
  await client.photos.enhance({ image: url, ...enhance }, key)
  await expect(client.photos.enhance({ image: url, formats: ['landscape'] }, key)).rejects.toMatchObject({
    status: 422,
    detail: [{ loc: ['header', 'Idempotency-Key'], type: 'idempotency_key_reused' }],
  })
  expect(await credits()).toBe(4)
})

test('a repeat with a newly signed link is the same request', async () => {
  const { client, credits } = await app.customer({ credits: 5 })
  const { url } = await client.uploads.create(photo)
  const key = { idempotencyKey: 'k1' }
  const first = await client.photos.enhance({ image: url, ...enhance }, key)
  const again = await client.photos.enhance({ image: url.replace(/exp=\d+&sig=.*/, 'exp=1&sig=00'), ...enhance }, key)
  expect(again.id).toBe(first.id)
  expect(await credits()).toBe(4)
})

test('X-Max-Credits refuses a request that would cost more, and nothing is held', async () => {
  const { client, entries } = await app.customer({ credits: 5 })
  const { url } = await client.uploads.create(photo)
  await expect(client.photos.enhance({ image: url, ...enhance }, { maxCredits: 0 })).rejects.toMatchObject({
    status: 402,
    code: 'over_budget',
    requiredCredits: 1,
    maxCredits: 0,
  })
  expect((await entries()).map(({ kind }) => kind)).toEqual(['grant'])
})

test('without credits the reply has both amounts and the billing page, in the spelling of each family', async () => {
  const { client, headers } = await app.customer({ credits: 0 })
  const { url } = await client.uploads.create(photo)
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(app.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [reply.status, (await reply.json()).error]
  }
  expect(await post('/v1/photos/enhance', { imageUrl: url })).toEqual([
    402,
    {
      code: 'insufficient_credits',
      message: expect.any(String),
      requiredCredits: 1,
      availableCredits: 0,
      docsUrl: `${app.url}/docs/errors/insufficient_credits`,
    },
  ])
  expect(await post('/api/enhance', { image_url: url })).toEqual([
    402,
    {
      code: 'insufficient_credits',
      message: expect.any(String),
      required_credits: 1,
      available_credits: 0,
      upgrade_url: `${app.url}/dashboard/billing`,
      docs_url: `${app.url}/docs/errors/insufficient_credits`,
    },
  ])
})

test('credit.depleted is sent once, when the last hold has become a charge', async () => {
  const { client, events } = await app.customer({ credits: 3 })
  const { url } = await client.uploads.create(photo)
  await Promise.all(Array.from({ length: 3 }, () => client.photos.enhance({ image: url, ...enhance })))
  const depleted = (await events()).filter(({ type }) => type === 'credit.depleted')
  expect(depleted.map(({ data }) => data)).toEqual([
    { credits: { balance: 0, upgradeUrl: `${app.url}/dashboard/billing` } },
  ])
})

test('both credit pages agree with the ledger', async () => {
  const { client } = await app.customer({ credits: 7, plan: 'Starter' })
  await client.photos.enhance({ image: photo, ...enhance })
  const api = await client.account.credits()
  expect(api).toMatchObject({
    credits: 6,
    subscription_plan: 'Starter',
    subscription_status: 'active',
    credits_used_this_month: 1,
  })
  expect(api.next_renewal).toMatch(/-01T00:00:00.000Z$/)
  expect(await client.photos.credits()).toMatchObject({
    credits: 6,
    creditsUsedThisMonth: 1,
    photosThisMonth: 1,
    monthlyPhotoLimit: 500,
  })
})

test('the plan limits photos per month, also those of simultaneous requests; a failed one does not count, and neither do those of other months', async () => {
  const { client, accountId } = await app.customer({ credits: 10, plan: 'Free' })
  const { db } = app.core.database
  const used = (month: string, photos: number) =>
    db.insertInto('monthly_usage').values({ account_id: accountId, month, photos, credits: 0 }).execute()
  await used('2026-01', 100)
  await used(new Date().toISOString().slice(0, 7), 98)
  await expect(
    client.photos.enhance({ image: (await client.uploads.create(photo.slice(0, 4_000))).url, ...enhance }),
  ).rejects.toMatchObject({ status: 400 })
  const asked = Array.from({ length: 5 }, () => client.photos.enhance({ image: photo, ...enhance }))
  const refusals = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toMatchObject(Array(3).fill({ status: 429, code: 'monthly_limit' }))
  expect(await client.photos.credits()).toMatchObject({ credits: 8, photosThisMonth: 100 })
})
