import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { exportReady, filesOf, jsonIn } from '../account/read-export.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const EMPTY = {
  business_name: null,
  tagline: null,
  cuisine: null,
  tone: null,
  website: null,
  phone: null,
  address: null,
  colors: [],
  logo: null,
  updated_at: null,
}

/** A disc in a colour on transparency. */
const logo = async (fill: string, size = 300) => {
  const data = new Uint8Array(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const [x, y] = [(at % size) - size / 2, Math.floor(at / size) - size / 2]
    if (Math.hypot(x, y) < size / 3) data.set([...Buffer.from(fill.slice(1), 'hex'), 255], 4 * at)
  }
  return new Uint8Array(
    await sharp(data, { raw: { width: size, height: size, channels: 4 } })
      .png()
      .toBuffer(),
  )
}
const bytesAt = async (url: string) => {
  const reply = await fetch(url)
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
}
const stored = async (accountId: string) => {
  const { db } = app.core.database
  const { stored_bytes } = await db
    .selectFrom('accounts')
    .select('stored_bytes')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(stored_bytes)
}

test('a brand is empty at first, keeps what a change leaves out, and an empty text removes a field', async () => {
  const { brand } = (await app.customer()).client
  expect(await brand.profile()).toEqual(EMPTY)
  const first = await brand.upload({ business_name: ' Trattoria Mara ', tone: 'warm', colors: ['#7A1F2B', '#f4ead8'] })
  expect(first).toEqual({
    ...EMPTY,
    business_name: 'Trattoria Mara',
    tone: 'warm',
    colors: ['#7a1f2b', '#f4ead8'],
    updated_at: expect.any(String),
  })
  expect(await brand.upload({ tone: '', phone: '+39 06 1234', colors: [''] })).toMatchObject({
    business_name: 'Trattoria Mara',
    tone: null,
    phone: '+39 06 1234',
    colors: [],
  })
  await brand.clear()
  expect(await brand.profile()).toEqual(EMPTY)
})

test('a logo becomes a private PNG, gives its colours to a profile without any, and is replaced as a whole', async () => {
  const { client, accountId } = await app.customer()
  const red = await client.brand.upload({ logo_image: await logo('#c62828') })
  expect(red).toMatchObject({ colors: ['#c62828'], logo: { width: 300, height: 300 } })
  const first = await bytesAt(red.logo!.url)
  expect((await sharp(first.bytes).metadata()).format).toBe('png')
  expect(await stored(accountId)).toBe(first.bytes.length)
  expect((await fetch(red.logo!.url.replace(/sig=.*/, 'sig=0'))).status).not.toBe(200)

  const large = await client.brand.upload({ logo_image: await logo('#1565c0', 3000), colors: ['#101010'] })
  expect(large).toMatchObject({ colors: ['#101010'], logo: { width: 2048, height: 2048 } })
  expect((await bytesAt(red.logo!.url)).status).toBe(404)
  expect(await stored(accountId)).toBe((await bytesAt(large.logo!.url)).bytes.length)

  await client.brand.clear()
  expect((await bytesAt(large.logo!.url)).status).toBe(404)
  expect(await stored(accountId)).toBe(0)
})

test('what is no logo is refused by name and changes nothing', async () => {
  const { brand } = (await app.customer()).client
  const before = await brand.upload({ business_name: 'Mara', logo_image: await logo('#2e7d32') })
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await expect(brand.upload({ business_name: 'Other', logo_image: svg })).rejects.toMatchObject({
    status: 400,
    code: 'unsupported_image',
  })
  for (const [form, field] of [
    [{ business_name: 'Ma\nra' }, 'business_name'],
    [{ tagline: 'a\u0000b' }, 'tagline'],
    [{ colors: ['red'] }, 'colors'],
    [{ business_name: 'x'.repeat(201) }, 'business_name'],
  ] as const) {
    await expect(brand.upload(form as never), field).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(field),
    })
  }
  const { logo: kept, ...profile } = await brand.profile()
  expect(profile).toMatchObject({ business_name: 'Mara', colors: before.colors })
  expect((await bytesAt(kept!.url)).status).toBe(200)
})

test('logos that are sent at once leave one, and the storage counts that one', async () => {
  const { client, accountId } = await app.customer()
  const fills = ['#c62828', '#1565c0', '#2e7d32', '#f9a825']
  await Promise.all(fills.map(async (fill) => client.brand.upload({ logo_image: await logo(fill) })))
  const { logo: kept, colors } = await client.brand.profile()
  expect(fills).toContain(colors[0])
  expect(await stored(accountId)).toBe((await bytesAt(kept!.url)).bytes.length)
})

test('the brand of an account is in its export, and gone with the account', async () => {
  const { client, accountId } = await app.customer()
  const { logo: kept } = await client.brand.upload({ business_name: 'Fiordaliso', logo_image: await logo('#6a1b9a') })
  await client.account.startExport()
  const files = await filesOf(await exportReady({ client }))
  expect(jsonIn(files['brand.json'])).toMatchObject([{ business_name: 'Fiordaliso', colors: [] }])
  expect(Object.keys(files)).toContain('logo.png')
  await client.account.delete()
  const { db } = app.core.database
  const rows = async () => [
    ...(await db.selectFrom('brand_profiles').select('account_id').where('account_id', '=', accountId).execute()),
    ...(await db.selectFrom('brand_logos').select('account_id').where('account_id', '=', accountId).execute()),
  ]
  await expect.poll(rows).toEqual([])
  expect((await bytesAt(kept!.url)).status).toBe(404)
})
