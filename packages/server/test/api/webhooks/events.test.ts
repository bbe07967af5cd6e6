import { sign, verifyWebhook } from '@platelight/webhook-verifier'
import { signPayload } from '@platelight/webhook-verifier/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a receiver verifies the stored events with their signatures, and its types fit them', async () => {
  const { client, accountId } = await app.customer({ credits: 2 })
  const image = new Uint8Array(await dishPhoto({ width: 320, height: 240 }))
  const photo = await client.photos.enhance({ image, formats: ['square'], upscale: false })
  await client.photos.delete(photo.id)
  const rows = await app.core.database.db
    .selectFrom('events')
    .select(['id', 'type', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  expect(rows.map(({ type }) => type)).toEqual([
    'photo.enhancement.started',
    'photo.enhancement.completed',
    'photo.deleted',
  ])

  for (const { id, type, body } of rows) {
    const { event } = await verifyWebhook(body, await sign(body, secret), { secrets: secret })
    expect(event).toMatchObject({ id, type })
    expect(await sign(body, secret)).toBe(signPayload(body, secret).headers['x-service-signature'])
    if (event.type === 'photo.enhancement.completed') {
      const { enhanced, metadata, creditsUsed } = event.data.photo
      expect(enhanced.square).toMatch(/^http/)
      expect(metadata.processingTime).toBeGreaterThan(0)
      expect(creditsUsed).toBe(1)
    }
    const altered = body.replace(photo.id, `${photo.id}x`)
    const refused = verifyWebhook(altered, await sign(body, secret), { secrets: secret })
    await expect(refused).rejects.toMatchObject({ status: 401 })
  }
})
