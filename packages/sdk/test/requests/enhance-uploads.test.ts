import { expect, test } from 'vitest'
import { fileWith, jpeg, stored } from '../support/picture-bytes.ts'
import { clientOf, json, photo, serve } from '../support/scripted-server.ts'

const BYTES = jpeg(200_000)

test('an address is sent without an upload', async () => {
  const server = await serve(json(200, photo()))
  const image = new URL('https://example.com/a.jpg')
  await clientOf(server).photos.enhance({ image, preset: 'social-media', formats: ['square'], upscale: false })
  expect(server.requests).toHaveLength(1)
  expect(JSON.parse(String(server.requests[0]?.body))).toEqual({
    imageUrl: 'https://example.com/a.jpg',
    preset: 'social-media',
    formats: ['square'],
    upscale: false,
  })
})

test('any other input is uploaded first, and the address of the upload is enhanced', async () => {
  const server = await serve(json(200, stored), json(200, photo()))
  await clientOf(server).photos.enhance({ image: { path: await fileWith('a.jpg', BYTES) }, removeBackground: true })
  expect(server.requests.map(({ url }) => url)).toEqual(['/api/mobile/uploads', '/v1/photos/enhance'])
  expect(JSON.parse(String(server.requests[1]?.body))).toEqual({ imageUrl: stored.url, removeBackground: true })
})

test('the key and maxCredits apply to the enhancement, not to the upload', async () => {
  const server = await serve(json(200, stored), json(200, photo()))
  await clientOf(server).photos.enhance({ image: BYTES }, { idempotencyKey: 'menu-17', maxCredits: 1 })
  const [upload, enhance] = server.requests.map(({ headers }) => headers)
  expect(enhance).toMatchObject({ 'idempotency-key': 'menu-17', 'x-max-credits': '1' })
  expect(upload?.['idempotency-key']).not.toBe('menu-17')
  expect(upload?.['x-max-credits']).toBeUndefined()
})

test('a string that is not an address is refused with an explanation', async () => {
  const server = await serve(json(200, photo()))
  const error = await clientOf(server)
    .photos.enhance({ image: './ramen.jpg' })
    .catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'image_url_invalid', attempts: 0, message: expect.stringContaining('{ path:') })
  expect(server.requests).toHaveLength(0)
})

test('an enhanced photo has the fields of the response, and a download method that is not in its JSON', async () => {
  const server = await serve(json(200, photo()))
  const enhanced = await clientOf(server).photos.enhance({ image: 'https://example.com/a.jpg' })
  expect(JSON.parse(JSON.stringify(enhanced))).toEqual(photo())
  expect(enhanced.download).toBeInstanceOf(Function)
})

test('an unknown status is passed on', async () => {
  const server = await serve(json(200, photo({ status: 'simmering', engine: 'brand-new' })))
  const { data } = await clientOf(server).photos.enhance({ image: 'https://example.com/a.jpg' }).withResponse()
  expect(data).toMatchObject({ status: 'simmering', engine: 'brand-new' })
})
