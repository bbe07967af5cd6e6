import { Platelight } from '@platelight/sdk'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishOnTiles, dishPhoto } from '../../server/test/support/dish-photos.ts'
import { PASSWORD } from '../../server/test/support/identity/signed-in-client.ts'
import { eventReceiver } from '../../server/test/support/network/event-receiver.ts'
import { startDashboard, withoutEndOfUndo } from './support/dashboard-fixture.ts'
import { startPaymentProvider } from './support/payment-provider.ts'

const chromium = needs('chromium')
const EMAIL = 'chef@trattoria.example'
/** More than any page has. */
const MOST_STEPS = 150

let provider: Awaited<ReturnType<typeof startPaymentProvider>>
let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (chromium.skip) return
  provider = await startPaymentProvider()
  at = await startDashboard(provider.settings)
})
afterAll(async () => {
  await at?.close()
  await provider?.close()
})

/** What a person does who has no mouse. Pages are only looked at, never clicked. */
const keyboardOf = (page: Page) => {
  // The browser hands its choice of files over only while somebody listens. Whoever begins together with a key may be late.
  page.on('filechooser', () => {})
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)
  /** Goes on with Tab until the target has the focus. */
  const reach = async (target: Locator) => {
    await target.waitFor()
    for (let step = 0; step < MOST_STEPS; step++) {
      if (await hasFocus(target)) return
      await page.keyboard.press('Tab')
    }
    expect.fail(`no way with Tab to ${target}`)
  }
  return {
    reach,
    async press(name: string | RegExp, role: 'button' | 'link' = 'button', key = 'Enter') {
      await reach(page.getByRole(role, { name, exact: true }).first())
      await page.keyboard.press(key)
    },
    async write(label: string, text: string) {
      await reach(page.getByLabel(label, { exact: true }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async toggle(label: string) {
      // A hint may follow the name.
      await reach(page.getByLabel(label).first())
      await page.keyboard.press('Space')
    },
    async choose(file: { name: string; mimeType: string; buffer: Buffer }) {
      await reach(page.getByRole('button', { name: /^(Choose|Add) photos$/ }))
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
      await chooser.setFiles(file)
    },
  }
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })

test(
  'from the setup link to the deleted account without a mouse: photo, hint, download, key, webhook, purchase, undo',
  chromium,
  async () => {
    const { page, offences, close } = await at.browser.newPage()
    await withoutEndOfUndo(page)
    const { reach, press, write, toggle, choose } = keyboardOf(page)
    await page.goto((await at.app.app.setupLink()) ?? '')
    await reach(page.getByLabel('E-mail'))
    await page.keyboard.type(EMAIL)
    await reach(page.getByLabel('Password'))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Open the studio' }).waitFor()
    await at.app.operator.grantCredits(EMAIL, 4, 'a start')
    await page.goto('/dashboard/sign-in')
    await write('E-mail address', EMAIL)
    await write('Password', PASSWORD)
    await page.keyboard.press('Enter')

    await choose(jpeg('ramen.jpg', await dishPhoto()))
    await press('Enhance 1 photo')
    const handle = page.getByRole('slider', { name: 'How much of the photo before is shown' })
    await reach(handle)
    await page.keyboard.press('Home')
    expect(await handle.getAttribute('aria-valuetext')).toBe('0 % before')
    await reach(page.getByRole('link', { name: 'Download Square' }))
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(file.suggestedFilename()).toBe('ramen-square.jpg')

    await choose(jpeg('tiles.jpg', await dishOnTiles()))
    await toggle('Cut the dish out')
    await press('Enhance 1 photo')
    await page.getByText('It is not clear which part of this photo is the dish').waitFor()
    await press('Point out the dish')
    await reach(page.getByRole('application'))
    await page.keyboard.press('Space')
    await press('Make it again, 2 credits')
    await page.getByRole('heading', { name: 'tiles.jpg' }).waitFor()
    await reach(page.getByRole('tab', { name: 'curl' }))
    for (const _ of [1, 2]) await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'CLI', selected: true }).waitFor()

    await press('Library', 'link')
    await press(/^Enhance/)
    await press('Delete')
    await page.getByText('1 picture deleted').waitFor()
    await press('Undo')
    await page
      .getByRole('button', { name: /^Enhance/ })
      .nth(1)
      .waitFor()

    await press('Account', 'link')
    await write('Name of the new key', 'Till')
    await page.keyboard.press('Enter')
    const apiKey = (await page.getByRole('region', { name: 'Key', exact: true }).textContent()) ?? ''
    await press('I have kept it')

    const receiver = await eventReceiver({ status: 500 })
    await press('Webhooks', 'link')
    await write('Address of your receiver', receiver.url)
    await toggle('All events, also future ones')
    await toggle('photo.enhancement.completed')
    await press('Create the endpoint')
    await press('I have kept it')
    const program = new Platelight({ baseUrl: at.app.url, apiKey, maxRetries: 0 })
    const photo = await program.photos.enhance({ image: await dishPhoto({ seed: 2 }) })
    await press('Send a sample')
    const real = page
      .getByRole('region', { name: 'Deliveries' })
      .getByRole('listitem')
      .filter({ hasText: photo.id })
      .filter({ has: page.getByRole('button') })
    await real.getByText('Status 500').waitFor()
    receiver.state.status = 200
    await reach(real.getByRole('button', { name: 'Send again: photo.enhancement.completed' }))
    await page.keyboard.press('Enter')
    await real.getByText('Arrived').waitFor()
    await receiver.close()

    const { id: accountId } = await program.auth.me()
    provider.offer({ server: at.app.url, accountId, credits: 50 })
    await press('Plan and use', 'link')
    await press('Choose Growth')
    await press('Pay')
    await page.getByRole('link', { name: /50 credits left/ }).waitFor()

    await press('Your data', 'link')
    await press('Delete my account')
    await write(`Type ${EMAIL} to confirm`, EMAIL)
    await press('Delete everything for good')
    await page.getByRole('heading', { name: 'The account is deleted' }).waitFor()
    await press('Leave')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect(program.account.credits()).rejects.toMatchObject({ status: 401 })
    // Only who pays leaves this server.
    expect(offences.filter((offence) => offence !== `asks ${provider.url}/`)).toEqual([])
    await close()
  },
)
