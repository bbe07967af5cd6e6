import { afterAll, beforeAll, expect, test } from 'vitest'
import { browser } from '../../support/identity/browser.ts'
import { openPage } from '../../support/identity/page-script.ts'
import { signIn, withProvider } from '../../support/identity/provider-fixture.ts'

const MARA = { sub: 'mara-1', email: 'mara@trattoria.example', email_verified: true }

let at: Awaited<ReturnType<typeof withProvider>>
beforeAll(async () => {
  at = await withProvider(MARA)
})
afterAll(() => at.close())

test('the callback page exchanges its code, keeps the session in a cookie and goes on', async () => {
  const by = browser()
  const end = await signIn(at.app, { next: '/m' }, by)
  const { went } = await openPage(by, end.href)
  await expect.poll(() => went).toEqual(['shows /auth/callback', '/m'])

  const headers = { origin: at.app.url }
  const resumed = await by.send(`${at.app.url}/api/auth/browser-session`, { method: 'POST', headers })
  expect(await resumed.json()).toMatchObject({ user: { email: MARA.email } })
})

test('a code that does not work is said on the page, and nothing is kept', async () => {
  const page = await openPage(browser(), `${at.app.url}/auth/callback?code=idc_gone`)
  await expect.poll(() => page.title.textContent).toBe('You are not signed in')
  expect(page.at('state').textContent).toMatch(/^This code was used before/)
  expect([page.at('again').hidden, page.went]).toEqual([false, ['shows /auth/callback']])
})
