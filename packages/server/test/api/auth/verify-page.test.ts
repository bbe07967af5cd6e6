import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FROM_ANYWHERE,
  mailTo,
  newcomer,
  newEmail,
  PASSWORD,
  tokenIn,
  visitor,
} from '../../support/identity/signed-in-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const CALLBACK = 'trattoria://back?from=mail'
let app: TestApp
let now = Date.parse('2026-11-21T12:00:00Z')
beforeAll(async () => {
  const env = { ...FROM_ANYWHERE, PLATELIGHT_APP_CALLBACK: CALLBACK }
  app = await startApp({ env, clock: { now: () => new Date(now) } })
})
afterAll(() => app.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function open(url: string, init: RequestInit = {}) {
  const reply = await fetch(url, { redirect: 'manual', ...init, headers: { ...BROWSER, ...init.headers } })
  const html = await reply.text()
  const title = /<h1>([^<]*)<\/h1>/.exec(html)?.[1]
  return { status: reply.status, title, html, headers: reply.headers }
}

/** Presses the button of a page like a browser without scripts. */
function press({ html }: { html: string }, at: string) {
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? []
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
  return open(new URL(action, at).href, { method: 'POST', body })
}

const user = async (email: string) => (await visitor(app).auth.login({ email, password: PASSWORD })).user

test('the e-mailed link opens a page that changes nothing; its button verifies, without a script', async () => {
  const { email, link } = await newcomer(app)
  expect(link).toMatch(/\/auth\/verify\?token=\w+&source=email$/)
  const page = await open(link)
  expect([page.status, page.title]).toEqual([200, 'Confirm your address'])
  expect(page.html).toContain(email)
  expect(page.html).toContain('21 November 2026')
  expect(page.html).not.toMatch(/<script/i)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await user(email)).toMatchObject({ email_verified: false })

  const done = await press(page, link)
  expect([done.status, done.title]).toEqual([200, 'Your address is confirmed'])
  expect(done.html).toContain('10 credits were added')
  expect(await user(email)).toMatchObject({ email_verified: true, credits: 10 })
  expect((await press(page, link)).title).toBe('Your address is already confirmed')
  expect((await open(link)).title).toBe('Your address is already confirmed')
})

test('an old, a replaced, a wrong and a missing token each say what to do', async () => {
  const { email, link } = await newcomer(app)
  now += 24 * 3_600_000
  const late = await open(link)
  expect([late.status, late.title]).toEqual([400, 'This link has expired'])
  expect(late.html).not.toContain('<form')
  const { access_token: apiKey } = await visitor(app).auth.login({ email, password: PASSWORD })
  await visitor(app, { apiKey }).auth.resendVerification()
  for (const url of [link, `${app.url}/auth/verify?token=%22%3E%3Cscript%3E`, `${app.url}/auth/verify`]) {
    const page = await open(url)
    expect([page.status, page.title], url).toEqual([400, 'This link does not work'])
    expect(page.html).toContain('request a new link')
    expect(page.html).not.toMatch(/<script/i)
  }
})

test('HEAD verifies nothing, on the page and on the endpoint of apps', async () => {
  const { email, link, token } = await newcomer(app)
  const endpoint = `${app.url}/api/auth/verify-email?token=`
  for (const url of [link, endpoint + token, `${endpoint}${token}&source=app`]) {
    const reply = await fetch(url, { method: 'HEAD', redirect: 'manual' })
    expect([reply.status, await reply.text()], url).toEqual([200, ''])
  }
  expect((await fetch(`${endpoint}unknown`, { method: 'HEAD' })).status).toBe(400)
  expect(await user(email)).toMatchObject({ email_verified: false })
  expect(await visitor(app).auth.verifyEmail(token)).toMatchObject({ status: 'verified' })
})

test('the form also works for programs, and 422 names a missing field', async () => {
  const { email, token } = await newcomer(app)
  const post = (body: unknown) =>
    fetch(`${app.url}/api/auth/verify-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await post({})).status).toBe(422)
  expect(await (await post({ token })).json()).toEqual({ status: 'verified', email, credits_granted: 10 })
  const wrong = await post({ token: 'unknown' })
  expect([wrong.status, (await wrong.json()).error.code]).toEqual([400, 'token_invalid'])
})

test('a page opened for the app leads back to it, and its policy allows that', async () => {
  const email = newEmail()
  await visitor(app).auth.signup({ email, password: PASSWORD })
  const token = tokenIn((await mailTo(app, email, 'verification')).link)
  const link = `${app.url}/auth/verify?token=${token}&source=app`
  const page = await open(link)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' trattoria:;")
  const back = await press(page, link)
  expect([back.status, back.headers.get('location')]).toEqual([302, `${CALLBACK}&status=verified`])
})

test('twenty simultaneous presses verify once', async () => {
  const { email, link } = await newcomer(app)
  const page = await open(link)
  const done = await Promise.all(Array.from({ length: 20 }, () => press(page, link)))
  expect(done.filter(({ title }) => title === 'Your address is confirmed')).toHaveLength(1)
  expect(await user(email)).toMatchObject({ credits: 10 })
})
