import { Platelight } from '@platelight/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { PASSWORD, visitor } from '../../server/test/support/identity/signed-in-client.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'

const chromium = needs('chromium')

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard()
})
afterAll(() => at?.close())

const clientOf = async (email: string) => {
  const { access_token: apiKey } = await visitor(at.app).auth.login({ email, password: PASSWORD })
  return new Platelight({ baseUrl: at.app.url, apiKey })
}

test('settings and letters are changed on their page, and hold for programs', chromium, async () => {
  const email = await at.newPerson()
  const client = await clientOf(email)
  const { page, close } = await at.browser.newPage({ viewport: { width: 768, height: 900 } })
  await signIn(page, email)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Your name').fill('Mara <b>')
  await page.getByLabel('Language of letters').selectOption('it')
  await page.getByLabel('For', { exact: true }).selectOption('social-media')
  await page.getByLabel('Portrait').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByLabel('What is new').check()
  await expect.poll(async () => (await client.email.preferences()).product_updates).toBe(true)
  const settings = await client.me.settings()
  expect(settings).toMatchObject({ display_name: 'Mara <b>', locale: 'it', preset: 'social-media' })
  expect(settings.formats).not.toContain('portrait')
  await close()
})

test('a brand is given with its logo, shows the colours of the logo, and is cleared', chromium, async () => {
  const email = await at.newPerson()
  const client = await clientOf(email)
  const { page, close } = await at.browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
  await signIn(page, email)
  await page.goto('/dashboard/brand')
  const mark = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#7a1f2b' } })
    .png()
    .toBuffer()
  const buffer = await sharp({ create: { width: 80, height: 80, channels: 4, background: '#0000' } })
    .composite([{ input: mark }])
    .png()
    .toBuffer()
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByLabel('Restaurant').fill('Trattoria Mara')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByAltText('The logo').waitFor()
  expect(await page.getByLabel('Colour 1', { exact: true }).inputValue()).toBe('#7a1f2b')
  await page.getByRole('button', { name: 'Add a colour' }).click()
  await page.getByLabel('Colour 2', { exact: true }).fill('#f4ead8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await client.brand.profile()).colors).toEqual(['#7a1f2b', '#f4ead8'])
  expect((await client.brand.profile()).business_name).toBe('Trattoria Mara')
  await page.getByRole('button', { name: 'Clear the brand' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the brand' }).click()
  await page.getByText('No logo yet.').waitFor()
  expect((await client.brand.profile()).business_name).toBeNull()
  await close()
})

test('a logo that is no picture is refused on the page, with the reason', chromium, async () => {
  const { page, close } = await at.browser.newPage({})
  await signIn(page, await at.newPerson())
  await page.goto('/dashboard/brand')
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/SVG/)
  await close()
})
