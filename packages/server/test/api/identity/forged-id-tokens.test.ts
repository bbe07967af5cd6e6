import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { browser } from '../../support/identity/browser.ts'
import { type Claims, type Forgery, forgingProvider } from '../../support/identity/forging-provider.ts'
import { CLIENT_SECRET, providerSettings } from '../../support/identity/oidc-server.ts'
import { errorOf, signIn, startUrl } from '../../support/identity/provider-fixture.ts'
import { FROM_ANYWHERE } from '../../support/identity/signed-in-client.ts'
import { imageHost } from '../../support/network/image-host.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const lines: string[] = []
const other = await generateKeyPair('RS256')
let provider: Awaited<ReturnType<typeof forgingProvider>>
let env: Record<string, string>
let app: TestApp
beforeAll(async () => {
  provider = await forgingProvider()
  env = { ...FROM_ANYWHERE, ...providerSettings('KITCHEN', provider.issuer) }
  app = await startApp({ env, log: (line) => lines.push(line) })
})
afterEach(() => {
  provider.state.forgery = {}
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

test('a token in which everything is right opens a session', async () => {
  expect(await errorOf(signIn(app))).toBeNull()
})

const SECRET = new TextEncoder().encode(CLIENT_SECRET)
const hs256 = (claims: Claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(SECRET)

const FORGERIES: Record<string, Forgery['token']> = {
  'no token': () => undefined,
  'no JWT': () => 'a.b.c',
  'alg none': (claims) => new UnsecuredJWT(claims).encode(),
  'another key': (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(other.privateKey),
  'a key that the provider does not name': (claims, sign) => sign(claims, { kid: 'k2' }),
  'the client secret as the key': hs256,
  'another audience': (claims, sign) => sign({ ...claims, aud: 'another-client' }),
  'several audiences for another party': (claims, sign) => sign({ ...claims, aud: ['platelight', 'x'], azp: 'x' }),
  'another issuer': (claims, sign) => sign({ ...claims, iss: 'https://evil.example' }),
  'an expired token': (claims, sign) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 }),
  'no expiry': ({ exp: _, ...claims }, sign) => sign(claims),
  'a token of the future': (claims, sign) => sign({ ...claims, iat: 1e10, nbf: 1e10 }),
  'another nonce': (claims, sign) => sign({ ...claims, nonce: 'of-another-sign-in' }),
  'no nonce': ({ nonce: _, ...claims }, sign) => sign(claims),
  'no subject': ({ sub: _, ...claims }, sign) => sign(claims),
  'an empty subject': (claims, sign) => sign({ ...claims, sub: '' }),
  'a subject of 256 characters': (claims, sign) => sign({ ...claims, sub: 'x'.repeat(256) }),
  'a subject with NUL': (claims, sign) => sign({ ...claims, sub: 'a\u0000b' }),
  'a changed payload': async (claims, sign) => {
    const [head, , signature] = (await sign(claims)).split('.')
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'leo' })).toString('base64url')
    return `${head}.${changed}.${signature}`
  },
}

test.each(Object.entries(FORGERIES))('%s opens nothing', async (_, token) => {
  provider.state.forgery = token ? { token } : {}
  expect(await errorOf(signIn(app))).toBe('provider_failed')
})

test.each([
  ['an error', 400, '{"error":"invalid_client","error_description":"the secret kitchen-secret-7f3a is wrong"}'],
  ['no JSON', 200, '<html>'],
  ['an empty object', 200, '{}'],
  ['more than a megabyte', 200, JSON.stringify({ a: 'a'.repeat(1_100_000) })],
  ['a redirect', 302, ''],
])('%s in place of a token ends the sign-in, and the log has no secret', async (_, status, body) => {
  provider.state.forgery = { tokenReply: { status, body } }
  expect(await errorOf(signIn(app))).toBe('provider_failed')
  expect(lines.join()).not.toContain(CLIENT_SECRET)
})

/** Another server, because the document of a provider is read once. */
async function withDocument(document: Readonly<Record<string, unknown>>) {
  provider.state.forgery = { document }
  const fresh = await startApp({ env })
  onTestFinished(() => fresh.close())
  return fresh
}

test('a document of another issuer is not used', async () => {
  const fresh = await withDocument({ issuer: 'https://evil.example' })
  expect((await browser().send(startUrl(fresh), { headers: { accept: 'application/json' } })).status).toBe(503)
})

test.each(['jwks_uri', 'token_endpoint', 'userinfo_endpoint'])(
  'a document cannot send the server to another private address by its %s',
  async (name) => {
    let connections = 0
    const inside = await imageHost((_, res) => {
      connections++
      res.end('{}')
    })
    onTestFinished(inside.close)
    const fresh = await withDocument({ [name]: inside.url('/') })
    const withoutEmail: Forgery['token'] = ({ email: _, ...claims }, sign) => sign(claims)
    provider.state.forgery = { ...provider.state.forgery, token: withoutEmail }
    expect(await errorOf(signIn(fresh))).toBe('provider_failed')
    expect(connections).toBe(0)
  },
)

test('a provider that recovers is used again, without a restart', async () => {
  const fresh = await withDocument({ issuer: 'https://evil.example' })
  expect(await errorOf(signIn(fresh))).toBe('provider_unavailable')
  provider.state.forgery = {}
  expect(await errorOf(signIn(fresh))).toBeNull()
})
