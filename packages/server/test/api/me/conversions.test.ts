import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { jobEnded } from '../../support/submit-batches.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('pictures for platforms are listed, the newest first, also those of a batch, and no other pictures', async () => {
  const { client } = await app.customer()
  const { url: image_url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240 })))
  expect(await client.me.conversions()).toMatchObject({ items: [], nextCursor: null })
  const exported = await client.exports.platform({ image_url, platform: 'ubereats.item' })
  await client.images.relight({ image_url })
  const optimized = await client.images.platformOptimize({ image_url, platform: 'deliveroo.item' })
  const { items } = await client.me.conversions()
  expect(items.map(({ id, platform, result_url }) => [id, platform, result_url])).toEqual([
    [optimized.id, 'deliveroo.item', optimized.result_url],
    [exported.id, 'ubereats.item', exported.result_url],
  ])
  const { width, height, format } = exported
  expect(items[1]).toMatchObject({ width, height, format })
  for (const { original_url } of items) expect((await fetch(original_url)).status).toBe(200)

  const first = await client.me.conversions({ limit: 1 })
  const second = await client.me.conversions({ limit: 1, cursor: first.nextCursor! })
  expect(second.items.map(({ id }) => id)).toEqual([exported.id])

  const batch = {
    image_urls: [image_url],
    operation: 'platform-optimize' as const,
    params: { platform: 'doordash.item' },
  }
  await jobEnded(client, (await client.images.batchProcess(batch)).job_id)
  expect((await client.me.conversions()).items.map(({ platform }) => platform)).toEqual([
    'doordash.item',
    'deliveroo.item',
    'ubereats.item',
  ])
  expect((await (await app.customer()).client.me.conversions()).items).toEqual([])
})
