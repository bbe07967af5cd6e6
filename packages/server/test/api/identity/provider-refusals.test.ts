import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerSignInRepository } from '../../../src/accounts/identity/provider-sign-in-repository.ts'
import { signInCodeRepository } from '../../../src/accounts/identity/sign-in-code-repository.ts'
import { browser } from '../../support/identity/browser.ts'
import { errorOf, session, signIn, startUrl, withProvider } from '../../support/identity/provider-fixture.ts'
import { visitor } from '../../support/identity/signed-in-client.ts'
import { startApp } from '../../support/start-app.ts'

const MARA = { sub: 'mara-1', email: 'mara@trattoria.example', email_verified: true }
const MINUTE = 60_000

let lateMs = 0
const clock = { now: () => new Date(Date.now() + lateMs) }
const lines: string[] = []
let at: Awaited<ReturnType<typeof withProvider>>
beforeAll(async () => {
  const env = { PLATELIGHT_APP_CALLBACK: 'trattoria://signed-in' }
  at = await withProvider(MARA, { env, clock, log: (line) => lines.push(line) })
})
afterAll(() => at.close())

const CALLBACK = /\/api\/auth\/idp\/callback/
const rows = async (table: 'provider_sign_ins' | 'sign_in_codes' | 'sessions') =>
  (
    await at.app.core.database.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirst()
  )?.n

describe('the start', () => {
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'refuses to continue at %s',
    async (next) => {
      const reply = await browser().send(startUrl(at.app, { next }))
      expect([reply.status, reply.headers.get('location'), reply.headers.getSetCookie()]).toEqual([400, null, []])
      expect(await reply.text()).toContain('next must be a path of this server')
      const program = await fetch(startUrl(at.app, { next }))
      expect(await program.json()).toMatchObject({ error: { code: 'url_not_allowed', field: 'next' } })
    },
  )

  test('refuses a provider that does not exist, and a native sign-in without an app', async () => {
    const reply = await fetch(startUrl(at.app, { provider: 'nobody' }))
    expect([reply.status, (await reply.json()).error.code]).toEqual([404, 'not_found'])
    const plain = await startApp()
    try {
      for (const query of [{}, { native: 'true' }] as Record<string, string>[]) {
        const refused = await fetch(startUrl(plain, query))
        expect([refused.status, (await refused.json()).error.code]).toEqual([503, 'not_configured'])
        const page = await browser().send(startUrl(plain, query))
        expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('/docs/errors/not_configured')])
      }
      expect(await visitor(plain).idp.config()).toEqual({
        enabled: false,
        provider_name: null,
        native_enabled: false,
        start_url: null,
        providers: [],
      })
    } finally {
      await plain.close()
    }
  })

  test('says that a provider does not answer: to a program with 503, to a person on a page, to an app in the app', async () => {
    const env = { PLATELIGHT_APP_CALLBACK: 'trattoria://signed-in' }
    const down = await withProvider(MARA, { env })
    await down.provider.close()
    try {
      const program = await browser().send(startUrl(down.app), { headers: { accept: 'application/json' } })
      expect([program.status, program.headers.get('retry-after')]).toEqual([503, '10'])
      expect((await program.json()).error.code).toBe('provider_unavailable')
      expect(await errorOf(signIn(down.app))).toBe('provider_unavailable')
      const app = await signIn(down.app, { native: 'true' })
      expect([app.protocol, app.searchParams.get('error')]).toEqual(['trattoria:', 'provider_unavailable'])
    } finally {
      await down.app.close()
    }
  })
})

describe('the callback', () => {
  test('of a sign-in that was completed, or that never began, starts nothing', async () => {
    const by = browser()
    const callback = await by.follow(startUrl(at.app), CALLBACK)
    expect(await errorOf(by.follow(callback.href, /\/auth\/callback\?/))).toBeNull()
    const before = await rows('sign_in_codes')
    expect(await errorOf(by.follow(callback.href, /\/auth\/callback\?/))).toBe('sign_in_expired')
    for (const query of ['', '?code=a', '?code=a&state=b', '?state=b', '?error=access_denied', '?state=%00'])
      expect(await errorOf(by.follow(`${at.app.url}/api/auth/idp/callback${query}`, /\/auth\/callback\?/))).toBe(
        'sign_in_expired',
      )
    expect(await rows('sign_in_codes')).toBe(before)
  })

  test('of two at the same moment completes one', async () => {
    const by = browser()
    const callback = await by.follow(startUrl(at.app), CALLBACK)
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(by.follow(callback.href, /\/auth\/callback\?/))))
    expect(errors.filter((error) => error === null)).toHaveLength(1)
  })

  test('in another browser is refused, so that nobody is signed in as somebody else by a link', async () => {
    const attacker = browser()
    for (const cookie of [undefined, `pl_sign_in=${'a'.repeat(32)}`]) {
      const callback = await attacker.follow(startUrl(at.app), CALLBACK)
      const victim = browser()
      const reply = await victim.send(callback, cookie === undefined ? {} : { headers: { cookie } })
      const location = new URL(reply.headers.get('location') ?? '')
      expect(location.searchParams.get('error')).toBe('other_browser')
      expect(await errorOf(attacker.follow(callback.href, /\/auth\/callback\?/))).toBe('sign_in_expired')
    }
  })

  test('after more than ten minutes is refused', async () => {
    const by = browser()
    const callback = await by.follow(startUrl(at.app), CALLBACK)
    lateMs = 10 * MINUTE + 1_000
    try {
      expect(await errorOf(by.follow(callback.href, /\/auth\/callback\?/))).toBe('sign_in_expired')
    } finally {
      lateMs = 0
    }
  })

  test('passes an error of the provider on, with a sentence for people and nothing of the provider’s own text', async () => {
    at.provider.state.refuses = 'access_denied'
    try {
      for (const [query, start] of [
        [{}, `${at.app.url}/auth/callback?`],
        [{ native: 'true' }, 'trattoria://signed-in?'],
      ] as const) {
        const end = await signIn(at.app, query)
        expect(end.href.startsWith(start)).toBe(true)
        expect(Object.fromEntries(end.searchParams)).toEqual({
          error: 'access_denied',
          error_description: 'The provider did not let you in, or you cancelled the sign-in.',
        })
      }
      expect(lines.join()).toContain('access_denied: The kitchen is <b>closed</b>.')
    } finally {
      delete at.provider.state.refuses
    }
  })

  test('does not pass on an error that is no code, nor one with another’s state', async () => {
    const finish = async (query: Record<string, string>) => {
      const by = browser()
      const location = new URL((await by.send(startUrl(at.app))).headers.get('location') ?? '')
      const state = location.searchParams.get('state') ?? ''
      const parameters = new URLSearchParams({ state, ...query })
      return errorOf(by.follow(`${at.app.url}/api/auth/idp/callback?${parameters}`, /\/auth\/callback\?/))
    }
    expect(await finish({ error: 'consent_required' })).toBe('consent_required')
    expect(await finish({ error: 'Call +1 555 0100' })).toBe('provider_failed')
    expect(await finish({ error: 'access_denied', state: 'x'.repeat(32) })).toBe('sign_in_expired')
    expect(await finish({})).toBe('provider_failed')
    expect(await finish({ code: 'forged' })).toBe('provider_failed')
    expect(lines.join()).toContain('response parameter \\"iss\\" (issuer) missing')
    expect(await finish({ code: 'forged', iss: at.provider.issuer })).toBe('provider_failed')
    expect(lines.join()).toContain('the provider answered invalid_grant: grant request is invalid')
    expect(await finish({ code: 'forged', iss: 'https://evil.example' })).toBe('provider_failed')
  })

  test('of a provider that has gone down meanwhile ends with an error, and the log names it without the secret', async () => {
    const down = await withProvider(MARA, { log: (line) => lines.push(line) })
    const by = browser()
    const callback = await by.follow(startUrl(down.app), CALLBACK)
    await down.provider.close()
    try {
      expect(await errorOf(by.follow(callback.href, /\/auth\/callback\?/))).toBe('provider_unavailable')
      expect(lines.join()).toMatch(/the identity provider Kitchen at 127\.0\.0\.1:\d+ refused the connection/)
      expect(lines.join()).not.toMatch(/kitchen-secret|code_verifier|[?&](code|state)=(?!\[redacted\])\w/)
    } finally {
      await down.app.close()
    }
  })
})

describe('the exchange', () => {
  const codeOf = async (by = browser()) => (await signIn(at.app, {}, by)).searchParams.get('code') ?? ''

  test('opens one session, however often and however simultaneously the code is sent', async () => {
    const by = browser()
    const code = await codeOf(by)
    const replies = await Promise.all(Array.from({ length: 5 }, () => by.exchange(at.app.url, code)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const late = await by.exchange(at.app.url, code)
    expect([late.status, (await late.json()).error.code]).toEqual([400, 'token_invalid'])
  })

  test('refuses the code of another browser, which is then used up', async () => {
    const by = browser()
    const code = await codeOf(by)
    expect((await browser().exchange(at.app.url, code)).status).toBe(400)
    expect((await by.exchange(at.app.url, code)).status).toBe(400)
  })

  test('refuses a code after a minute, and one that never was', async () => {
    const by = browser()
    const code = await codeOf(by)
    expect((await by.exchange(at.app.url, 'idc_unknown')).status).toBe(400)
    lateMs = MINUTE + 1_000
    try {
      expect((await by.exchange(at.app.url, code)).status).toBe(400)
    } finally {
      lateMs = 0
    }
  })

  test('reply and address never contain what the other has: a token is in no address, and neither is stored', async () => {
    const by = browser()
    const end = await signIn(at.app, {}, by)
    expect(end.href).not.toContain('eyJ')
    const code = end.searchParams.get('code') ?? ''
    const stored = await at.app.core.database.db.selectFrom('sign_in_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(code)
    const [, secret = ''] = [...by.jarOf(at.app.url)].find(([name]) => name === 'pl_sign_in') ?? []
    expect(secret).toMatch(/^\w{32}$/)
    expect(JSON.stringify(stored)).not.toContain(secret)
  })
})

test('a reset of the password between callback and exchange leaves no code that would open a session', async () => {
  const { user } = await session(at.app)
  const by = browser()
  const code = (await signIn(at.app, {}, by)).searchParams.get('code') ?? ''
  const { db } = at.app.core.database
  await db.transaction().execute((tx) => at.app.core.sessions.revokeAll(tx, user.id))
  expect((await by.exchange(at.app.url, code)).status).toBe(400)
})

test('what has expired is removed, and nothing else', async () => {
  await browser().send(startUrl(at.app))
  await signIn(at.app)
  const { db } = at.app.core.database
  const after = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
  const counts = async () => [Number(await rows('provider_sign_ins')) > 0, Number(await rows('sign_in_codes')) > 0]
  await providerSignInRepository(db).removeExpired(after(9))
  await signInCodeRepository(db).removeExpired(after(0))
  expect(await counts()).toEqual([true, true])
  await providerSignInRepository(db).removeExpired(after(11))
  await signInCodeRepository(db).removeExpired(after(2))
  expect(await counts()).toEqual([false, false])
})
