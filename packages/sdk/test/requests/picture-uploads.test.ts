import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { ImageInput } from '../../src/index.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { fileIn, fileWith, jpeg, stored } from '../support/picture-bytes.ts'
import { clientOf, type Early, json, refusal, serve, silence, text } from '../support/scripted-server.ts'

const BYTES = jpeg(50_000)
const kept = { ...stored, expires_at: '2100-01-01T00:00:00Z' }

interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly format?: string
  readonly items?: Schema
}
interface Operation {
  readonly operationId: string
  readonly 'x-retired'?: boolean
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const document = JSON.parse(await readFile(new URL('../../../../openapi/dist/openapi.json', import.meta.url), 'utf8'))
const fieldsOf = ({ $ref, allOf = [], properties = {} }: Schema): Readonly<Record<string, Schema>> => ({
  ...($ref && fieldsOf(document.components.schemas[$ref.split('/').at(-1) ?? ''])),
  ...Object.assign({}, ...allOf.map(fieldsOf)),
  ...properties,
})

/** Fields of JSON bodies that hold addresses. */
const addresses = Object.values<Record<string, Operation>>(document.paths).flatMap((item) =>
  Object.values(item).flatMap(({ operationId, requestBody, ...marks }) => {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema || marks['x-retired'] || operationId.startsWith('receivers.')) return []
    return Object.keys(fieldsOf(schema))
      .filter((name) => /url|reference_images/i.test(name))
      .map((name) => [operationId, name] as const)
  }),
)

/** Addresses of something that is no picture. */
const OTHERS = ['url', 'return_url', 'menu_url']
const pictures = addresses.filter(([, name]) => !OTHERS.includes(name))

type Method = (body: object, options?: object) => PromiseLike<unknown>

/** Calls a method of a client whose server stores uploads and refuses everything else. Returns the requests. */
async function sent(id: string, body: object, ...uploads: Early[]) {
  const server = await serve(...(uploads.length > 0 ? uploads : [json(200, kept)]), refusal(400, 'prompt_required'))
  const [noun = '', name = ''] = id.split('.')
  const methods = clientOf(server)[noun as 'images'] as unknown as Readonly<Record<string, Method>>
  await expect(methods[name]?.(body)).rejects.toMatchObject({ code: 'prompt_required' })
  return server.requests
}

const isList = (name: string) => /s$/.test(name)
const bodyOf = (requests: Awaited<ReturnType<typeof sent>>) => JSON.parse(String(requests.at(-1)?.body))

test('every operation with a picture is tried here', () => {
  expect(pictures.length).toBeGreaterThan(30)
})

test.each(pictures)('%s takes bytes in %s, uploads them and sends their address', async (id, name) => {
  const requests = await sent(id, { [name]: isList(name) ? [BYTES] : BYTES })
  expect(requests.map(({ url }) => url)[0]).toBe('/api/mobile/uploads')
  expect((await fileIn(requests[0]!)).bytes.equals(BYTES)).toBe(true)
  expect(bodyOf(requests)).toEqual({ [name]: isList(name) ? [kept.url] : kept.url })
})

describe('a picture is given in any form', () => {
  const forms: Record<string, () => Promise<ImageInput>> = {
    '{ path }': async () => ({ path: await fileWith('a.jpg', BYTES) }),
    Blob: async () => new Blob([BYTES]),
    'a web stream': async () => new Blob([BYTES]).stream(),
    'a Node stream': async () => createReadStream(await fileWith('a.jpg', BYTES)),
    Response: async () => fetch(`${(await serve(text(200, BYTES, 'image/jpeg'))).url}/ramen.jpg`),
  }
  test.each(Object.entries(forms))('%s, by the name of the API and by its short name', async (_, form) => {
    for (const name of ['image_url', 'image']) {
      const requests = await sent('images.upscale', { [name]: await form(), scale: 4 })
      expect((await fileIn(requests[0]!)).bytes.equals(BYTES)).toBe(true)
      expect(bodyOf(requests)).toEqual({ image_url: kept.url, scale: 4 })
    }
  })

  test('several at once, beside addresses', async () => {
    const url = 'https://example.com/a.jpg'
    const requests = await sent('images.compose', { images: [url, new URL(url), BYTES], prompt: 'on slate' })
    expect(bodyOf(requests)).toEqual({ image_urls: [url, url, kept.url], prompt: 'on slate' })
  })

  test('photos.enhance knows the name of the API too', async () => {
    expect(bodyOf(await sent('photos.enhance', { imageUrl: BYTES }))).toEqual({ imageUrl: kept.url })
  })

  test('in the parameters of a job and the body of an estimate', async () => {
    const server = await serve(json(200, kept), json(200, { job_id: 'run_1' }), json(200, { credits: 2 }))
    const client = clientOf(server)
    await client.jobs.submit('upscale', { image: BYTES })
    await client.service.estimate({ path: '/api/upscale', body: { image_url: BYTES } })
    const [, job, estimate] = server.requests.map(({ body }) => body.toString())
    expect(JSON.parse(job ?? '')).toEqual({ job_type: 'upscale', params: { image_url: kept.url } })
    expect(JSON.parse(estimate ?? '')).toEqual({ path: '/api/upscale', body: { image_url: kept.url } })
  })

  test('a form takes an address: its picture is fetched without a credential, and sent', async () => {
    const elsewhere = await serve(text(200, BYTES, 'image/jpeg'))
    const server = await serve(json(200, stored))
    await clientOf(server).mobile.enhance({ image: `${elsewhere.url}/ramen.jpg` })
    expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined()
    expect((await fileIn(server.requests[0]!)).bytes.equals(BYTES)).toBe(true)
  })
})

describe('equal bytes are uploaded once', () => {
  test('within a call and across calls, whatever they are given as', async () => {
    const server = await serve(json(200, kept), json(200, { result_url: 'https://example.com/b.jpg' }))
    const client = clientOf(server)
    await client.images.compose({ images: [BYTES, new Blob([BYTES])], prompt: 'on slate' })
    await client.images.upscale({ image: { path: await fileWith('b.jpg', BYTES) } })
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/mobile/uploads', '/api/compose', '/api/upscale'])
  })

  test('but again once the server no longer keeps them, and after an upload that failed', async () => {
    const again = await sent('images.compose', { images: [BYTES, BYTES] }, json(200, stored), json(200, kept))
    expect(again).toHaveLength(3)
    const server = await serve(refusal(400, 'image_unreadable'), json(200, kept), json(200, {}))
    const client = clientOf(server)
    await expect(client.images.upscale({ image: BYTES })).rejects.toMatchObject({ code: 'image_unreadable' })
    await client.images.upscale({ image: BYTES })
    expect(server.requests).toHaveLength(3)
  })

  test('the abort of one call leaves another with the same picture alone', async () => {
    const server = await serve(silence, json(200, kept), json(200, {}))
    const client = clientOf(server)
    const stop = new AbortController()
    const first = client.images.upscale({ image: BYTES }, { signal: stop.signal })
    await expect.poll(() => server.requests.length).toBe(1)
    const second = client.images.upscale({ image: BYTES })
    stop.abort()
    await expect(first).rejects.toMatchObject({ code: 'aborted' })
    await second
    expect(server.requests).toHaveLength(3)
  })
})

test('a key and maxCredits are for the work, other options for the upload too', async () => {
  const server = await serve(json(200, kept), json(200, {}))
  const options = { idempotencyKey: 'menu-17', maxCredits: 1, headers: { 'X-Trace': 'a' } }
  await clientOf(server).images.upscale({ image: BYTES }, options)
  const [upload, work] = server.requests.map(({ headers }) => headers)
  expect(work).toMatchObject({ 'idempotency-key': 'menu-17', 'x-max-credits': '1', 'x-trace': 'a' })
  expect(upload).toMatchObject({ 'x-trace': 'a' })
  expect(upload?.['x-max-credits']).toBeUndefined()
  expect(upload?.['idempotency-key']).not.toBe('menu-17')
})

test('an upload reports its progress up to its size, and in every attempt anew', async () => {
  const server = await serve(refusal(503, 'overloaded'), json(200, kept), json(200, {}))
  const seen: { sentBytes: number; totalBytes: number | null }[] = []
  const big = jpeg(600_000)
  await clientOf(server, { clock: hurriedClock() }).images.upscale(
    { image: { path: await fileWith('a.jpg', big) } },
    { onUploadProgress: (progress) => seen.push(progress) },
  )
  const ends = seen.filter(({ sentBytes }) => sentBytes === big.length)
  expect(ends).toHaveLength(2)
  expect(seen.length).toBeGreaterThan(ends.length)
  expect(new Set(seen.map(({ totalBytes }) => totalBytes))).toEqual(new Set([big.length]))
})
