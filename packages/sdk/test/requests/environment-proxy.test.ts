import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { proxyFor } from '../../src/files/environment-proxy.ts'
import { ConnectionError, Platelight, type PlatelightError } from '../../src/index.ts'

const placeOf = (address: string, env: Record<string, string>) => proxyFor(new URL(address), env)?.place

test('the variable of the scheme names the proxy, in lower case first, and ALL_PROXY any that is left', () => {
  const env = { HTTPS_PROXY: 'http://user:pass@one.example:3128', HTTP_PROXY: 'two.example:8080' }
  expect(placeOf('https://photos.example', env)).toBe('http://one.example:3128')
  expect(placeOf('http://photos.example', env)).toBe('http://two.example:8080')
  expect(placeOf('https://photos.example', { ...env, https_proxy: 'https://three.example' })).toBe(
    'https://three.example',
  )
  expect(placeOf('https://photos.example', { all_proxy: 'http://any.example' })).toBe('http://any.example')
  expect(placeOf('https://photos.example', { HTTPS_PROXY: '' })).toBeUndefined()
  // In a program that a web server starts, the variable is a header of the request.
  expect(placeOf('http://photos.example', { ...env, REQUEST_METHOD: 'GET' })).toBeUndefined()
  for (const wrong of ['ftp://proxy.example', 'http://', 'http://a b'])
    expect(() => placeOf('https://photos.example', { HTTPS_PROXY: wrong })).toThrow('HTTPS_PROXY must be an address')
})

test.each([
  ['*', true],
  ['photos.example.com', true],
  ['example.com', true],
  ['.example.com', true],
  ['*.example.com', true],
  ['EXAMPLE.COM.', true],
  ['other.org, example.com', true],
  ['other.org example.com', true],
  ['example.com:443', true],
  ['example.com:8443', false],
  ['ample.com', false],
  ['photos.example', false],
  ['10.0.0.0/8', false],
  ['', false],
])('NO_PROXY=%s leaves out photos.example.com: %s', (list, isLeftOut) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const env = { HTTPS_PROXY: 'http://proxy.example', [name]: list }
    expect(placeOf('https://photos.example.com', env) === undefined).toBe(isLeftOut)
  }
})

test.each([
  ['https://10.1.2.3', '10.0.0.0/8', true],
  ['https://10.1.2.3', '10.1.2.3', true],
  ['https://10.1.2.3:8443', '10.1.2.3:8443', true],
  ['https://10.1.2.3', '11.0.0.0/8', false],
  ['https://10.1.2.3', '10.0.0.0/x', false],
  ['https://10.1.2.3', '2.3', false],
  ['https://[fd00::7]', 'fd00::/8', true],
  ['https://[fd00::7]', 'fd00::7', true],
  ['https://[fd00::7]', '[fd00::7]:443', true],
  ['https://[fd00::7]', '10.0.0.0/8', false],
  ['http://localhost:8787', '', true],
  ['http://127.0.0.1:8787', '', true],
  ['http://[::1]:8787', '', true],
])('%s with NO_PROXY=%s goes directly: %s', (address, list, isDirect) => {
  const env = { ALL_PROXY: 'http://proxy.example', NO_PROXY: list }
  expect(placeOf(address, env) === undefined).toBe(isDirect)
})

afterEach(() => vi.unstubAllEnvs())

/** A proxy that lets through to one server whatever name it is asked for, or refuses. */
async function proxy(refusal?: string) {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    res.setHeader('content-type', 'application/json').end('{"status":"ok"}')
  })
  server.on('connect', (req, socket) => {
    asked.push(`CONNECT ${req.url}`)
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`)
    const up = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      up.pipe(socket).pipe(up)
    })
    up.on('error', () => socket.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

const health = (baseUrl: string) => new Platelight({ baseUrl, apiKey: '', maxRetries: 0 }).service.health()

test('a client of a server that only a proxy knows reaches it', async () => {
  const { asked, port } = await proxy()
  vi.stubEnv('http_proxy', `http://127.0.0.1:${port}`)
  vi.stubEnv('no_proxy', '')
  expect(await health('http://photos.corp.example')).toMatchObject({ status: 'ok' })
  expect(asked).toEqual(['GET http://photos.corp.example/health'])
})

test('what is encrypted goes through a tunnel, and a proxy that fails is named without its password', async () => {
  vi.stubEnv('no_proxy', '')
  const fails = async (port: number) => {
    vi.stubEnv('https_proxy', `http://cook:secret-word@127.0.0.1:${port}`)
    const error = await health('https://photos.corp.example').catch((thrown: unknown) => thrown as PlatelightError)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as PlatelightError).message).not.toContain('secret-word')
    return (error as PlatelightError).message
  }
  const through = (port: number) =>
    `to https://photos.corp.example through the proxy http://127.0.0.1:${port} (https_proxy) failed`
  const wanting = await proxy('407 Proxy Authentication Required')
  expect(await fails(wanting.port)).toContain(`${through(wanting.port)} (407: it wants a user and a password`)
  expect(wanting.asked).toEqual(['CONNECT photos.corp.example:443'])
  const refusing = await proxy('403 Forbidden')
  expect(await fails(refusing.port)).toContain(`${through(refusing.port)} (it answers 403)`)
  const nowhere = await proxy()
  expect(await fails(nowhere.port)).toContain(through(nowhere.port))
  expect(await fails(1)).toContain(`${through(1)} (ECONNREFUSED`)
})
