import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'

let app: TestApp
let customer: Customer
let url: string

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 200 })
  url = (await customer.client.uploads.create(new Uint8Array(await dishPhoto({ width: 320, height: 240 })))).url
})
afterAll(() => app.close())

const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const reply = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const json = (await reply.json()) as Record<string, unknown>
  if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(json)}`)
  return json
}

const bytesAt = async (address: unknown) => Buffer.from(await (await fetch(String(address))).arrayBuffer())

/** The replies about one picture after some steps. */
async function processed(body: { steps: string[] } & Record<string, unknown>, image_urls = [url]) {
  const { job_id } = await ask('/api/process', { image_urls, ...body })
  return itemsOf(await jobEnded(customer.client, String(job_id)))
}

const resultOf = async (body: { steps: string[] } & Record<string, unknown>) => {
  const [item] = await processed(body)
  expect(item).toMatchObject({ status: 'completed' })
  return item!.result!
}

test.each([
  ['upscale', '/api/upscale'],
  ['remove_background', '/api/remove-background'],
  ['enhance_colors', '/api/enhance-colors'],
  ['relight', '/api/relight'],
])('the step %s alone gives the default result of %s at the same price', async (step, path) => {
  const before = await customer.credits()
  const alone = await ask(path, { image_url: url })
  const between = await customer.credits()
  const result = await resultOf({ steps: [step] })
  expect([between - (await customer.credits()), result.credits_used]).toEqual([before - between, alone.credits_used])
  expect([result.engine, result.faithfulness, result.warnings]).toEqual([
    alone.engine,
    alone.faithfulness,
    alone.warnings,
  ])
  const [mine, theirs] = await Promise.all(
    [result, alone].map(async ({ result_url }) => {
      const { data, info } = await sharp(await bytesAt(result_url))
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { data, size: [info.width, info.height, info.channels] }
    }),
  )
  expect(mine!.size).toEqual(theirs!.size)
  expect(mine!.data.equals(theirs!.data)).toBe(true)
})

test('steps run in the given order on one picture, and all of them decide size, transparency, price and class', async () => {
  const before = await customer.credits()
  const steps = ['enhance_colors', 'relight', 'remove_background', 'upscale']
  const result = await resultOf({ steps, scale: 4 })
  expect(result).toMatchObject({
    status: 'completed',
    width: 1280,
    height: 960,
    credits_used: 5,
    faithfulness: 'retouch',
  })
  expect(before - (await customer.credits())).toBe(5)
  const cut = await sharp(await bytesAt(result.result_url)).metadata()
  expect([cut.format, cut.width, cut.height, cut.hasAlpha]).toEqual(['png', 1280, 960, true])

  const other = await resultOf({ steps: ['upscale', 'enhance_colors'] })
  const same = await resultOf({ steps: ['upscale', 'enhance_colors'] })
  const turned = await resultOf({ steps: ['enhance_colors', 'upscale'] })
  const [a, b, c] = await Promise.all([other, same, turned].map(({ result_url }) => bytesAt(result_url)))
  expect(a!.equals(b!)).toBe(true)
  expect(a!.equals(c!)).toBe(false)
})

test('the requested format is written, on white if it has no transparency', async () => {
  const jpeg = await resultOf({ steps: ['remove_background'], format: 'jpeg' })
  const bytes = await bytesAt(jpeg.result_url)
  expect((await sharp(bytes).metadata()).format).toBe('jpeg')
  const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 4, height: 4 }).raw().toBuffer()
  expect(Math.min(...corner)).toBeGreaterThan(245)
  const webp = await resultOf({ steps: ['enhance_colors'], format: 'webp' })
  expect((await sharp(await bytesAt(webp.result_url)).metadata()).format).toBe('webp')
})

test('a picture that a step refuses stops no other, and is not charged', async () => {
  const plain = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const nothing = (await customer.client.uploads.create(new Uint8Array(plain))).url
  const long = await sharp({ create: { width: 5000, height: 40, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  const tooLong = (await customer.client.uploads.create(new Uint8Array(long))).url
  const before = await customer.credits()
  const items = await processed({ steps: ['upscale', 'remove_background'], scale: 4 }, [nothing, url, tooLong])
  expect(items.map(({ status, error }) => error?.code ?? status)).toEqual([
    'subject_not_found',
    'completed',
    'result_too_large',
  ])
  expect(before - (await customer.credits())).toBe(3)
})

test.each([
  [{ steps: [] }, 'body.steps'],
  [{ steps: ['upscale', 'upscale'] }, 'body.steps'],
  [{ steps: ['fry'] }, 'body.steps.0'],
  [{ steps: ['upscale'], scale: 3 }, 'body.scale'],
  [{}, 'body.steps'],
])('%j is refused with its location', async (body, place) => {
  const reply = await fetch(`${app.url}/api/process`, {
    method: 'POST',
    headers: { ...customer.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image_urls: [url], ...body }),
  })
  const { detail } = (await reply.json()) as { detail: { loc: unknown[] }[] }
  expect([reply.status, detail[0]?.loc.join('.')]).toEqual([422, place])
})
