import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { browser } from '../../support/identity/browser.ts'
import { type OidcServer, oidcServer, providerSettings } from '../../support/identity/oidc-server.ts'
import { session, signIn, startUrl, withProvider } from '../../support/identity/provider-fixture.ts'
import { FROM_ANYWHERE, visitor } from '../../support/identity/signed-in-client.ts'
import { startApp } from '../../support/start-app.ts'

const MARA = { sub: 'mara-1', email: 'Mara@Trattoria.example', email_verified: true, name: 'Mara\u0000\n ' }
const APP = 'trattoria://signed-in?from=web'

let at: Awaited<ReturnType<typeof withProvider>>
beforeAll(async () => {
  at = await withProvider(MARA, { env: { PLATELIGHT_APP_CALLBACK: APP, PLATELIGHT_OIDC_KITCHEN_LABEL: 'Kitchen ID' } })
})
afterAll(() => at.close())

test('a person signs in at the provider and gets a verified account with the sign-up credits, once', async () => {
  const first = await session(at.app, { next: '/dashboard?tab=keys' })
  expect(first).toMatchObject({
    next: '/dashboard?tab=keys',
    user: { email: 'mara@trattoria.example', email_verified: true, credits: 10, name: 'Mara' },
  })
  const again = await session(at.app)
  expect(again).toMatchObject({ next: '/m', user: { id: first.user.id, credits: 10 } })
  expect(await visitor(at.app, { apiKey: first.access_token }).auth.me()).toMatchObject({ id: first.user.id })
})

test('the configuration has what a button needs, and nothing secret', async () => {
  const start_url = startUrl(at.app, { provider: 'kitchen' })
  expect(await visitor(at.app).idp.config()).toEqual({
    enabled: true,
    provider_name: 'Kitchen ID',
    native_enabled: true,
    start_url,
    providers: [{ id: 'kitchen', name: 'Kitchen ID', start_url }],
  })
})

test('the browser goes to the provider with PKCE, a state and a nonce, and no secret', async () => {
  const by = browser()
  const reply = await by.send(startUrl(at.app))
  const { origin, pathname, searchParams } = new URL(reply.headers.get('location') ?? '')
  expect([reply.status, origin, pathname]).toEqual([302, at.provider.issuer, '/auth'])
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'platelight',
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: `${at.app.url}/api/auth/idp/callback`,
    state: expect.stringMatching(/^\w{32}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^pl_sign_in=\w{32}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('behind an https address the cookie is Secure and belongs to this host alone', async () => {
  const { app, close } = await withProvider(MARA, { env: { PLATELIGHT_PUBLIC_URL: 'https://photos.example.com' } })
  onTestFinished(close)
  const reply = await browser().send(startUrl(app))
  expect(reply.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-pl_sign_in=\w{32}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const location = new URL(reply.headers.get('location') ?? '')
  expect(location.searchParams.get('redirect_uri')).toBe('https://photos.example.com/api/auth/idp/callback')
})

test('two sign-ins in two tabs of one browser can both be completed', async () => {
  const by = browser()
  const started = async () => (await by.send(startUrl(at.app))).headers.get('location') ?? ''
  const [one, two] = [await started(), await started()]
  for (const location of [two, one]) {
    const { searchParams } = await by.follow(location, /\/auth\/callback\?/)
    expect((await by.exchange(at.app.url, searchParams.get('code') ?? '')).status).toBe(200)
  }
})

test('a native sign-in lands in the app with a code that the app exchanges without a cookie', async () => {
  const end = await signIn(at.app, { native: 'true', next: '/m?tab=2' })
  expect(`${end.protocol}//${end.host}`).toBe('trattoria://signed-in')
  expect([...end.searchParams.keys()]).toEqual(['from', 'code'])
  expect(end.searchParams.get('code')).toMatch(/^idn_/)
  const opened = await visitor(at.app).idp.exchange({ code: end.searchParams.get('code') ?? '' })
  expect(opened).toMatchObject({ token_type: 'bearer', next: '/m?tab=2', user: { email: 'mara@trattoria.example' } })
})

test('a code that an app bound to itself is worth nothing to another app', async () => {
  const verifier = 'a-secret-of-the-app-that-no-other-app-knows-0123'
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const codeFor = async () => {
    const end = await signIn(at.app, { native: 'true', code_challenge })
    return end.searchParams.get('code') ?? ''
  }
  const mine = await visitor(at.app).idp.exchange({ code: await codeFor(), code_verifier: verifier })
  expect(mine.user.email).toBe('mara@trattoria.example')
  for (const code_verifier of [undefined, verifier.replace('a', 'b')]) {
    const wish = { code: await codeFor(), ...(code_verifier && { code_verifier }) }
    const refused = { status: 400, code: 'token_invalid' }
    await expect(visitor(at.app).idp.exchange(wish)).rejects.toMatchObject(refused)
    // The first try has used it up.
    await expect(visitor(at.app).idp.exchange({ ...wish, code_verifier: verifier })).rejects.toMatchObject(refused)
  }
})

test.each([
  ['client_secret_basic', true],
  ['client_secret_post', false],
  ['none', false],
])('a provider that wants %s is served, with claims in the ID token: %s', async (auth, idTokenClaims) => {
  const provider = await oidcServer(MARA)
  const settings = providerSettings('KITCHEN', provider.issuer)
  if (auth === 'none') settings.PLATELIGHT_OIDC_KITCHEN_CLIENT_SECRET = ''
  const app = await startApp({ env: { ...FROM_ANYWHERE, ...settings } })
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  provider.open(app.url, { auth, idTokenClaims })
  expect((await session(app)).user.email).toBe('mara@trattoria.example')
  expect(provider.requests.includes('GET /me')).toBe(!idTokenClaims)
})

test('several providers stand side by side, and one address is one account', async () => {
  const [one, two, three]: OidcServer[] = await Promise.all([oidcServer(MARA), oidcServer(MARA), oidcServer(MARA)])
  const env = {
    ...FROM_ANYWHERE,
    ...providerSettings('B_KITCHEN', two!.issuer),
    ...providerSettings('A_OFFICE', one!.issuer),
    ...providerSettings('C_BAR', three!.issuer),
  }
  const app = await startApp({ env })
  const all = [one!, two!, three!]
  onTestFinished(async () => {
    await app.close()
    for (const { close } of all) await close()
  })
  for (const { open } of all) open(app.url)
  two!.state.person = { ...MARA, sub: 'another-name-there' }
  three!.state.person = { sub: 'mara-1', email: 'leo@bar.example', email_verified: true }

  const config = await visitor(app).idp.config()
  expect(config.providers.map(({ id, name }) => [id, name])).toEqual([
    ['a_office', 'A Office'],
    ['b_kitchen', 'B Kitchen'],
    ['c_bar', 'C Bar'],
  ])
  expect(config).toMatchObject({ provider_name: 'A Office', native_enabled: false })
  const first = await session(app)
  expect(one!.requests).toContain('POST /token')
  expect(await session(app, { provider: 'b_kitchen' })).toMatchObject({ user: { id: first.user.id, credits: 10 } })
  // The same subject at another issuer is another person.
  const leo = await session(app, { provider: 'c_bar' })
  expect(leo.user).toMatchObject({ email: 'leo@bar.example' })
  expect(leo.user.id).not.toBe(first.user.id)
})
