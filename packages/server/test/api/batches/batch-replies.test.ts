import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const postJson = async (path: string, body: object, headers: Record<string, string>): Promise<unknown> => {
  const reply = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return reply.json()
}

const { BatchRequest } = (document.components?.schemas ?? {}) as Record<
  string,
  { properties: { operation: { enum: string[] } } }
>

test.each(BatchRequest!.properties.operation.enum)(
  'an item of a batch over %s has the same result as the call for one picture',
  async (operation) => {
    const { client, headers, credits } = await app.customer({ credits: 10 })
    const { url } = await client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240 })))
    const params = operation === 'platform-optimize' ? { platform: 'ubereats.item' } : {}
    const { job_id } = await client.images.batchProcess({
      image_urls: [url],
      operation: operation as 'enhance',
      params,
    })
    const done = await jobEnded(client, job_id)
    expect(done).toMatchObject({ status: 'SUCCESS' })
    const spent = 10 - (await credits())
    const alone = (await postJson(`/api/${operation}`, { image_url: url, ...params }, headers)) as object
    const item = itemsOf(done)[0]!.result!
    expect(Object.keys(item).sort()).toEqual(Object.keys(alone).sort())
    expect(item.credits_used).toBe(spent)
  },
)
