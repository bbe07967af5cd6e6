import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { filesIn } from '../../support/files-in.ts'
import { complaints, type Fields, sendForm, traces } from '../../support/multipart-forms.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let customer: Customer

const PHOTO = new Uint8Array(await dishPhoto({ width: 64, height: 48 }))
const photos = (count: number) => Array.from({ length: count }, () => PHOTO)

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 50 })
})
afterAll(() => app.close())

const ASSET = {
  good: {
    reference_images: photos(4),
    logo_image: PHOTO,
    asset_type: 'menu',
    items_json: '[{"name":"Ramen","price":"12 €"}]',
  },
  bad: [
    [{ reference_images: photos(5) }, ['body.reference_images maxItems']],
    [{ reference_images: 'ramen.jpg' }, ['body.reference_images file']],
    [{ logo_image: photos(2), headline: PHOTO }, ['body.headline type', 'body.logo_image type']],
    [{ items_json: '[{"name":' }, ['body.items_json json']],
    [
      { items_json: '[{"price":"12 €"},{"name":""}]' },
      ['body.items_json.0.name required', 'body.items_json.1.name minLength'],
    ],
    [
      { asset_type: 'billboard', preset: 'sale', resolution: 'large', headline: 'x'.repeat(301) },
      ['body.headline maxLength', 'body.resolution enum'],
    ],
  ],
}
const REEL = {
  good: { image: PHOTO, motion: 'orbit', duration: '10', aspect: '1:1' },
  bad: [
    [{}, ['body.image required']],
    [{ image: '' }, ['body.image required']],
    [{ image: photos(2), motion: 'shake', duration: '11' }, ['body.duration enum', 'body.image type']],
  ],
}
interface Body {
  readonly good: object
  readonly bad: readonly (readonly [object, readonly string[]])[]
}
const CALLS: readonly [path: string, kind: 'json' | 'form', body: Body][] = [
  ['/api/mobile/jobs/assets', 'form', ASSET as unknown as Body],
  ['/api/mobile/assets', 'form', ASSET as unknown as Body],
  ['/api/mobile/jobs/reels', 'form', REEL as unknown as Body],
  ['/api/mobile/reels', 'form', REEL as unknown as Body],
]

async function send(path: string, kind: 'json' | 'form', body: object) {
  if (kind === 'form') return sendForm(app, customer, path, body as Fields)
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe.each(CALLS)('the pending endpoint %s', (path, kind, { good, bad }) => {
  test('is refused as such only for a valid request, and stores nothing', async () => {
    const before = await traces(app, customer)
    const { status, body } = await send(path, kind, good)
    expect([status, body.error?.code]).toEqual([501, 'not_implemented'])
    for (const [fields, expected] of bad) {
      const refused = await send(path, kind, fields)
      expect([refused.status, complaints(refused.body).sort()], path).toEqual([422, expected])
    }
    expect(await traces(app, customer)).toEqual(before)
    await expect.poll(() => filesIn(join(app.dataFolder, 'incoming'))).toEqual([])
  })

  test('names unknown fields, and requires a credential first', async () => {
    const ignored = await send(path, kind, { ...good, colour: 'blue' })
    expect([ignored.status, ignored.headers.get('x-ignored-fields')]).toEqual([501, 'colour'])
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(401)
  })
})

test('an optional form that is left out equals an empty one', async () => {
  const answer = await fetch(`${app.url}/api/mobile/jobs/assets`, { method: 'POST', headers: customer.headers })
  expect(answer.status).toBe((await sendForm(app, customer, '/api/mobile/jobs/assets', {})).status)
})
