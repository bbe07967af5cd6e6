import { expect, test } from 'vitest'
import { hurriedClock } from '../support/hurried-clock.ts'
import { clientOf, type Early, json, photo, refusal, serve } from '../support/scripted-server.ts'

/** A list of this many photos in pages of the requested size, 20 by default. */
const photosUpTo =
  (total: number): Early =>
  (response, request) => {
    const query = new URL(request.url, 'http://x').searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(total, from + Number(query.get('limit') ?? 20))
    const photos = Array.from({ length: to - from }, (_, index) => photo({ id: `run_${from + index}` }))
    json(200, { photos, nextCursor: to < total ? String(to) : null })(response, request)
  }

test('iterating a list gives all items, fetched while they are read', async () => {
  const server = await serve(photosUpTo(45))
  const ids: string[] = []
  for await (const each of clientOf(server).photos.list()) ids.push(each.id)
  expect(ids).toEqual(Array.from({ length: 45 }, (_, index) => `run_${index}`))
  expect(server.requests.map(({ url }) => url)).toEqual(['/v1/photos', '/v1/photos?cursor=20', '/v1/photos?cursor=40'])
})

test('no page is fetched before it is read, or after the loop was left', async () => {
  const server = await serve(photosUpTo(100))
  const list = clientOf(server).photos.list({ limit: 10 })
  expect(server.requests).toHaveLength(0)
  for await (const each of list) if (each.id === 'run_12') break
  expect(server.requests).toHaveLength(2)
})

test('pages have their cursor and rate limit', async () => {
  const server = await serve(photosUpTo(25))
  const pages: [number, string | null, string | null][] = []
  for await (const page of clientOf(server).photos.list({ limit: 10 }).pages()) {
    pages.push([page.items.length, page.nextCursor, page.meta.requestId])
  }
  expect(pages).toEqual([
    [10, '10', 'req_1'],
    [10, '20', 'req_1'],
    [5, null, 'req_1'],
  ])
})

test('awaiting a list gives its first page, fetched once, and its cursor continues the list', async () => {
  const server = await serve(photosUpTo(25))
  const list = clientOf(server).photos.list({ limit: 10 })
  const [page, { data }] = await Promise.all([list, list.withResponse()])
  expect(data).toBe(page)
  expect(server.requests).toHaveLength(1)
  const next = await clientOf(server).photos.list({ limit: 10, cursor: page.nextCursor ?? '' })
  expect(next.items[0]?.id).toBe('run_10')
})

test('toArray stops at its limit and requests no more rows than it needs', async () => {
  const server = await serve(photosUpTo(500))
  const client = clientOf(server)
  expect(await client.photos.list().toArray({ limit: 7 })).toHaveLength(7)
  expect(await client.photos.list().toArray({ limit: 150 })).toHaveLength(150)
  expect(await client.photos.list().toArray({ limit: 0 })).toEqual([])
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/v1/photos?limit=7',
    '/v1/photos?limit=100',
    '/v1/photos?limit=100&cursor=100',
  ])
})

test('toArray without a limit is refused', async () => {
  const list = clientOf(await serve(photosUpTo(1))).photos.list()
  await expect(list.toArray({} as never)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(list.toArray(undefined as never)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a repeated cursor ends the list with an error', async () => {
  const server = await serve(json(200, { photos: [photo()], nextCursor: 'a' }))
  const list = clientOf(server).photos.list()
  await expect(list.toArray({ limit: 1000 })).rejects.toMatchObject({ code: 'cursor_repeated' })
  expect(server.requests).toHaveLength(2)
})

test('only a failed page is retried', async () => {
  const server = await serve(
    json(200, { photos: [photo()], nextCursor: 'b' }),
    refusal(503, 'overloaded'),
    json(200, { photos: [photo()], nextCursor: null }),
  )
  const all = await clientOf(server, { clock: hurriedClock() }).photos.list().toArray({ limit: 10 })
  expect(all).toHaveLength(2)
  expect(server.requests.map(({ url }) => url.split('cursor=')[1])).toEqual([undefined, 'b', 'b'])
})

test('the photos of a list can be downloaded', async () => {
  const [first] = await clientOf(await serve(photosUpTo(1)))
    .photos.list()
    .toArray({ limit: 1 })
  expect(first?.download).toBeInstanceOf(Function)
})

test('lists of the /api family use their own cursor name', async () => {
  const server = await serve(
    json(200, { keys: [{ id: 'key_1' }], next_cursor: 'b' }),
    json(200, { keys: [{ id: 'key_2' }], next_cursor: null }),
  )
  const keys = await clientOf(server).keys.list().toArray({ limit: 10 })
  expect(keys.map(({ id }) => id)).toEqual(['key_1', 'key_2'])
})

test('the next page waits for the reset of a used-up rate limit, and the wait can be aborted', async () => {
  const clock = hurriedClock()
  const soon = String(clock.now() / 1000 + 7)
  const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon }
  const server = await serve(
    json(200, { photos: [photo()], nextCursor: 'b' }, limit),
    json(200, { photos: [photo()], nextCursor: null }),
  )
  expect(await clientOf(server, { clock }).photos.list().toArray({ limit: 9 })).toHaveLength(2)
  expect(clock.waits).toEqual([7000])

  const far = { ...limit, 'x-ratelimit-reset': String(clock.now() / 1000 + 3600) }
  const other = await serve(
    json(200, { photos: [photo()], nextCursor: 'b' }, far),
    refusal(429, 'rate_limited', {}, { 'retry-after': '3600' }),
  )
  const call = clientOf(other, { clock }).photos.list().toArray({ limit: 9 })
  await expect(call).rejects.toMatchObject({ status: 429, rateLimit: { remaining: null } })
})
