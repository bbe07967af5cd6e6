import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { onlyIf } from '../../../imaging/test/support/machine/only-if.ts'
import type { Photo } from '../../src/index.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { folder, jpeg } from '../support/picture-bytes.ts'
import { clientOf, type Early, hangUp, json, nowhere, photo, refusal, serve, text } from '../support/scripted-server.ts'

const BYTES = jpeg(300_000)
const picture = text(200, BYTES, 'image/jpeg')
const at = (url: string, fields: object = {}) => photo({ enhanced: { square: url }, ...fields }) as unknown as Photo

/** Sends half of the announced bytes, then closes the connection. */
const cutOff: Early = async (response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': String(BYTES.length) })
  response.write(BYTES.subarray(0, 150_000))
  await new Promise((resolve) => setTimeout(resolve, 20))
  response.socket?.destroy()
}

test('a file is saved completely, in new folders, and fetched without the key', async () => {
  const server = await serve(json(200, photo()), picture)
  const path = join(await folder(), 'a', 'b', 'ramen.jpg')
  const enhanced = await clientOf(server).photos.enhance({ image: 'https://example.com/a.jpg' })
  Object.assign(enhanced.enhanced, { square: `${server.url}/files/a.jpg` })
  const saved = await enhanced.download('square', path)
  expect(saved).toEqual({ path, sizeBytes: BYTES.length, contentType: 'image/jpeg' })
  expect((await readFile(path)).equals(BYTES)).toBe(true)
  expect(server.requests[1]?.headers.authorization).toBeUndefined()
})

test('an older file is replaced, and nothing else is left in the folder', async () => {
  const server = await serve(picture)
  const target = await folder()
  await writeFile(join(target, 'a.jpg'), 'old')
  await clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', pathToFileURL(join(target, 'a.jpg')))
  expect(await readdir(target)).toEqual(['a.jpg'])
  expect((await readFile(join(target, 'a.jpg'))).equals(BYTES)).toBe(true)
})

test('a download by id reads the photo first', async () => {
  const server = await serve((response, request) => {
    const reply = request.url.startsWith('/v1') ? json(200, at(`http://${request.headers.host}/files/a.jpg`)) : picture
    return reply(response, request)
  })
  await clientOf(server).photos.download('run_1', 'square', join(await folder(), 'a.jpg'))
  expect(server.requests.map(({ url }) => url)).toEqual(['/v1/photos/run_1', '/files/a.jpg'])
})

describe('a stored link that no longer works', () => {
  for (const status of [403, 404, 410]) {
    test(`${status}: the photo is read again, once, and the fresh link used`, async () => {
      const server = await serve((response, request) => {
        if (request.url === '/old.jpg') return refusal(status, 'x')(response, request)
        if (request.url === '/fresh.jpg') return picture(response, request)
        return json(200, at(`http://${request.headers.host}/fresh.jpg`))(response, request)
      })
      const target = await folder()
      await clientOf(server).photos.download(at(`${server.url}/old.jpg`), 'square', join(target, 'a.jpg'))
      expect(server.requests.map(({ url }) => url)).toEqual(['/old.jpg', '/v1/photos/run_1', '/fresh.jpg'])
      expect(await readdir(target)).toEqual(['a.jpg'])
    })
  }

  test('a host that is unreachable counts as well', async () => {
    const server = await serve((response, request) => {
      if (request.url === '/fresh.jpg') return picture(response, request)
      return json(200, at(`http://${request.headers.host}/fresh.jpg`))(response, request)
    })
    const client = clientOf(server, { clock: hurriedClock() })
    await client.photos.download(at(`${await nowhere()}/old.jpg`), 'square', join(await folder(), 'a.jpg'))
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/photos/run_1', '/fresh.jpg'])
  })

  test('if the fresh link fails too, its error is thrown and the photo is not read again', async () => {
    const server = await serve((response, request) => {
      if (request.url.startsWith('/v1')) return json(200, at(`http://${request.headers.host}/b.jpg`))(response, request)
      return refusal(404, 'not_found')(response, request)
    })
    const target = await folder()
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    await expect(call).rejects.toMatchObject({ status: 404 })
    expect(server.requests.map(({ url }) => url)).toEqual(['/a.jpg', '/v1/photos/run_1', '/b.jpg'])
    expect(await readdir(target)).toEqual([])
  })

  test('an unchanged link is not retried', async () => {
    const server = await serve((response, request) => {
      if (request.url.startsWith('/v1')) return json(200, at(`http://${request.headers.host}/a.jpg`))(response, request)
      return refusal(404, 'not_found')(response, request)
    })
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(await folder(), 'a.jpg'))
    await expect(call).rejects.toMatchObject({ status: 404 })
    expect(server.requests).toHaveLength(2)
  })

  test('the link of the original, which expires after a day, is refreshed in the same way', async () => {
    const server = await serve((response, request) => {
      if (request.url.includes('sig=old')) return refusal(403, 'link_expired')(response, request)
      if (request.url.includes('sig=new')) return picture(response, request)
      const url = `http://${request.headers.host}/source.jpg?sig=new`
      return json(200, photo({ original: { url, width: 4, height: 3 } }))(response, request)
    })
    const stale = photo({ original: { url: `${server.url}/source.jpg?sig=old`, width: 4, height: 3 } })
    const path = join(await folder(), 'a.jpg')
    await clientOf(server).photos.download(stale as unknown as Photo, 'source', path)
    expect((await readFile(path)).equals(BYTES)).toBe(true)
  })
})

describe('no partial file is left', () => {
  test('a broken download starts again', async () => {
    const server = await serve(cutOff, picture)
    const target = await folder()
    const client = clientOf(server, { clock: hurriedClock() })
    await client.photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    expect(await readdir(target)).toEqual(['a.jpg'])
    expect((await readFile(join(target, 'a.jpg'))).equals(BYTES)).toBe(true)
  })

  test('a download that keeps breaking leaves no file and does not change an older one', async () => {
    const server = await serve((response, request) => {
      if (request.url.startsWith('/v1')) return json(200, at(`http://${request.headers.host}/a.jpg`))(response, request)
      return cutOff(response, request)
    })
    const target = await folder()
    await writeFile(join(target, 'a.jpg'), 'old')
    const client = clientOf(server, { maxRetries: 0 })
    const call = client.photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    await expect(call).rejects.toMatchObject({ code: 'connection_failed' })
    expect(await readdir(target)).toEqual(['a.jpg'])
    expect(await readFile(join(target, 'a.jpg'), 'utf8')).toBe('old')
  })

  test('a page instead of a picture is not saved', async () => {
    const server = await serve((response, request) => {
      if (request.url.startsWith('/v1')) return json(200, at(`http://${request.headers.host}/a.jpg`))(response, request)
      return text(200, '<html>', 'text/html')(response, request)
    })
    const target = await folder()
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    await expect(call).rejects.toMatchObject({ code: 'unexpected_content_type', excerpt: '<html>' })
    expect(await readdir(target)).toEqual([])
  })

  test('a target that is a folder', async () => {
    const server = await serve(picture)
    const target = await folder()
    await mkdir(join(target, 'a.jpg'))
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    await expect(call).rejects.toMatchObject({ code: 'file_unwritable', cause: { code: 'EISDIR' } })
    expect(await readdir(target)).toEqual(['a.jpg'])
  })

  // Root may write anywhere.
  test('a read-only folder', onlyIf(process.getuid?.() !== 0, 'root may read and write everything'), async () => {
    const server = await serve(picture)
    const target = await folder()
    await chmod(target, 0o500)
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'a.jpg'))
    await expect(call).rejects.toMatchObject({ code: 'file_unwritable', cause: { code: 'EACCES' } })
  })

  test('a folder that is a file', async () => {
    const server = await serve(picture)
    const target = await folder()
    await writeFile(join(target, 'out'), 'x')
    const call = clientOf(server).photos.download(at(`${server.url}/a.jpg`), 'square', join(target, 'out', 'a.jpg'))
    await expect(call).rejects.toMatchObject({ code: 'file_unwritable' })
    expect(server.requests).toHaveLength(1)
  })
})

test('temporary failures are retried as for any read', async () => {
  const server = await serve(hangUp, refusal(503, 'overloaded', {}, { 'retry-after': '3' }), picture)
  const clock = hurriedClock()
  const client = clientOf(server, { clock, random: () => 0 })
  await client.photos.download(at(`${server.url}/a.jpg`), 'square', join(await folder(), 'a.jpg'))
  expect(clock.waits).toEqual([375, 3000])
})

test('the error for a missing format names the available ones', async () => {
  const client = clientOf(await serve(picture))
  const call = client.photos.download(at('http://127.0.0.1:9/a.jpg'), 'portrait', 'a.jpg')
  await expect(call).rejects.toMatchObject({
    code: 'format_missing',
    message: expect.stringContaining('square, source'),
  })
  const pending = photo({ status: 'processing', enhanced: {}, original: undefined }) as unknown as Photo
  await expect(client.photos.download(pending, 'square', 'a.jpg')).rejects.toMatchObject({
    message: 'Photo run_1 (processing) has no square; it has: none.',
  })
})

test('content gives the same file as a Response', async () => {
  const server = await serve(picture)
  const response = await clientOf(server).photos.content(at(`${server.url}/a.jpg`), 'square')
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true)
})

test('the signal of content also aborts the reading of its body', async () => {
  const endless: Early = (response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' })
    response.write(BYTES)
  }
  const server = await serve(endless)
  const controller = new AbortController()
  const { signal } = controller
  const response = await clientOf(server).photos.content(at(`${server.url}/a.jpg`), 'square', { signal })
  const reading = response.arrayBuffer()
  const reason = new Error('the user went away')
  controller.abort(reason)
  await expect(reading).rejects.toBe(reason)
})
