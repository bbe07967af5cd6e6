import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, jpeg } from '../support/picture-bytes.ts'
import { clientOf, type Early, json, serve, text } from '../support/scripted-server.ts'

const BYTES = jpeg(20_000)
const made = { id: 'run_1', status: 'completed', credits_used: 1 }

/** A server that answers with these fields and serves every file. `HOST` in the fields is its own address. */
const serving = (fields: object): Promise<Awaited<ReturnType<typeof serve>>> => {
  const reply: Early = (response, request) => {
    if (request.url.startsWith('/files/')) return text(200, BYTES, 'image/jpeg')(response, request)
    const own = JSON.stringify({ ...made, ...fields }).replaceAll('HOST', `http://${request.headers.host}`)
    return json(200, JSON.parse(own))(response, request)
  }
  return serve(reply)
}

test('a result with one picture saves it, without the key', async () => {
  const server = await serving({ result_url: 'HOST/files/a.jpg' })
  const path = join(await folder(), 'new', 'a.jpg')
  const client = clientOf(server)
  const result = await client.images.upscale({ image_url: 'https://example.com/a.jpg' })
  expect(await client.images.download(result, path)).toEqual({
    path,
    sizeBytes: BYTES.length,
    contentType: 'image/jpeg',
  })
  expect((await readFile(path)).equals(BYTES)).toBe(true)
  expect(server.requests.at(-1)?.headers.authorization).toBeUndefined()
  expect((await client.images.content(result.result_url)).ok).toBe(true)
})

test('of several pictures one is chosen by its position, and one that is missing is named', async () => {
  const server = await serving({ images: [{ url: 'HOST/files/0.jpg' }, { url: 'HOST/files/1.jpg' }] })
  const { images } = clientOf(server)
  const result = await images.generateV2({ prompt: 'Tacos on slate', num_outputs: 2 })
  await images.download(result, join(await folder(), 'b.jpg'), { index: 1 })
  expect(server.requests.at(-1)?.url).toBe('/files/1.jpg')
  await expect(images.content(result, { index: 2 })).rejects.toMatchObject({
    code: 'picture_missing',
    message: 'There is no picture 2 of 2.',
  })
  expect((await (await images.content(result)).arrayBuffer()).byteLength).toBe(BYTES.length)
})

test('results of forms, layers and jobs are read in the same way, and one without pictures is refused', async () => {
  const { url, requests } = await serving({})
  const { images } = clientOf({ url })
  await images.content({ enhanced_url: `${url}/files/e.jpg` })
  await images.content({ layers: [{ mask_url: `${url}/files/dish.png` }] })
  expect(requests.map((request) => request.url)).toEqual(['/files/e.jpg', '/files/dish.png'])
  await expect(images.content({ images: [] })).rejects.toMatchObject({ code: 'picture_missing' })
  await expect(images.content({ caption: 'Tacos' } as never)).rejects.toMatchObject({ code: 'picture_missing' })
})
