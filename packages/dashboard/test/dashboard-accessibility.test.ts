import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishPhoto } from '../../server/test/support/dish-photos.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'
import { findBarriers } from './support/find-barriers.ts'

const chromium = needs('chromium')

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (chromium.skip) return
  at = await startDashboard()
})
afterAll(() => at?.close())

const WIDTHS = [360, 768, 1440]

test(
  'axe finds nothing serious on any page, in both themes and three widths, and nothing is wider than the screen',
  chromium,
  async () => {
    const { page, close } = await at.browser.newPage({ reducedMotion: 'reduce', bypassCSP: true })
    const found: Record<string, unknown> = {}
    const look = async (name: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          found[`${name}, ${colorScheme}, ${width}`] = await findBarriers(page)
        }
      }
    }
    await page.goto('/dashboard/sign-up')
    await page.getByRole('button', { name: 'Create the account' }).waitFor()
    await look('sign up')
    await page.goto('/dashboard/sign-in')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail address').fill('nobody@example.com')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await look('sign in')

    const person = await at.newPerson()
    await at.app.operator.createAdmin({ email: person, name: 'administrator' })
    await signIn(page, person)
    await page.getByText('Balanced').waitFor()
    await look('studio')
    const file = { name: 'ramen.jpg', mimeType: 'image/jpeg', buffer: await dishPhoto() }
    const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') }
    await page.locator('input[type=file]').first().setInputFiles([file, broken])
    await page.getByRole('button', { name: 'Enhance 2 photos' }).click()
    await page.getByRole('slider').waitFor()
    await page.getByRole('alert').waitFor()
    await look('result')
    await page.getByRole('button', { name: 'Point out the dish' }).click()
    await page.getByRole('application').press('ArrowRight')
    await page.getByRole('application').press(' ')
    await page.getByRole('button', { name: 'Make it again, 1 credit' }).waitFor()
    await look('drawing')
    await page.keyboard.press('Escape')
    await page.getByLabel('Make', { exact: true }).selectOption('relight')
    await page.getByRole('slider', { name: 'Warmth' }).fill('0.4')
    await page.getByRole('button', { name: 'Relight: 1 photo' }).waitFor()
    await look('another operation')
    const make = page.getByLabel('Make', { exact: true })
    await page.getByRole('button', { name: 'Remove broken.jpg' }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ ...file, name: 'gyoza.jpg' }])
    await make.selectOption('inpaint')
    await page.getByRole('application').press(' ')
    await look('mask')
    await make.selectOption('check')
    await page.getByText(/^It would be/).waitFor()
    await look('check')
    await make.selectOption('menu')
    await page.getByLabel('The menu as text').fill('Tonkotsu  12.50')
    await page.getByRole('button', { name: 'Make: Menu' }).waitFor()
    await look('menu')
    await make.selectOption('reel')
    await page.getByRole('button', { name: 'Make: Reel' }).waitFor()
    await look('reel')
    await make.selectOption('')
    await page.getByRole('link', { name: 'Library' }).click()
    await page.getByRole('button', { name: /^Enhance/ }).waitFor()
    await look('library')
    await page.getByRole('button', { name: /^Enhance/ }).click()
    await page.getByRole('dialog').waitFor()
    await look('picture')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 picture deleted').waitFor()
    await look('undo')
    await page.getByLabel('State').selectOption('failed')
    await page.getByText('Nothing failed.').waitFor()
    await look('failed')
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('Name of the new key').fill('Menu import')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('dialog').waitFor()
    await look('new key')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByText('Never used').first().waitFor()
    await look('account')
    await page.getByRole('link', { name: 'Plan and use' }).click()
    await page.getByRole('img', { name: '1 credit by day and operation' }).waitFor()
    await page.getByRole('meter', { name: 'Requests to /api' }).waitFor()
    await page.getByText('As a table').click()
    await page.getByText('If you run this server').click()
    await look('plan and use')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByLabel('Address of your receiver').fill('https://trattoria.example/hooks')
    await page.getByLabel('All events, also future ones').uncheck()
    await page.getByLabel('photo.deleted').check()
    await page.getByRole('button', { name: 'Create the endpoint' }).click()
    await page.getByRole('dialog').waitFor()
    await look('new endpoint')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByRole('button', { name: 'Send a sample' }).click()
    await page.getByText('The host name is unknown or not public').waitFor()
    await page.getByText('What was sent').click()
    await look('webhooks')
    await page.getByRole('link', { name: 'Brand' }).click()
    await page.getByRole('button', { name: 'Add a colour' }).click()
    await look('brand')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Your name').waitFor()
    await look('settings')
    await page.getByRole('link', { name: 'Server' }).click()
    await page.getByRole('button', { name: /^Change / }).waitFor()
    await look('server')
    await page.getByRole('button', { name: /^Change / }).click()
    await page.getByRole('dialog').waitFor()
    await look('account of somebody')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').waitFor()
    await look('deletion')
    await page.keyboard.press('Escape')
    await look('data')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Language', { exact: true }).selectOption('ar')
    await page.getByRole('heading', { name: 'الإعدادات' }).waitFor()
    await look('settings in Arabic')
    await page.getByLabel('اللغة', { exact: true }).selectOption('en')
    for (const path of [
      '/',
      '/docs/guides',
      '/docs/guides/webhooks',
      '/docs/search?q=webhook',
      '/docs/errors',
      '/docs/errors/not_found',
      '/docs/warnings',
      '/auth/callback?error=access_denied',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await look(path)
    }
    await page.goto('/docs')
    await page.locator('#operations-tag-photos').click()
    await page.getByRole('button', { name: 'Enhance a photo' }).click()
    await page.getByRole('button', { name: 'Try it out' }).click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('Server response').waitFor()
    await look('reference')
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await page.getByRole('button', { name: 'Close' }).first().waitFor()
    await look('key for the reference')
    await page.goto('/dashboard/nowhere')
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await look('not found')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
    await close()
  },
)
