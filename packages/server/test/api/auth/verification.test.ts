import type { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mails,
  mailTo,
  newcomer,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

let app: TestApp
let auth: Platelight['auth']
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: FROM_ANYWHERE, clock: { now: () => new Date(now) } })
  auth = visitor(app).auth
})
afterAll(() => app.close())

const accounts = (email: string) =>
  app.core.database.db.selectFrom('accounts').selectAll().where('email', '=', email).execute()

test('a resend invalidates the older link', async () => {
  const { email, token } = await newcomer(app)
  const { access_token: apiKey } = await auth.login({ email, password: PASSWORD })
  const mine = visitor(app, { apiKey })
  await expect(mine.auth.resendVerification()).rejects.toMatchObject({ status: 429, retryAfterMs: 60_000 })
  now += 60_000
  expect(await mine.auth.resendVerification()).toEqual({ status: 'verification_sent', email })
  await expect.poll(async () => (await mails(app, email)).length).toBe(2)
  const fresh = tokenIn((await mailTo(app, email, 'verification')).link)
  expect(fresh).not.toBe(token)
  await expect(auth.verifyEmail(token)).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
  expect(await auth.verifyEmail(fresh)).toMatchObject({ status: 'verified' })
  await expect(auth.verifyEmail(token)).rejects.toMatchObject({ status: 400, code: 'token_invalid' })
  await expect(mine.auth.resendVerification()).rejects.toMatchObject({ status: 401 })
  const { access_token: again } = await auth.login({ email, password: PASSWORD })
  const later = visitor(app, { apiKey: again })
  expect(await later.auth.resendVerification()).toEqual({ status: 'already_verified', email })
})

test('a link expires after a day, and says so', async () => {
  const { email, token } = await newcomer(app)
  now += 24 * 3_600_000
  await expect(auth.verifyEmail(token)).rejects.toMatchObject({
    code: 'token_invalid',
    message: expect.stringMatching(/expired/),
  })
  expect((await accounts(email))[0]?.email_verified_at).toBeNull()
})

test('a password token verifies nothing, and a verification token resets nothing', async () => {
  const { email, token } = await newcomer(app)
  await auth.forgotPassword({ email })
  const code = tokenIn((await mailTo(app, email, 'password-reset')).link)
  await expect(auth.verifyEmail(code)).rejects.toMatchObject({ code: 'token_invalid' })
  await expect(auth.resetPassword({ token, password: PASSWORD })).rejects.toMatchObject({ code: 'token_invalid' })
})

test('a browser gets a page without a script, a program gets JSON', async () => {
  const { email, token } = await newcomer(app)
  const link = `${app.url}/api/auth/verify-email?token=${token}`
  const open = (accept: string, url = link) => fetch(url, { headers: { accept } })
  const page = await open('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'/)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await page.text()
  expect(html).toContain(email)
  expect(html).not.toMatch(/<script|onload/i)
  expect(html, 'loads from elsewhere, or leads there').not.toMatch(/(src|href)="(?!#|\/[^/"]|\/")/i)

  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
    expect(await (await open(accept)).json()).toEqual({ status: 'already_verified', email, credits_granted: 0 })
  }
  const refused = await open('text/html', `${app.url}/api/auth/verify-email?token=%3Cscript%3E`)
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(await refused.text()).not.toContain('<script')
})

test('the source of the link is recorded', async () => {
  const { token } = await newcomer(app)
  await fetch(`${app.url}/api/auth/verify-email?token=${token}&source=poster`)
  const sources = await app.core.database.db.selectFrom('email_tokens').select('source').execute()
  expect(sources.map(({ source }) => source)).toContain('poster')
})

test('a link opened for the app leads back to it with the status and nothing else', async () => {
  const withApp = await startApp({ env: { ...FROM_ANYWHERE, PLATELIGHT_APP_CALLBACK: 'trattoria://back?from=mail' } })
  const email = newEmail()
  await visitor(withApp).auth.signup({ email, password: PASSWORD })
  const token = tokenIn((await mailTo(withApp, email, 'verification')).link)
  const open = async (which: string) => {
    const url = `${withApp.url}/api/auth/verify-email?token=${which}&source=app`
    const reply = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } })
    return [reply.status, reply.headers.get('location')]
  }
  expect(await open('unknown')).toEqual([302, 'trattoria://back?from=mail&status=token_invalid'])
  expect(await open(token)).toEqual([302, 'trattoria://back?from=mail&status=verified'])
  expect(await open(token)).toEqual([302, 'trattoria://back?from=mail&status=already_verified'])
  await withApp.close()

  // If no app is configured, the link is an ordinary one.
  const { token: ordinary } = await newcomer(app)
  const reply = await fetch(`${app.url}/api/auth/verify-email?token=${ordinary}&source=app`, { redirect: 'manual' })
  expect([reply.status, (await reply.json()).status]).toEqual([200, 'verified'])
})
