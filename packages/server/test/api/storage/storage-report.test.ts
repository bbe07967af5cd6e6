import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/durations.ts'
import { storedBlobs } from '../../support/blobs/stored-blobs.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let now = Date.parse('2026-11-21T12:00:00Z')
const env = { PLATELIGHT_RETENTION_RESULTS_DAYS: 'Free=30', PLATELIGHT_RETENTION_ORIGINALS_DAYS: 'Pro=5' }
let app: TestApp
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) }, env })
})
afterAll(() => app.close())

/** Without the mark of the owner of a shared store. */
const bytesIn = async () =>
  (await storedBlobs(app.dataFolder))
    .filter(({ key }) => !key.endsWith('owner'))
    .reduce((sum, { bytes }) => sum + bytes, 0)
const report = () => app.operator.reportStorage()

test('the report sums up what is stored, by plan and account, what is deleted next, and how fast it grows', async () => {
  const [free, pro] = [await app.customer({ plan: 'Free' }), await app.customer({ plan: 'Pro' })]
  expect(await report()).toMatchObject({ plans: [], largest: [], due: { photos: 0, bytes: 0 } })
  for (const { client } of [free, pro, pro]) {
    const { url } = await client.uploads.create(await dishPhoto())
    await client.images.enhance({ image_url: url })
  }
  const { pictures, plans, largest, forecast, database, folder } = await report()
  const { store: _, ...kinds } = pictures
  const stored = await bytesIn()
  expect(Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0)).toBe(stored)
  expect(kinds).toMatchObject({ others: 0 })
  expect(largest.map(({ email, plan }) => [email, plan])).toEqual([
    [pro.email, 'Pro'],
    [free.email, 'Free'],
  ])
  expect(plans).toContainEqual(expect.objectContaining({ plan: 'Free', accounts: 1 }))
  expect(forecast.added_bytes_a_week).toBe(Math.round((stored - pictures.uploads) / 4))
  expect(database.bytes).toBeGreaterThan(10_000)
  expect(folder.free_bytes).toBeGreaterThan(0)

  now += 5.1 * DAY_MS
  const { due } = await report()
  expect(due).toEqual({ photos: 0, originals: 2, bytes: expect.any(Number) })
  now += 20 * DAY_MS
  const { forecast: later } = await report()
  const [ofFree] = plans.filter(({ plan }) => plan === 'Free')
  expect(later.deleted_bytes_a_week).toBe(ofFree!.originals + ofFree!.results + ofFree!.thumbnails)
})
