import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createIdentityProvider } from '../../../src/accounts/identity/identity-provider.ts'
import { browser } from '../../support/identity/browser.ts'
import { type Claims, type Forgery, forgingProvider } from '../../support/identity/forging-provider.ts'
import { CLIENT_SECRET, providerSettings } from '../../support/identity/oidc-server.ts'
import { errorOf, session, signIn, startUrl } from '../../support/identity/provider-fixture.ts'
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
async function withDocument(document: Readonly<Record<string, unknown>>, more: Record<string, string> = {}) {
  provider.state.forgery = { document }
  const fresh = await startApp({ env: { ...env, ...more }, log: (line) => lines.push(line) })
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

test('an issuer with and without a slash at its end is the same, and any other mismatch logs both values', async () => {
  const slashed = await withDocument({ issuer: `${provider.issuer}/` })
  provider.state.forgery = {
    ...provider.state.forgery,
    token: (claims, sign) => sign({ ...claims, iss: `${provider.issuer}/` }),
  }
  expect(await errorOf(signIn(slashed))).toBeNull()

  lines.length = 0
  provider.state.forgery = { token: (claims, sign) => sign({ ...claims, iss: 'https://old.example' }) }
  expect(await errorOf(signIn(app))).toBe('provider_failed')
  expect(lines.join()).toContain('the iss in the provider\'s ID token is \\"https://old.example\\", and it has to be')
  provider.state.forgery = { token: (claims, sign) => sign({ ...claims, nbf: Number(claims.iat) + 900 }) }
  expect(await errorOf(signIn(app))).toBe('provider_failed')
  expect(lines.join()).toMatch(/the nbf in the provider's ID token is (899|900|901) s from the clock of this server/)
  const other = await withDocument({ issuer: 'https://other.example' })
  expect(await errorOf(signIn(other))).toBe('provider_unavailable')
  expect(lines.join()).toContain('document is \\"https://other.example\\", and the settings say')
})

test('a provider that says nothing of addresses verifies none, unless the operator trusts its addresses; a false statement counts', async () => {
  const unverified = (stated: object): Forgery => ({
    token: ({ email_verified: _, ...claims }, sign) => sign({ ...claims, ...stated }),
  })
  const trusting = await withDocument({}, { PLATELIGHT_OIDC_KITCHEN_TRUST_EMAILS: '1' })
  provider.state.forgery = unverified({ sub: 'new-1', email: 'new-1@trattoria.example' })
  expect((await session(app)).user.email_verified).toBe(false)
  expect((await session(trusting)).user.email_verified).toBe(true)
  provider.state.forgery = unverified({ sub: 'new-2', email: 'new-2@trattoria.example', email_verified: false })
  expect(await errorOf(signIn(trusting))).toBe('email_not_verified')
  provider.state.forgery = unverified({ sub: 'new-2', email: 'new-2@trattoria.example', email_verified: 'true' })
  expect(await errorOf(signIn(app))).toBeNull()
})

test('people of other tenants are refused, and the log names the tenant', async () => {
  const fresh = await withDocument({}, { PLATELIGHT_OIDC_KITCHEN_TENANTS: 'ours,theirs' })
  provider.state.forgery = { token: (claims, sign) => sign({ ...claims, tid: 'strangers' }) }
  expect(await errorOf(signIn(fresh))).toBe('provider_failed')
  expect(lines.join()).toContain('the tenant strangers is none of those')
  provider.state.forgery = { token: (claims, sign) => sign({ ...claims, tid: 'OURS' }) }
  expect(await errorOf(signIn(fresh))).toBeNull()
})

test('an answer that a browser posts from another site, without a cookie, completes the sign-in', async () => {
  const fresh = await withDocument({}, { PLATELIGHT_OIDC_KITCHEN_RESPONSE_MODE: 'form_post' })
  provider.state.forgery = {}
  const by = browser()
  const back = await by.follow(startUrl(fresh), /\/api\/auth\/idp\/callback/)
  expect(provider.modes.at(-1)).toBe('form_post')
  const form = new URLSearchParams({ ...Object.fromEntries(back.searchParams), user: '{"name":{"firstName":"Mara"}}' })
  const reply = await fetch(`${fresh.url}/api/auth/idp/callback`, { method: 'POST', body: form, redirect: 'manual' })
  expect(reply.status).toBe(302)
  const end = await by.follow(reply.headers.get('location') ?? '', /\/auth\/callback\?/)
  expect([end.searchParams.get('error'), end.searchParams.get('code')]).toEqual([null, expect.any(String)])
})

test('the issuer of all tenants at Entra takes the tokens of each tenant, from that tenant alone', async () => {
  const origin = 'https://login.microsoftonline.com'
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'e', alg: 'RS256', use: 'sig' }]
  let token = ''
  const entra = createIdentityProvider(
    {
      id: 'entra',
      label: 'Entra',
      issuer: new URL(`${origin}/common/v2.0`),
      clientId: 'ours',
      clientSecret: 'x',
      unstatedEmails: 'verified',
      tenants: ['t-1'],
      responseMode: 'query',
    },
    async (address) =>
      Response.json(
        address.includes('well-known')
          ? {
              issuer: `${origin}/{tenantid}/v2.0`,
              authorization_endpoint: `${origin}/authorize`,
              token_endpoint: `${origin}/token`,
              jwks_uri: `${origin}/keys`,
              id_token_signing_alg_values_supported: ['RS256'],
            }
          : address.endsWith('/keys')
            ? { keys }
            : { access_token: 'a', token_type: 'Bearer', id_token: token },
      ),
  )
  const signInFrom = async (issuer: string) => {
    const { nonce, verifier } = await entra.begin({ redirectUri: 'https://photos.example.com/callback', state: 's' })
    const person = { sub: 'mara', email: 'mara@trattoria.example', tid: 't-1' }
    token = await new SignJWT({ ...person, iss: issuer, aud: 'ours', nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'e' })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
    const url = new URL('https://photos.example.com/callback?code=c&state=s')
    return entra.complete({ url, state: 's', nonce, verifier })
  }
  expect(await signInFrom(`${origin}/t-1/v2.0`)).toMatchObject({ issuer: `${origin}/t-1/v2.0`, emailVerified: true })
  await expect(signInFrom(`${origin}/t-2/v2.0`)).rejects.toThrow(/t-2\/v2.0.*has to be.*t-1\/v2.0/)
})
