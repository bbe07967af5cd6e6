import type { RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/net/ip-ranges.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
import { localCertificate } from '../../support/mail/smtp-receiver.ts'
import { imageHost, serveBytes } from '../../support/network/image-host.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let secret: Awaited<ReturnType<typeof serveBytes>>

// Private addresses are not allowed here, as on a server for others.
beforeAll(async () => {
  app = await startApp()
  secret = await serveBytes(await dishPhoto({ width: 64, height: 64 }))
})
afterAll(async () => {
  await secret.close()
  await app.close()
})

describe('internal addresses are refused in every spelling', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0.0.0.0:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/metadata/instance',
    'http://100.100.100.200/latest/meta-data/',
    'http://192.0.0.192/latest/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
  ])('%s', async (address) => {
    const { client, credits, entries } = await app.customer({ credits: 1 })
    const imageUrl = address.replace('PORT', String(secret.port))
    await expect(client.photos.enhance({ image: imageUrl })).rejects.toMatchObject({
      status: 400,
      code: 'image_url_blocked',
    })
    expect(await credits()).toBe(1)
    expect((await entries()).every(({ kind }) => kind !== 'charge')).toBe(true)
  })
})

test('each redirect is checked at its target', async () => {
  // One address of the loopback range stands for the public host. Its redirect target is private.
  const allows = (address: string) => address === '127.0.0.2'
  const accountId = 'acc_1'
  const outgoing = createSafeFetch({ maxBytes: 1e6, timeoutMs: 60_000, maxRedirects: 3, allows })
  const targets = [
    `http://127.0.0.1:${secret.port}/`,
    `http://[::ffff:127.0.0.1]:${secret.port}/`,
    `http://localhost:${secret.port}/`,
  ]
  for (const location of targets) {
    const hop = await imageHost((_, res) => res.writeHead(302, { location }).end(), '127.0.0.2')
    await expect(outgoing.download(hop.url(), { accountId }), location).rejects.toMatchObject({
      code: 'image_url_blocked',
    })
    await hop.close()
  }
  const fine = await imageHost(
    (req, res) => (req.url === '/a' ? res.end('picture') : res.writeHead(302, { location: '/a' }).end()),
    '127.0.0.2',
  )
  expect(Buffer.from(await outgoing.download(fine.url(), { accountId })).toString()).toBe('picture')
  await fine.close()
  await outgoing.close()
})

/** Downloads from a host on loopback that stands for a public one. */
async function fromHost(listener: RequestListener, path: string, maxBytes = 1e6) {
  const outgoing = createSafeFetch({ maxBytes, timeoutMs: 60_000, maxRedirects: 3, allows: (ip) => ip === '127.0.0.2' })
  const host = await imageHost(listener, '127.0.0.2')
  try {
    return Buffer.from(await outgoing.download(host.url(path), { accountId: 'acc_1' })).toString()
  } finally {
    await host.close()
    await outgoing.close()
  }
}

const content = Buffer.from('picture '.repeat(500))
const encoded =
  (encoding: string, bytes: Uint8Array): RequestListener =>
  (_, res) =>
    res.writeHead(200, { 'content-encoding': encoding }).end(bytes)

test('a picture is taken as it was encoded for the way, whoever asked for that', async () => {
  const { brotliCompressSync: br, deflateRawSync, deflateSync, gzipSync } = zlib
  const ways: [string, Uint8Array][] = [
    ['gzip', gzipSync(content)],
    ['x-gzip', gzipSync(content)],
    ['GZIP', gzipSync(content)],
    ['br', br(content)],
    ['deflate', deflateSync(content)],
    ['deflate', deflateRawSync(content)],
    ['gzip, br', br(gzipSync(content))],
    // What stores keep of an upload's headers says nothing about the content.
    ['identity', content],
    ['aws-chunked', content],
    ['aws-chunked,gzip', gzipSync(content)],
    ['', content],
  ]
  if ('zstdCompressSync' in zlib) ways.push(['zstd', (zlib.zstdCompressSync as typeof gzipSync)(content)])
  for (const [name, bytes] of ways) {
    expect(await fromHost(encoded(name, bytes), '/a.jpg'), name).toBe(content.toString())
  }
})

test('an encoded picture that is a bomb, damaged or cut off is refused, and named', async () => {
  const bomb = Buffer.alloc(20e6)
  for (const [name, bytes] of [
    ['gzip', zlib.gzipSync(bomb)],
    ['br', zlib.brotliCompressSync(bomb)],
    ['deflate', zlib.deflateSync(bomb)],
  ] as const) {
    await expect(fromHost(encoded(name, bytes), '/a.jpg'), name).rejects.toMatchObject({ code: 'image_too_large' })
  }
  for (const bytes of [content, zlib.gzipSync(content).subarray(0, -20)]) {
    await expect(fromHost(encoded('gzip', bytes), '/a.jpg')).rejects.toThrow(
      /127\.0\.0\.2:\d+ sent the picture as gzip, and it is damaged/,
    )
  }
  await expect(fromHost(encoded('gzip,gzip,gzip,gzip', content), '/a.jpg')).rejects.toThrow('compressed 4 times over')
})

describe('a redirect is followed as browsers do', () => {
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  const target = encodeURI('/menü/café 1.jpg')
  test.each([
    utf8('/menü/café 1.jpg'),
    utf8('café 1.jpg'),
    utf8('../menü/./café 1.jpg?'),
    utf8('?/../../menü/café 1.jpg').slice(1),
    '  /men%C3%BC/caf%C3%A9%201.jpg#page=2 ',
    utf8('//HOST/menü/café 1.jpg'),
    utf8('http:/menü/café 1.jpg'),
    utf8('http://user:secret@HOST/menü/café 1.jpg'),
    utf8('\\\\HOST\\menü\\café 1.jpg'),
    // Not UTF-8: Latin-1.
    '/menü/café 1.jpg',
  ])('%s', async (location) => {
    const asked: (string | undefined)[] = []
    const got = await fromHost((req, res) => {
      asked.push(req.url)
      if (req.url?.startsWith('/men%C3%BC/start')) {
        res.writeHead(302, { location: location.replace('HOST', req.headers.host ?? '') }).end()
      } else res.end(content)
    }, '/menü/start.jpg')
    expect(got).toBe(content.toString())
    expect(asked.at(-1)?.replace(/\?$/, '')).toBe(target)
  })

  test.each(['ftp://example.com/a.jpg', 'data:image/png;base64,AAAA', 'file:///etc/passwd', 'http://'])(
    'not to %s',
    async (location) => {
      const redirecting: RequestListener = (_, res) => res.writeHead(302, { location }).end()
      await expect(fromHost(redirecting, '/a.jpg')).rejects.toMatchObject({
        code: 'image_unreachable',
        message: expect.stringMatching(/redirects to/),
      })
    },
  )
})

test('a certificate that is not trusted is named as the reason', async () => {
  const server = createSecureServer(await localCertificate(), (_, res) => res.end('picture'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
  const { port } = server.address() as AddressInfo
  const outgoing = createSafeFetch({
    maxBytes: 1e6,
    timeoutMs: 60_000,
    maxRedirects: 3,
    allows: (ip) => ip === '127.0.0.2',
  })
  const refused = outgoing.download(`https://127.0.0.2:${port}/a.jpg`, { accountId: 'acc_1' })
  await expect(refused).rejects.toMatchObject({
    code: 'image_unreachable',
    message: expect.stringMatching(/Its certificate is self-signed\./),
  })
  await outgoing.close()
  server.closeAllConnections()
  server.close()
})

test('only unicast addresses of the public internet count as public', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111', '1.1.1.1']) expect(isPublicAddress(address), address).toBe(true)
  for (const address of [
    '127.0.0.1',
    '::1',
    '64:ff9b::808:808',
    '2002:7f00:1::',
    '2001::1',
    'fe80::1',
    'nonsense',
    '',
  ]) {
    expect(isPublicAddress(address), address).toBe(false)
  }
})
