import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../../src/net/ip-ranges.ts'
import { createSafeFetch } from '../../../src/net/safe-fetch.ts'
import { dishPhoto } from '../../support/dish-photos.ts'
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
