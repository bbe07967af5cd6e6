import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser } from '../../support/identity/browser.ts'
import { openPage } from '../../support/identity/page-script.ts'
import { signIn, withProvider } from '../../support/identity/provider-fixture.ts'
import { mailTo, newcomer, PASSWORD, tokenIn, verified, visitor } from '../../support/identity/signed-in-client.ts'

const MARA = { sub: 'mara-1', email: 'mara@trattoria.example', email_verified: true }

let at: Awaited<ReturnType<typeof withProvider>>
beforeAll(async () => {
  at = await withProvider(MARA)
})
afterAll(() => at.close())

test('the callback page exchanges its code, keeps the session and goes on; the dashboard shows and ends it', async () => {
  const by = browser()
  const end = await signIn(at.app, { next: '/m' }, by)
  const { went, stored } = await openPage(by, end.href)
  await expect.poll(() => went).toEqual(['shows /auth/callback', '/m'])
  const kept = JSON.parse(stored.get('platelight.session') ?? '{}')
  expect(kept).toEqual({ access_token: expect.stringMatching(/^eyJ/), expires_at: expect.stringMatching(/^20/) })

  const dashboard = await openPage(by, `${at.app.url}/dashboard`, stored)
  await expect.poll(() => dashboard.at('signed-in').hidden).toBe(false)
  expect(dashboard.at('email').textContent).toBe(MARA.email)
  expect([dashboard.at('credits').textContent, dashboard.at('signed-out').hidden]).toEqual([10, true])
  await dashboard.at('sign-out').click()
  expect([dashboard.went, stored.size]).toEqual([['again'], 0])
  const headers = { authorization: `Bearer ${kept.access_token}` }
  expect((await by.send(`${at.app.url}/api/auth/me`, { headers })).status).toBe(401)
})

test('a code that does not work is said on the page, and nothing is kept', async () => {
  const page = await openPage(browser(), `${at.app.url}/auth/callback?code=idc_gone`)
  await expect.poll(() => page.title.textContent).toBe('You are not signed in')
  expect(page.at('state').textContent).toMatch(/^This code was used before/)
  expect([page.at('again').hidden, page.went, page.stored.size]).toEqual([false, ['shows /auth/callback'], 0])
})

test('a password opens the dashboard, and a wrong one is said there without leaving the page', async () => {
  const email = await verified(at.app)
  const page = await openPage(browser(), `${at.app.url}/dashboard`)
  await expect.poll(() => page.at('signed-out').hidden).toBe(false)
  expect(page.title.textContent).toBe('Sign in')
  page.at('address').value = email
  page.at('password').value = 'not the password'
  await page.at('sign-in').click()
  expect(page.at('refused')).toMatchObject({ hidden: false, textContent: expect.stringMatching(/password/) })
  expect([page.went, page.stored.size]).toEqual([[], 0])

  page.at('password').value = PASSWORD
  await page.at('sign-in').click()
  expect(page.went).toEqual(['again'])
  const dashboard = await openPage(browser(), `${at.app.url}/dashboard`, page.stored)
  await expect.poll(() => dashboard.at('signed-in').hidden).toBe(false)
  expect(dashboard.at('email').textContent).toBe(email)
})

test('a person whose address is not confirmed is told so, and gets the e-mail again', async () => {
  const { email, token } = await newcomer(at.app)
  const { access_token } = await visitor(at.app).auth.login({ email, password: PASSWORD })
  const stored = new Map([['platelight.session', JSON.stringify({ access_token })]])
  const page = await openPage(browser(), `${at.app.url}/dashboard`, stored)
  await expect.poll(() => page.at('unconfirmed').hidden).toBe(false)
  await page.at('resend').click()
  expect(page.at('resent').textContent).toMatch(
    /^Another link can be sent to this address from \d\d:\d\d UTC on \d+ \w+ \d{4}\. /,
  )
  // As if the minute between two letters were over.
  await at.app.core.database.db.deleteFrom('letter_counts').execute()
  await page.at('resend').click()
  expect(page.at('resent').textContent).toBe('It is on its way.')
  await expect.poll(async () => tokenIn((await mailTo(at.app, email, 'verification')).link)).not.toBe(token)
})

test('the dashboard offers the providers to a person who is not signed in, or whose session has ended', async () => {
  for (const stored of [new Map(), new Map([['platelight.session', '{"access_token":"eyJ.x.y"}']])]) {
    const page = await openPage(browser(), `${at.app.url}/dashboard`, stored)
    await expect.poll(() => page.at('elsewhere').hidden).toBe(false)
    expect(page.at('signed-out').hidden).toBe(false)
    const [link] = page.at('providers').children.flatMap(({ children }) => children)
    expect(link).toMatchObject({
      textContent: 'Sign in with Kitchen',
      href: expect.stringContaining('provider=kitchen'),
    })
    expect([page.at('signed-in').hidden, stored.size]).toEqual([true, 0])
  }
})
