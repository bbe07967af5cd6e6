import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { complaints, type Fields, sendForm, traces } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 1_000 })
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

const refused = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code]

describe.each(['/api/mobile/enhance', '/api/mobile/jobs/enhance'])('%s refuses', (path) => {
  const TWO = () => [photo, photo]
  test.each([
    ['no photo', {}, ['body.image required']],
    ['two photos', () => ({ image: TWO() }), ['body.image type']],
    ['an address for the photo', { image: 'https://example.com/a.jpg' }, ['body.image file']],
    ['a style twice', () => ({ image: photo, style: ['bright', 'moody'] }), ['body.style type']],
    ['a file for a text', () => ({ image: photo, style: photo }), ['body.style type']],
    ['what is no JSON', () => ({ image: photo, enhancements: '[color' }), ['body.enhancements json']],
    ['an empty text for JSON', () => ({ image: photo, enhancements: '' }), ['body.enhancements json']],
    ['JSON of another shape', () => ({ image: photo, enhancements: '{"color":true}' }), ['body.enhancements type']],
    ['a name twice', () => ({ image: photo, enhancements: '["light","light"]' }), ['body.enhancements uniqueItems']],
    ['an unknown name', () => ({ image: photo, enhancements: '["light","magic"]' }), ['body.enhancements.1 enum']],
    [
      'all at once',
      { size: 'huge', resolution: '8K', editArea: 'spoon', enhancements: '[' },
      ['body.image required', 'body.resolution enum', 'body.editArea enum', 'body.enhancements json'],
    ],
  ] as [string, Fields | (() => Fields), string[]][])('%s with 422', async (_, fields, expected) => {
    const mine = await app.customer({ credits: 3 })
    const before = await traces(app, mine)
    const { status, body } = await sendForm(app, mine, path, typeof fields === 'function' ? fields() : fields)
    expect([status, complaints(body).sort()]).toEqual([422, [...expected].sort()])
    expect(await traces(app, mine)).toEqual(before)
  })

  test.each([
    ['an empty file', () => new Uint8Array(0)],
    ['a text', () => new Uint8Array(Buffer.from('a photo of ramen'))],
    ['an SVG', () => new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ['half of a JPEG header', () => photo.slice(0, 20)],
  ])('%s with 400, and stores nothing', async (_, image) => {
    const mine = await app.customer({ credits: 3 })
    const before = await traces(app, mine)
    const answer = await sendForm(app, mine, path, { image: image() })
    expect([400, ['unsupported_image', 'image_unreadable'].includes(answer.body.error?.code)]).toEqual([
      answer.status,
      true,
    ])
    expect(await traces(app, mine)).toEqual(before)
  })

  test('26 MB with 413', async () => {
    const mine = await app.customer({ credits: 3 })
    const before = await traces(app, mine)
    const answer = await sendForm(app, mine, path, { image: new Uint8Array(26_000_001) })
    expect(refused(answer)).toEqual([413, 'body_too_large'])
    expect(await traces(app, mine)).toEqual(before)
  })

  test.each(['customPrompt', 'editAreaDetails'])('a prompt in %s, which is never ignored', async (field) => {
    const mine = await app.customer({ credits: 3 })
    const before = await traces(app, mine)
    const answer = await sendForm(app, mine, path, { image: photo, [field]: 'with more steam' })
    expect(refused(answer)).toEqual([503, 'engine_unavailable'])
    expect(answer.body.error.message).toContain(field)
    expect(await traces(app, mine)).toEqual(before)
    expect((await sendForm(app, mine, path, { image: photo, [field]: '' })).status).toBe(200)
  })

  test('a caller who cannot or will not pay, before the photo is stored', async () => {
    const poor = await app.customer({ credits: 0 })
    const nothing = await traces(app, poor)
    const short = await sendForm(app, poor, path, { image: photo })
    expect(short.body.error).toMatchObject({ code: 'insufficient_credits', required_credits: 1, available_credits: 0 })
    const rich = await app.customer({ credits: 9 })
    const before = await traces(app, rich)
    const dear = await sendForm(app, rich, path, { image: photo }, { 'X-Max-Credits': '0.5' })
    expect(dear.body.error).toMatchObject({ code: 'over_budget', required_credits: 1, max_credits: 0.5 })
    expect(await traces(app, rich)).toEqual(before)
    expect(await traces(app, poor)).toEqual(nothing)
  })

  test('a missing credential and one without the scope', async () => {
    expect((await sendForm(app, { headers: {} } as Customer, path, { image: photo })).status).toBe(401)
    const { client } = await app.customer()
    const { key } = await client.keys.create({ name: 'reader', scopes: ['read'] })
    const narrow = { headers: { authorization: `Bearer ${key}` } } as Customer
    expect(refused(await sendForm(app, narrow, path, { image: photo }))).toEqual([403, 'scope_missing'])
  })

  test('no unknown field: it is ignored and named', async () => {
    const extra = new File([photo], 'b.jpg')
    const { status, headers } = await sendForm(app, customer, path, { image: photo, Style: 'moody', second: extra })
    expect([status, headers.get('x-ignored-fields')]).toEqual([200, 'Style, second'])
  })

  test('only what the estimate refuses, which prices the form without a photo', async () => {
    const { client } = await app.customer({ credits: 9 })
    const estimate = (body: object) => client.service.estimate({ path, body } as never)
    expect(await estimate({ resolution: '4K' })).toMatchObject({ operation: 'enhance', credits: 1, affordable: true })
    expect(await estimate({ style: 'neon', angle: 'from above', locale: 'it' })).toMatchObject({ credits: 1 })
    await expect(estimate({ resolution: '8K' })).rejects.toMatchObject({ status: 422 })
    await expect(estimate({ customPrompt: 'more steam' })).rejects.toMatchObject({ status: 503 })
  })
})
