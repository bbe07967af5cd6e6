import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InsufficientCreditsError, Platelight } from '@platelight/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishOnTiles, dishPhoto } from '../../server/test/support/dish-photos.ts'
import { PASSWORD } from '../../server/test/support/identity/signed-in-client.ts'
import { eventReceiver } from '../../server/test/support/network/event-receiver.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'
import { startPaymentProvider } from './support/payment-provider.ts'

const chromium = needs('chromium')
const EMAIL = 'chef@trattoria.example'

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

const drop = async (page: Page, name: string, buffer: Buffer) => {
  const data = await page.evaluateHandle(
    ({ bytes, name }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type: 'image/jpeg' }))
      return transfer
    },
    { bytes: buffer.toString('base64'), name },
  )
  await page.getByRole('region', { name: 'Add photos' }).dispatchEvent('drop', { dataTransfer: data })
}

const drawLine = async (page: Page, from: readonly [number, number], to: readonly [number, number]) => {
  // The photo gives the place its height.
  await expect.poll(async () => (await page.getByRole('application').boundingBox())?.height ?? 0).toBeGreaterThan(99)
  const place = await page.getByRole('application').boundingBox()
  const at = ([x, y]: readonly [number, number]) =>
    [(place?.x ?? 0) + x * (place?.width ?? 0), (place?.y ?? 0) + y * (place?.height ?? 0)] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 8 })
  await page.mouse.up()
}

test(
  'from the setup link to the deleted account: a photo, a stroke on an unsure one, a key, a webhook that is repaired, a purchase when credits are used up',
  chromium,
  async () => {
    const { page, offences, close } = await at.browser.newPage()
    await page.goto((await at.app.app.setupLink()) ?? '')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button').click()
    await page.getByRole('link', { name: 'Open the studio' }).waitFor()
    await at.app.operator.grantCredits(EMAIL, 4, 'a start')
    await signIn(page, EMAIL)

    await drop(page, 'ramen.jpg', await dishPhoto())
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    const handle = page.getByRole('slider', { name: 'How much of the photo before is shown' })
    await handle.press('Home')
    expect(await handle.getAttribute('aria-valuetext')).toBe('0 % before')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Square' }).click(),
    ])
    expect((await readFile(await file.path())).subarray(0, 2).toString('hex')).toBe('ffd8')

    await drop(page, 'tiles.jpg', await dishOnTiles())
    await page.getByLabel('Cut the dish out').check()
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    await page.getByText('It is not clear which part of this photo is the dish').waitFor()
    await page.getByRole('button', { name: 'Point out the dish' }).first().click()
    await drawLine(page, [0.35, 0.45], [0.65, 0.55])
    await page.locator('.outside-dish').waitFor()
    await page.getByRole('button', { name: 'Make it again, 2 credits' }).click()
    await page.getByRole('heading', { name: 'tiles.jpg' }).waitFor()
    await page.getByRole('tab', { name: 'CLI' }).click()
    await page.getByText('--subject-strokes').waitFor()

    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('Name of the new key').fill('Till')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const apiKey = (await page.getByRole('region', { name: 'Key', exact: true }).textContent()) ?? ''
    await page.getByRole('button', { name: 'I have kept it' }).click()

    const receiver = await eventReceiver({ status: 500, text: '<b>out of order</b>' })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByLabel('Address of your receiver').fill('http://10.0.0.1/hooks')
    await page.getByRole('button', { name: 'Create the endpoint' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Address of your receiver').fill(receiver.url)
    await page.getByLabel('All events, also future ones').uncheck()
    await page.getByLabel('photo.enhancement.completed', { exact: true }).check()
    await page.getByRole('button', { name: 'Create the endpoint' }).click()
    const secret = (await page.getByRole('region', { name: 'Signing secret' }).textContent()) ?? ''
    await page.getByRole('button', { name: 'I have kept it' }).click()
    expect(await page.content()).not.toContain(secret)

    const program = new Platelight({ baseUrl: at.app.url, apiKey, maxRetries: 0 })
    const photo = await program.photos.enhance({ image: await dishPhoto({ seed: 2 }) })
    await page.getByRole('button', { name: 'Send a sample' }).click()
    const real = page
      .getByRole('region', { name: 'Deliveries' })
      .getByRole('listitem')
      .filter({ hasText: photo.id })
      .filter({ has: page.getByRole('button') })
    await real.getByText('Status 500').waitFor()
    await real.getByText('What the receiver answered').click()
    await real.getByText('<b>out of order</b>').waitFor()
    receiver.state.status = 200
    await real.getByRole('button', { name: 'Send again: photo.enhancement.completed' }).click()
    await real.getByText('Arrived').waitFor()
    await real.getByText('Status 200').waitFor()
    const [first, ...again] = receiver.received.filter(({ body }) => body.includes(photo.id))
    expect(new Set(again.map(({ id, body }) => id + body))).toEqual(new Set([`${first?.id}${first?.body}`]))
    expect(first?.signature).toBe(
      createHmac('sha256', secret)
        .update(first?.body ?? '')
        .digest('hex'),
    )
    await receiver.close()

    const { url: image_url } = await program.uploads.create(await dishPhoto({ seed: 3 }))
    const refused = await program.images.enhance({ image_url }).catch((error) => error)
    expect(refused).toBeInstanceOf(InsufficientCreditsError)
    await page.goto(refused.upgradeUrl)
    await page.getByText('No credits are left').waitFor()
    await page.getByRole('img', { name: '4 credits by day and operation' }).waitFor()
    const { id: accountId } = await program.auth.me()
    provider.offer({ server: at.app.url, accountId, credits: 50 })
    await page.getByRole('button', { name: 'Choose Growth' }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await page.getByRole('link', { name: '50 credits left' }).waitFor()
    await program.images.enhance({ image_url })
    await page.reload()
    await page.getByRole('link', { name: '49 credits left' }).waitFor()

    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Make a copy' }).click()
    const [copy] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /\.zip/ }).click()])
    expect((await readFile(await copy.path())).subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const forever = page.getByRole('button', { name: 'Delete everything for good' })
    expect(await forever.isDisabled()).toBe(true)
    await page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL)
    await forever.click()
    await page.getByRole('heading', { name: 'The account is deleted' }).waitFor()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect(program.account.credits()).rejects.toMatchObject({ status: 401 })
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
    // Only who pays leaves this server.
    expect(offences.filter((offence) => offence !== `asks ${provider.url}/`)).toEqual([])
    await close()
  },
)
