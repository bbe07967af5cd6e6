import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PictureFilter } from '@platelight/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dishPhoto } from '../../support/dish-photos.ts'
import { gatedEngine } from '../../support/gated-engine.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let photo: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  app = await startApp()
  photo = new Uint8Array(await dishPhoto({ width: 160, height: 120 }))
})
afterAll(() => app.close())

const enhance = { formats: ['square' as const], upscale: false }
const broken = () => photo.slice(0, photo.length - 500)

test('a finished picture has both ids, every output, and a link to its original that works', async () => {
  const { client } = await app.customer()
  const made = await client.photos.enhance({ image: photo, formats: ['portrait', 'square'], upscale: false })
  const { items, nextCursor } = await client.me.images()
  expect(nextCursor).toBe(null)
  const [image] = items
  expect(image).toMatchObject({
    id: expect.any(Number),
    photo_id: made.id,
    operation: 'enhance',
    url: made.enhanced.portrait,
    faithfulness: 'faithful',
    created_at: made.metadata.processedAt,
  })
  expect(image?.outputs.map(({ name, url }) => [name, url])).toEqual(Object.entries(made.enhanced))
  for (const { url, width, height } of image!.outputs) {
    const file = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
    expect([file.width, file.height]).toEqual([width, height])
  }
  expect(image).toMatchObject({ width: image!.outputs[0]!.width, height: image!.outputs[0]!.height })
  const original = await fetch(image!.original_url!)
  expect(Buffer.from(await original.arrayBuffer()).equals(photo)).toBe(true)
})

test('only finished runs with pictures are listed, the last finished first', async () => {
  const gate = gatedEngine()
  const other = await startApp({ engine: gate.engine })
  const { client, runs } = await other.customer()
  const bad = await client.uploads.create(broken())
  const failing = client.photos.enhance({ image: bad.url, ...enhance }).catch((error) => error)
  const making = client.photos.enhance({ image: photo, ...enhance })
  await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['running', 'running'])
  expect((await client.me.images()).items).toEqual([])
  gate.open()
  await failing
  const { id } = await making
  expect((await client.me.images()).items.map(({ photo_id }) => photo_id)).toEqual([id])

  // An older run that finishes later comes before a younger one, so that a reader of the first page misses nothing.
  const second = await client.photos.enhance({ image: photo, ...enhance })
  const { db } = other.core.database
  await db.updateTable('runs').set({ finished_at: '2999-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
  const listed = (await client.me.images()).items
  expect(listed.map(({ photo_id }) => photo_id)).toEqual([id, second.id])
  expect(listed[0]!.id).toBeLessThan(listed[1]!.id)
  const third = await client.photos.enhance({ image: photo, ...enhance })
  const paged: string[] = []
  for await (const { photo_id } of client.me.images({ limit: 1 })) paged.push(photo_id)
  expect(paged).toEqual([id, third.id, second.id])
  await other.close()
})

test('pictures are narrowed by operation, platform and time, page by page, and a text of the caller is no platform', async () => {
  const { client } = await app.customer({ credits: 6 })
  const { url: image_url } = await client.uploads.create(photo)
  const fitted = await client.exports.platform({ image_url, platform: 'ubereats.item' })
  await client.exports.platform({ image_url, platform: 'deliveroo.cover' })
  const larger = await client.images.upscale({ image_url })
  const params = JSON.stringify({ instruction: 'warmer, {"platform":"ubereats.item"}' })
  await app.core.database.db.updateTable('runs').set({ params }).where('id', '=', larger.id).execute()
  const photosOf = async (filter: PictureFilter) =>
    (await client.me.images({ limit: 1, ...filter }).toArray({ limit: 9 })).map(({ photo_id }) => photo_id)
  expect(await photosOf({ platform: 'ubereats.item' })).toEqual([fitted.id])
  expect(await photosOf({ operation: 'upscale' })).toEqual([larger.id])
  expect(await photosOf({ operation: 'upscale', platform: 'ubereats.item' })).toEqual([])
  expect(await photosOf({ operation: 'export-platform' })).toHaveLength(2)
  const [newest] = (await client.me.images({ operation: 'upscale' })).items
  const at = newest?.created_at ?? ''
  expect(await photosOf({ operation: 'upscale', since: at })).toEqual([larger.id])
  expect(await photosOf({ operation: 'upscale', until: at })).toEqual([])
  expect(await photosOf({ operation: 'upscale', since: at.replace('Z', '-01:00') })).toEqual([])
  await expect(client.me.images({ platform: 'u' })).rejects.toMatchObject({ status: 422 })
  await expect(client.me.images({ since: 'yesterday' })).rejects.toMatchObject({ status: 422 })
})

test('a thumbnail is made once, however many ask, is kept by its reader alone, and goes with its picture', async () => {
  const { client } = await app.customer()
  const large = new Uint8Array(await dishPhoto({ width: 1200, height: 900 }))
  const { enhanced, id } = await client.photos.enhance({ image: large, formats: ['original'], upscale: false })
  const address = `${enhanced.original}?size=thumbnail`
  const read = async () => {
    const reply = await fetch(address)
    expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    return Buffer.from(await reply.arrayBuffer())
  }
  const [first, ...others] = await Promise.all([read(), read(), read()])
  expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
  expect(others.every((other) => other.equals(first!))).toBe(true)
  expect(await read()).toEqual(first)
  const { db } = app.core.database
  const rows = () => db.selectFrom('run_images').select('role').where('run_id', '=', id).execute()
  expect((await rows()).map(({ role }) => role).sort()).toEqual(['original', 'output', 'thumbnail'])
  expect((await client.me.images()).items[0]?.outputs).toHaveLength(1)
  await client.photos.delete(id)
  expect((await fetch(address)).status).toBe(404)
  expect(await rows()).toEqual([])
  expect((await fetch(`${app.url}/files/nothing.jpg?size=thumbnail`)).status).toBe(404)
  expect((await fetch(`${app.url}/files/nothing.jpg?size=huge`)).status).toBe(422)
})

test('deleting the picture deletes the photo, frees its files, and sends one event with the string id', async () => {
  const { client, credits, events } = await app.customer({ credits: 3 })
  const made = await client.photos.enhance({ image: photo, ...enhance })
  const [image] = (await client.me.images()).items
  const reply = await client.me.deleteImage(image!.id)
  expect(reply).toEqual({ id: image!.id, photo_id: made.id, status: 'deleted', deleted_at: expect.any(String) })

  await expect(client.photos.get(made.id)).rejects.toMatchObject({ status: 404 })
  await expect(client.photos.delete(made.id)).rejects.toMatchObject({ status: 404 })
  await expect(client.me.deleteImage(image!.id)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect((await client.me.images()).items).toEqual([])
  expect((await client.account.generations()).items).toEqual([])
  expect((await client.me.jobs()).items).toEqual([])
  expect((await fetch(image!.url)).status).toBe(404)
  expect((await fetch(image!.original_url!)).status).toBe(404)
  expect((await events()).filter(({ type }) => type === 'photo.deleted').map(({ data }) => data)).toEqual([
    { photo: { id: made.id, deletedAt: reply.deleted_at } },
  ])
  expect(await credits()).toBe(2)
})

test('deleting the photo deletes the picture', async () => {
  const { client } = await app.customer()
  const made = await client.photos.enhance({ image: photo, ...enhance })
  const [image] = (await client.me.images()).items
  await client.photos.delete(made.id)
  expect((await client.me.images()).items).toEqual([])
  await expect(client.me.deleteImage(image!.id)).rejects.toMatchObject({ status: 404 })
})

test('a picture of another operation is not in the list of photos, but its id opens and deletes it', async () => {
  const { client, events } = await app.customer()
  const { url } = await client.uploads.create(photo)
  const reply = await client.images.upscale({ image_url: url })
  const [image] = (await client.me.images()).items
  expect(image).toMatchObject({
    photo_id: reply.id,
    operation: 'upscale',
    url: reply.result_url,
    width: 320,
    height: 240,
  })
  expect((await fetch(image!.original_url!)).status).toBe(200)
  expect(unsigned((await client.me.jobs()).items[0]?.result)).toEqual(unsigned(reply))
  expect(await client.photos.list().toArray({ limit: 5 })).toEqual([])
  expect(await client.photos.get(reply.id)).toMatchObject({
    status: 'completed',
    enhanced: { original: reply.result_url },
    metadata: { preset: 'upscale' },
  })

  await client.me.deleteImage(image!.id)
  await expect(client.photos.get(reply.id)).rejects.toMatchObject({ status: 404 })
  const again = await client.images.upscale({ image_url: url })
  await client.photos.delete(again.id)
  expect((await client.me.images()).items).toEqual([])
  expect(await events()).toMatchObject([
    { type: 'photo.deleted', data: { photo: { id: reply.id } } },
    { type: 'photo.deleted', data: { photo: { id: again.id } } },
  ])
})

test('of many simultaneous deletions of one picture, by either id, one succeeds: one event, and an unchanged ledger', async () => {
  const { client, headers, credits, entries, events } = await app.customer({ credits: 3 })
  const made = await client.photos.enhance({ image: photo, ...enhance })
  const [image] = (await client.me.images()).items
  const books = await entries()
  const ways = [`/v1/photos/${made.id}`, `/api/me/images/${image!.id}`]
  const statuses = await atOnce(
    app.url,
    headers,
    Array.from({ length: 24 }, (_, index) => ways[index % 2]!),
  )
  expect(statuses.sort()).toEqual([200, ...Array(23).fill(404)])
  expect((await events()).filter(({ type }) => type === 'photo.deleted')).toHaveLength(1)
  expect(await entries()).toEqual(books)
  expect(await credits()).toBe(2)
})

test("another account's picture, an unknown one and a failed one are not found, and nothing happens to them", async () => {
  const [owner, stranger] = await Promise.all([app.customer(), app.customer()])
  const made = await owner.client.photos.enhance({ image: photo, ...enhance })
  await expect(
    owner.client.photos.enhance({ image: (await owner.client.uploads.create(broken())).url }),
  ).rejects.toThrow()
  const [image] = (await owner.client.me.images()).items
  const [failed] = (await owner.client.me.jobs({ status: 'failed' })).items
  const theirs = await stranger.client.me.deleteImage(image!.id).catch((error) => error)
  const nobodys = await stranger.client.me.deleteImage(Number.MAX_SAFE_INTEGER).catch((error) => error)
  expect(theirs).toMatchObject({ status: 404, code: 'not_found', message: nobodys.message })
  await expect(owner.client.me.deleteImage(failed!.id)).rejects.toMatchObject({ status: 404 })
  expect((await owner.client.photos.get(made.id)).status).toBe('completed')
  expect((await stranger.client.me.images()).items).toEqual([])
})

test("pages meet without gap or repeat while pictures come and go; another account's cursor shows nothing of it", async () => {
  const [owner, stranger] = await Promise.all([app.customer(), app.customer()])
  const { client } = owner
  const { url } = await client.uploads.create(photo)
  const make = async () => (await client.photos.enhance({ image: url, ...enhance })).id
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.unshift(await make())
  // All of them at the same time: the position in the list is still exact.
  await app.core.database.db
    .updateTable('runs')
    .set({ finished_at: '2020-01-01T00:00:00.000Z' })
    .where('account_id', '=', owner.accountId)
    .execute()

  const seen: string[] = []
  for await (const { items } of client.me.images({ limit: 2 }).pages()) {
    seen.push(...items.map(({ photo_id }) => photo_id))
    await make()
    await client.me.deleteImage(items.at(-1)!.id)
  }
  expect(seen).toEqual(ids)

  const { nextCursor } = await client.me.images({ limit: 1 })
  expect((await stranger.client.me.images({ cursor: nextCursor! })).items).toEqual([])
  const foreign = (await client.account.generations({ limit: 1 })).nextCursor!
  for (const cursor of ['nonsense', foreign]) {
    await expect(client.me.images({ cursor })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['query', 'cursor'] }],
    })
  }
  await expect(client.me.images({ limit: 0 })).rejects.toMatchObject({ status: 422 })
})

test.each(['0', '-1', '1.5', 'one', '9007199254740993'])('an id such as %s is refused by name', async (id) => {
  const { headers } = await app.customer()
  const reply = await fetch(`${app.url}/api/me/images/${id}`, { method: 'DELETE', headers })
  expect([reply.status, (await reply.json()).detail[0].loc]).toEqual([422, ['path', 'image_id']])
})

/** A reply without the parts that are signed anew on every read. */
const unsigned = (reply: unknown) => JSON.parse(JSON.stringify(reply).replace(/\?exp=\d+&sig=[0-9a-f]+/g, ''))

/** Deletes all of these in one packet, so that the server starts every deletion before it finishes any. */
async function atOnce(server: string, headers: Record<string, string>, paths: readonly string[]): Promise<number[]> {
  const { port, host } = new URL(server)
  const socket = connect(Number(port), '127.0.0.1')
  const lines = Object.entries({ ...headers, host }).map(([name, value]) => `${name}: ${value}\r\n`)
  const last = paths.length - 1
  socket.write(
    paths
      .map(
        (path, at) => `DELETE ${path} HTTP/1.1\r\n${lines.join('')}${at === last ? 'connection: close\r\n' : ''}\r\n`,
      )
      .join(''),
  )
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
}
