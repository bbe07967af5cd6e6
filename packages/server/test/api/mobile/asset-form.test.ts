import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const BAD: readonly (readonly [object, readonly string[]])[] = [
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
]

test.each(['/api/mobile/jobs/assets', '/api/mobile/assets'])(
  'a form that does not fit the document is refused by %s, with its locations, and stores nothing',
  async (path) => {
    const before = await traces(app, customer)
    for (const [fields, expected] of BAD) {
      const refused = await sendForm(app, customer, path, fields as Fields)
      expect([refused.status, complaints(refused.body).sort()], path).toEqual([422, [...expected]])
    }
    expect(await traces(app, customer)).toEqual(before)
    await expect.poll(() => filesIn(join(app.dataFolder, 'incoming'))).toEqual([])
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(401)
  },
)
