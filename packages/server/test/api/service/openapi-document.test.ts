import { afterAll, beforeAll, expect, test } from 'vitest'
import { document } from '../../../src/contract/openapi-document.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(1_795_345_200_000) } })
})
afterAll(() => app.close())

const read = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}/openapi.json`, { method, headers })

test('the served document is the contract with the address of this server', async () => {
  const { servers, ...rest } = (await (await read()).json()) as typeof document & { servers: { url: string }[] }
  expect(servers).toEqual([{ url: app.url, description: 'This server.' }])
  expect(rest).toEqual(Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'servers')))

  const behind = await startApp({ env: { PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' } })
  const other = (await (await fetch(`${behind.url}/openapi.json`)).json()) as { servers: unknown }
  expect(other.servers).toMatchObject([{ url: 'https://photos.example.com' }])
  await behind.close()
})

test('the document is compressed, and a matching If-None-Match gets 304', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await read({ 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}(-gzip)?"$/)
    const again = await read({ 'accept-encoding': encoding, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await read({ 'accept-encoding': encoding, 'if-none-match': '"another"' })
    expect([other.status, (await other.text()).length]).toEqual([200, (await answer.text()).length])
  }
  const size = async (encoding: string) =>
    Number((await read({ 'accept-encoding': encoding }, 'HEAD')).headers.get('content-length'))
  expect(await size('gzip')).toBeLessThan((await size('identity')) / 5)
})

test('the document has a rate limit of its own', async () => {
  const ordinary = async () => (await fetch(`${app.url}/api/capabilities`)).headers.get('x-ratelimit-remaining')
  expect(await ordinary()).toBe('59')
  let answer = await read({}, 'HEAD')
  for (let asked = 1; answer.status === 200 && asked < 500; asked += 1) answer = await read({}, 'HEAD')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await fetch(`${app.url}/api/health`)).status).toBe(429)
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  expect(await ordinary()).toBe('58')
})
