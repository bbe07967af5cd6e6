import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { BadRequestError, type FileInput, MAX_IMAGE_BYTES, PlatelightError } from '../../src/index.ts'
import { hurriedClock } from '../support/hurried-clock.ts'
import { fileIn, fileWith, folder, jpeg, PICTURES, stored } from '../support/picture-bytes.ts'
import { clientOf, type Early, json, refusal, serve, text } from '../support/scripted-server.ts'

const BYTES = jpeg(200_000)

async function* pieces(bytes = BYTES) {
  for (let at = 0; at < bytes.length; at += 30_000) yield bytes.subarray(at, at + 30_000)
}

describe('every picture input arrives as the same bytes', () => {
  const inputs: Record<string, () => Promise<FileInput>> = {
    '{ path }': async () => ({ path: await fileWith('a.jpg', BYTES) }),
    '{ path } as a file: URL': async () => ({ path: pathToFileURL(await fileWith('a b.jpg', BYTES)) }),
    Blob: async () => new Blob([BYTES]),
    File: async () => new File([BYTES], 'ramen.jpg'),
    Buffer: async () => BYTES,
    Uint8Array: async () => new Uint8Array(BYTES),
    'a view into a larger buffer': async () =>
      new Uint8Array(Buffer.concat([Buffer.alloc(7), BYTES]).buffer, 7, BYTES.length),
    DataView: async () => new DataView(new Uint8Array(BYTES).buffer),
    ArrayBuffer: async () => new Uint8Array(BYTES).buffer,
    'web stream': async () => new Blob([BYTES]).stream(),
    'Node stream': async () => createReadStream(await fileWith('a.jpg', BYTES)),
    'async iterable': async () => pieces(),
    Response: async () => {
      const server = await serve(text(200, BYTES, 'application/octet-stream'))
      return fetch(`${server.url}/pictures/ramen.jpg`)
    },
  }
  for (const [name, input] of Object.entries(inputs)) {
    test(name, async () => {
      const server = await serve(json(200, stored))
      expect(await clientOf(server).uploads.create(await input())).toEqual(stored)
      const [request] = server.requests
      expect(request).toMatchObject({ method: 'POST', url: '/api/mobile/uploads' })
      const { bytes, type } = await fileIn(request!)
      expect(bytes.equals(BYTES)).toBe(true)
      expect(type).toBe('image/jpeg')
    })
  }
})

describe('the name and the type', () => {
  test('of a file full of comments are found in linear time', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server).uploads.create(Buffer.from('<!---->'.repeat(73)))
    expect(await fileIn(server.requests[0]!)).toMatchObject({ name: 'image.bin', type: 'application/octet-stream' })
  })

  for (const [format, start] of Object.entries(PICTURES)) {
    test(`${format} is recognised by its content`, async () => {
      const server = await serve(json(200, stored))
      await clientOf(server).uploads.create({ path: await fileWith('photo.txt', start) })
      expect(await fileIn(server.requests[0]!)).toMatchObject({ name: 'photo.txt', type: `image/${format}` })
    })
  }

  test('bytes without a name are named after their format', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server).uploads.create(jpeg())
    await clientOf(server).uploads.create(PICTURES.png)
    await clientOf(server).uploads.create(Buffer.from('what is this'))
    const files = await Promise.all(server.requests.map(fileIn))
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['image.jpg', 'image/jpeg'],
      ['image.png', 'image/png'],
      ['image.bin', 'application/octet-stream'],
    ])
  })

  test('a File keeps its name, and a Response gets the name in its address', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server).uploads.create(new File([jpeg()], 'ramen 🍜.jpg'))
    const source = await serve(text(200, jpeg(), 'image/jpeg'))
    await clientOf(server).uploads.create(await fetch(`${source.url}/pictures/pho.jpg?v=2`))
    const files = await Promise.all(server.requests.map(fileIn))
    expect(files.map(({ name }) => name)).toEqual(['ramen 🍜.jpg', 'pho.jpg'])
  })

  test('a name cannot break out of its header', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server).uploads.create(new File([jpeg()], 'a"\r\nX-Evil: 1.jpg'))
    expect(server.requests[0]?.body.toString('latin1')).toContain('filename="a%22%0D%0AX-Evil: 1.jpg"')
    await clientOf(server).uploads.create(new File([jpeg()], '\x1b[31mred\x7f\t.jpg'))
    expect(server.requests[1]?.body.toString('latin1')).toContain('filename="%1B[31mred%7F%09.jpg"')
  })
})

describe('a form', () => {
  test('contains texts and a file, and has a Content-Length', async () => {
    const server = await serve(json(200, {}))
    const fields = { image: BYTES, style: 'dark_moody', editAreaDetails: 'crème brûlée 🍮', angle: undefined } as const
    await clientOf(server).mobile.enhance(fields as never)
    const [request] = server.requests
    const type = request?.headers['content-type'] ?? ''
    const form = await new Response(new Uint8Array(request!.body), { headers: { 'content-type': type } }).formData()
    expect([...form.keys()]).toEqual(['image', 'style', 'editAreaDetails'])
    expect(form.get('editAreaDetails')).toBe(fields.editAreaDetails)
    expect((form.get('image') as File).size).toBe(BYTES.length)
    expect(request?.headers['content-length']).toBe(String(request?.body.byteLength))
  })

  test('is not sent if a file field is missing or has a text that is no address', async () => {
    const server = await serve(json(200, {}))
    for (const image of ['./a.jpg', undefined, null, 17]) {
      const sent = clientOf(server).mobile.enhance({ image } as never)
      const code = typeof image === 'string' ? 'image_url_invalid' : 'invalid_input'
      await expect(sent).rejects.toMatchObject({ code })
    }
    expect(server.requests).toHaveLength(0)
  })
})

test('a Node stream that fails before it is read fails only the call', async () => {
  const server = await serve(json(200, stored))
  const stream = createReadStream(join(await folder(), 'missing.jpg'))
  const sent = clientOf(server).uploads.create(stream)
  await expect(sent).rejects.toMatchObject({
    code: 'file_unreadable',
    message: expect.stringContaining('There is no file'),
  })
  const late = createReadStream(join(await folder(), 'missing.jpg'))
  late.destroy(new Error('gone'))
  await expect(clientOf(server).uploads.create(late)).rejects.toMatchObject({ code: 'file_unreadable' })
})

describe('a file that the server would refuse is refused by the client with the same code', () => {
  const page = '<!-- saved --> <!DOCTYPE html><html><body>Log in</body></html>'
  const refusals: [string, string, () => Promise<FileInput>][] = [
    ['an empty file', 'image_unreadable', async () => ({ path: await fileWith('a.jpg', '') })],
    ['empty bytes', 'image_unreadable', async () => new Uint8Array()],
    ['an empty stream', 'image_unreadable', async () => new Blob([]).stream()],
    ['a web page named .jpg', 'unsupported_image', async () => ({ path: await fileWith('a.jpg', page) })],
    [
      'a web page that starts with a declaration and comments',
      'unsupported_image',
      async () => Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a > b -->\n<!-- c -->\n<!doctype html>\n<html>'),
    ],
    ['a web page with a byte order mark', 'unsupported_image', async () => Buffer.from(`\ufeff\n <HTML>\n`)],
    ['a web page in a stream', 'unsupported_image', async () => new Blob([page]).stream()],
    [
      'a file above 25 MB',
      'image_too_large',
      async () => ({ path: await fileWith('a.jpg', jpeg(MAX_IMAGE_BYTES + 1)) }),
    ],
    ['bytes above 25 MB', 'image_too_large', async () => jpeg(MAX_IMAGE_BYTES + 1)],
  ]
  for (const [name, code, input] of refusals) {
    test(name, async () => {
      const server = await serve(json(200, stored))
      const error = await clientOf(server)
        .uploads.create(await input())
        .catch((thrown) => thrown)
      expect(error).toBeInstanceOf(BadRequestError)
      expect(error).toMatchObject({ status: 400, code, attempts: 0, requestId: null })
      expect(server.requests).toHaveLength(0)
    })
  }

  test('the size limit can be raised or lowered', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server, { maxImageBytes: MAX_IMAGE_BYTES + 1 }).uploads.create(jpeg(MAX_IMAGE_BYTES + 1))
    const call = clientOf(server, { maxImageBytes: 3000 }).uploads.create(new Blob([jpeg()]).stream())
    await expect(call).rejects.toMatchObject({ code: 'image_too_large', message: 'A picture may have up to 0.003 MB.' })
  })

  test('exactly 25 MB is accepted', async () => {
    const server = await serve(json(200, stored))
    await clientOf(server).uploads.create(jpeg(MAX_IMAGE_BYTES))
    expect((await fileIn(server.requests[0]!)).bytes.length).toBe(MAX_IMAGE_BYTES)
  })

  test('a stream above 25 MB is aborted while it is sent, and not retried', async () => {
    const server = await serve(json(200, stored))
    const error = await clientOf(server)
      .uploads.create(pieces(jpeg(MAX_IMAGE_BYTES + 1)))
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'image_too_large', attempts: 0 })
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })

  test('a Response with a Content-Length above 25 MB, and one that is not ok', async () => {
    const headers = { 'content-length': String(MAX_IMAGE_BYTES + 1) }
    const large: Early = (response) => {
      response.writeHead(200, headers)
      response.write(jpeg())
    }
    const source = await serve(large, text(404, 'no', 'text/plain'))
    const client = clientOf(await serve(json(200, stored)))
    await expect(client.uploads.create(await fetch(source.url))).rejects.toMatchObject({ code: 'image_too_large' })
    await expect(client.uploads.create(await fetch(source.url))).rejects.toMatchObject({ code: 'image_unreachable' })
  })

  test('a missing file, a folder, a used Response and a value that is not a picture', async () => {
    const client = clientOf(await serve(json(200, stored)))
    const missing = { path: join(await folder(), 'none.jpg') }
    const error = await client.uploads.create(missing).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(PlatelightError)
    expect(error).toMatchObject({ code: 'file_unreadable', cause: { code: 'ENOENT' } })
    await expect(client.uploads.create({ path: await folder() })).rejects.toMatchObject({ code: 'file_unreadable' })
    const used = new Response('x')
    await used.text()
    await expect(client.uploads.create(used)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(client.uploads.create(17 as never)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(client.uploads.create('a.jpg')).rejects.toMatchObject({ code: 'image_url_invalid' })
  })
})

describe('sending again', () => {
  for (const [name, input] of [
    ['a file', async () => ({ path: await fileWith('a.jpg', BYTES) })],
    ['bytes', async () => BYTES],
  ] as const) {
    test(`${name} can be sent again, whole and under the same key`, async () => {
      const server = await serve(refusal(503, 'overloaded'), refusal(503, 'overloaded'), json(200, stored))
      await clientOf(server, { clock: hurriedClock() }).uploads.create(await input())
      const files = await Promise.all(server.requests.map(fileIn))
      expect(files.map(({ bytes }) => bytes.equals(BYTES))).toEqual([true, true, true])
      expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    })
  }

  test('a stream is sent only once', async () => {
    const server = await serve(refusal(503, 'overloaded'), json(200, stored))
    const call = clientOf(server, { clock: hurriedClock() }).uploads.create(pieces())
    await expect(call).rejects.toMatchObject({ status: 503, attempts: 1 })
    expect(server.requests).toHaveLength(1)
  })

  test('a stream that fails reports its error', async () => {
    async function* broken() {
      yield jpeg()
      throw new Error('the camera was unplugged')
    }
    const server = await serve(json(200, stored))
    const error = await clientOf(server)
      .uploads.create(broken())
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'file_unreadable', cause: { message: 'the camera was unplugged' } })
  })

  test('an early refusal is the error, not the connection that it closes', async () => {
    const early: Early = Object.assign(refusal(401, 'unauthorized', {}, { connection: 'close' }), { early: true })
    const server = await serve(early)
    await expect(clientOf(server).uploads.create(jpeg(8_000_000))).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

test('the length of a known file is sent in the header, so that a server can refuse it unread', async () => {
  const server = await serve(json(200, stored))
  await clientOf(server).uploads.create(BYTES)
  const { headers, body } = server.requests[0]!
  expect(headers['content-length']).toBe(String(body.length))
})
