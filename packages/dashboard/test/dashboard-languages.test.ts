import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { PASSWORD } from '../../server/test/support/identity/signed-in-client.ts'
import { startDashboard } from './support/dashboard-fixture.ts'

const chromium = needs('chromium')

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard()
})
afterAll(() => at?.close())

test(
  'the dashboard speaks the language of the browser, is laid out from the right for Arabic, and keeps another choice',
  chromium,
  async () => {
    const email = await at.newPerson()
    const { page, offences, close } = await at.browser.newPage({
      locale: 'ar-EG',
      viewport: { width: 360, height: 740 },
    })
    await page.goto('/dashboard/sign-in')
    await page.getByLabel('البريد الإلكتروني').fill(email)
    await page.getByLabel('كلمة المرور').fill(PASSWORD)
    await page.getByRole('button', { name: 'تسجيل الدخول' }).click()
    await page.getByRole('heading', { name: 'الاستوديو' }).waitFor({ state: 'attached' })
    const direction = () =>
      page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dir,
        getComputedStyle(document.body).direction,
      ])
    expect(await direction()).toEqual(['ar', 'rtl', 'rtl'])
    // Ten credits: the form for few, in the digits of Egypt.
    await page.getByRole('link', { name: 'الرصيد: ١٠ نقاط' }).waitFor()
    for (const path of ['library', 'account', 'billing', 'webhooks', 'brand', 'settings', 'data']) {
      await page.goto(`/dashboard/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }

    await page.goto('/dashboard/settings')
    await page.getByLabel('اللغة', { exact: true }).selectOption('de')
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    expect(await direction()).toEqual(['de', 'ltr', 'ltr'])
    await page.reload()
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([['platelight.language', 'de']])
    expect(offences).toEqual([])
    await close()
  },
)

test.each([
  ['es', 'Iniciar sesión'],
  ['fr', 'Se connecter'],
  ['it', 'Accedi'],
  ['pt-BR', 'Entrar'],
  ['de-AT', 'Anmelden'],
  ['ja', 'Sign in'],
])('a browser in %s is greeted with %s', chromium, async (locale, button) => {
  const { page, close } = await at.browser.newPage({ locale })
  await page.goto('/dashboard/sign-in')
  await page.getByRole('button', { name: button, exact: true }).waitFor()
  await close()
})
