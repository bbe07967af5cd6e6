import { strToU8 } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let photo: Uint8Array
let pdf: Uint8Array
beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 200 })
  photo = new Uint8Array(await dishPhoto({ width: 400, height: 300 }))
})
afterAll(() => app.close())

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())

test('a poster is a PNG, a JPEG and a PDF of the same design, and costs its price once', async () => {
  const before = (await customer.client.account.credits()).credits
  const made = await customer.client.assets.create({
    headline: 'Tonkotsu of the day',
    offer: '12.50 €',
    resolution: '1K',
    reference_images: [photo],
    prompt: 'elegant, dark, with dragons',
  })
  expect(made.files.map(({ format }) => format)).toEqual(['png', 'jpeg', 'pdf'])
  for (const { url, format, width, height } of made.files) {
    const bytes = await bytesAt(url)
    if (format === 'pdf') {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.includes('digitalsourcetype')).toBe(true)
      pdf = bytes
    } else expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height })
  }
  expect(made.warnings.map(({ code, message }) => [code, message])).toEqual([
    ['words_not_understood', expect.stringContaining('dragons')],
  ])
  expect(before - (await customer.client.account.credits()).credits).toBe(2)
})

test('a menu is read from words and from a PDF, as a job, and the reply shows what was read', async () => {
  const source_text = 'STARTERS\nGyoza  6,90 €\nSix pieces, pan-fried\n\nRAMEN\nTonkotsu ..... 12,50 €\nShoyu 11.50'
  const job = await customer.client.mobileJobs.assets({ asset_type: 'menu', source_text, resolution: '1K' })
  const { dishes, pages } = await job.wait()
  expect(pages).toBe(1)
  expect(dishes?.map(({ name, price, section, description }) => [section, name, price, description])).toEqual([
    ['STARTERS', 'Gyoza', '6,90 €', 'Six pieces, pan-fried'],
    ['RAMEN', 'Tonkotsu', '12,50 €', undefined],
    ['RAMEN', 'Shoyu', '11.50', undefined],
  ])
  const fromPdf = await customer.client.assets.create({ asset_type: 'menu', pdf, resolution: '1K' })
  expect(JSON.stringify(fromPdf.dishes)).toContain('12.50 €')
})

test('the brand gives its name, colours and logo, and what the request says goes before it', async () => {
  const logo_image = new Uint8Array(
    await sharp({ create: { width: 90, height: 60, channels: 3, background: '#7a1f2b' } })
      .png()
      .toBuffer(),
  )
  await customer.client.brand.upload({
    business_name: 'Trattoria Mara',
    logo_image,
    colors: ['#7a1f2b'],
    phone: '+49 431 555 01',
  })
  const { files } = await customer.client.assets.create({ headline: 'Today', preset: 'combo_deal', resolution: '1K' })
  const { data, info } = await sharp(await bytesAt(files[0]!.url))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const corner = [...data.subarray(0, 3)]
  expect(info.channels).toBe(3)
  // The ground is the colour of the brand.
  for (const [index, value] of [0x7a, 0x1f, 0x2b].entries()) expect(Math.abs(corner[index]! - value)).toBeLessThan(6)
  await customer.client.brand.clear()
})

test.each([
  ['nothing', {}, { status: 422 }],
  ['a headline of spaces without width', { headline: '\u200b\u200d\u2060' }, { status: 422 }],
  ['dishes that are no JSON', { items_json: '{' }, { status: 422 }],
  [
    'a price of 300 characters',
    { items_json: JSON.stringify([{ name: 'Soup', price: '9'.repeat(300) }]) },
    { status: 422 },
  ],
  ['500 dishes', { items_json: JSON.stringify(Array(500).fill({ name: 'Soup' })) }, { status: 422 }],
  [
    'a character without a glyph',
    { headline: 'Soup \u{12000}' },
    { status: 400, code: 'glyph_missing', message: expect.stringContaining('U+12000') },
  ],
  [
    'a post with 60 dishes',
    {
      asset_type: 'post' as const,
      items_json: JSON.stringify(Array(60).fill({ name: 'Soup of the day', price: '9' })),
    },
    { status: 400, code: 'copy_does_not_fit', message: expect.stringContaining('items_json') },
  ],
  ['a PDF that is none', { pdf: strToU8('soup') }, { status: 400, code: 'pdf_unreadable' }],
  ['a PDF without an end', { pdf: strToU8('%PDF-1.4\n1 0 obj\n') }, { status: 400, code: 'pdf_unreadable' }],
  [
    'a picture that is none',
    { headline: 'Soup', reference_images: [strToU8('soup')] },
    { status: 400, code: 'unsupported_image' },
  ],
])('%s is refused and costs nothing', async (_, form, error) => {
  const before = (await customer.client.account.credits()).credits
  await expect(customer.client.assets.create({ resolution: '1K', ...form })).rejects.toMatchObject(error)
  expect((await customer.client.account.credits()).credits).toBe(before)
})
