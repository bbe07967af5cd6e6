import { Platelight } from '@platelight/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishPhoto } from '../../server/test/support/dish-photos.ts'
import { PASSWORD, visitor } from '../../server/test/support/identity/signed-in-client.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'
import { NAUGHTY_TEXTS } from './support/naughty-texts.ts'

const chromium = needs('chromium')

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard()
})
afterAll(() => at?.close())

/** Whether a text became more than text. */
const wasHit = (page: Page) => page.evaluate(() => 'hit' in window)

test(
  'texts that have broken pages are shown as text: names, files, brand, notes, and on the page of administrators',
  chromium,
  async () => {
    const email = await at.newPerson()
    const { access_token: apiKey } = await visitor(at.app).auth.login({ email, password: PASSWORD })
    const client = new Platelight({ baseUrl: at.app.url, apiKey })
    await at.app.operator.createAdmin({ email, name: 'administrator' })
    const { page, offences, close } = await at.browser.newPage({ viewport: { width: 1024, height: 900 } })
    await signIn(page, email)
    const buffer = await dishPhoto()
    const files = NAUGHTY_TEXTS.map((text) => ({
      name: `${text.replaceAll('/', '')}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    }))
    await page.locator('input[type=file]').first().setInputFiles(files)
    for (const { name } of files) await page.getByText(name, { exact: true }).first().waitFor()
    expect(await wasHit(page)).toBe(false)

    for (const name of NAUGHTY_TEXTS) {
      await client.keys.create({ name })
      await at.app.operator.grantCredits(email, 1, name)
    }
    await page.goto('/dashboard/account')
    const names = page.locator('.keys strong')
    await expect.poll(() => names.allTextContents()).toEqual(expect.arrayContaining([...NAUGHTY_TEXTS]))
    await page.goto('/dashboard/billing')
    await page.getByRole('region', { name: 'Ledger' }).waitFor()
    expect(await wasHit(page)).toBe(false)

    for (const text of [NAUGHTY_TEXTS[1] ?? '', NAUGHTY_TEXTS[9] ?? '']) {
      await client.me.updateSettings({ display_name: text, business_name: text })
      await page.goto('/dashboard/settings')
      await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe(text)
      await page.goto('/dashboard/brand')
      await page.getByLabel('Slogan').fill(text)
      await page.getByLabel('Tone of the words').fill(text)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect.poll(async () => (await client.brand.profile()).tagline).toBe(text)
      await page.reload()
      await expect.poll(() => page.getByLabel('Slogan').inputValue()).toBe(text)
      await page.goto('/dashboard/server')
      await page.getByLabel('Address or name').fill(text)
      await page
        .getByRole('button', { name: /^Change / })
        .first()
        .waitFor()
      expect(await wasHit(page)).toBe(false)
    }
    expect(offences).toEqual([])
    await close()
  },
)
