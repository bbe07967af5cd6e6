import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'

const chromium = needs('chromium')

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard()
})
afterAll(() => at?.close())

test('an administrator finds an account, grants it credits, disables it and enables it again', chromium, async () => {
  const chef = await at.newPerson()
  const cook = await at.newPerson()
  await at.app.operator.createAdmin({ email: chef, name: 'administrator' })
  const { page, close } = await at.browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, chef)
  await page.getByRole('link', { name: 'Server' }).click()
  await page.getByText('Nothing failed.').waitFor()
  await page.getByLabel('Address or name').fill(cook.toUpperCase())
  await expect.poll(() => page.getByRole('button', { name: /^Change / }).count()).toBe(1)
  await page.getByRole('button', { name: `Change ${cook}` }).click()
  await page.getByLabel('Credits to grant').fill('25')
  await page.getByLabel('Note that the account sees').fill('welcome')
  await page.getByRole('button', { name: 'Grant' }).click()
  await page.getByText('Granted 25.').waitFor()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect.poll(async () => (await at.app.operator.showAccount(cook)).disabled_at).not.toBeNull()
  await page.getByRole('button', { name: `Change ${cook}` }).click()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect.poll(async () => (await at.app.operator.showAccount(cook)).disabled_at).toBeNull()
  await close()
})

test('a person who is no administrator is not led to the page, and it shows nothing', chromium, async () => {
  const { page, close } = await at.browser.newPage({})
  await signIn(page, await at.newPerson())
  expect(await page.getByRole('link', { name: 'Server' }).count()).toBe(0)
  await page.goto('/dashboard/server')
  await page.getByText('This page is for administrators of this server.').waitFor()
  await close()
})
