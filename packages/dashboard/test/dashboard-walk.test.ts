import { readFile } from 'node:fs/promises'
import { Platelight } from '@platelight/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishPhoto } from '../../server/test/support/dish-photos.ts'
import { PASSWORD } from '../../server/test/support/identity/signed-in-client.ts'
import { signIn, startDashboard, withoutEndOfUndo } from './support/dashboard-fixture.ts'

const chromium = needs('chromium')
const NASTY_FILE = `<img src=x onerror=alert(1)>"'&.jpg`
const NASTY_KEY = '</script><script>alert(1)</script>{{7*7}}'

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard()
})
afterAll(() => at?.close())

const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await dishPhoto() })

test(
  'a stranger signs up, confirms the address, enhances a photo, downloads it, makes a key for a program and signs out',
  chromium,
  async () => {
    const { page, offences, close } = await at.browser.newPage()
    await withoutEndOfUndo(page)
    const email = 'stranger@trattoria.example'
    await page.goto('/m')
    await page.getByRole('link', { name: 'Create one' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText(`on its way to ${email}`).waitFor()
    await page.goto(await at.verificationLink(email))
    await page.getByRole('button').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await signIn(page, email)

    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photo(NASTY_FILE))
    await page.getByText('1 credit', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    const handle = page.getByRole('slider', { name: 'How much of the photo before is shown' })
    await handle.press('End')
    expect(await handle.getAttribute('aria-valuetext')).toBe('100 % before')
    await page.getByRole('heading', { name: NASTY_FILE }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Square' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/square\.jpg$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString('hex')).toBe('ffd8')

    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByLabel('Name of the new key').fill(NASTY_KEY)
    await page.getByRole('button', { name: 'Create a key' }).click()
    const ready = page.getByRole('heading', { name: `The key ${NASTY_KEY} is ready` })
    await ready.waitFor()
    const apiKey = (await page.getByRole('region', { name: 'Key', exact: true }).textContent()) ?? ''
    const program = new Platelight({ baseUrl: at.app.url, apiKey })
    const [made] = (await program.photos.list()).items
    expect(Object.keys(made?.enhanced ?? {}).sort()).toEqual(['landscape', 'original', 'portrait', 'square'])
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await ready.waitFor({ state: 'hidden' })
    await page.getByText(NASTY_KEY, { exact: true }).waitFor()
    expect(await page.content()).not.toContain(apiKey)

    await page.getByRole('link', { name: 'Library' }).click()
    const tile = page.getByRole('button', { name: /^Enhance/ })
    await page.getByLabel('Operation').selectOption('upscale')
    await page.getByText('No picture fits these filters.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await tile.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await tile.click()
    expect((await program.photos.list()).items).toHaveLength(1)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 picture deleted').waitFor()
    await page.reload()
    await expect.poll(async () => (await program.photos.list()).items).toEqual([])

    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/dashboard/account')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
    expect(offences).toEqual([])
    await close()
  },
)

test(
  'another operation of the document is chosen, priced and done, and what is wrong with it is said',
  chromium,
  async () => {
    const { page, offences, close } = await at.browser.newPage()
    await signIn(page, await at.newPerson())
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photo('ramen.jpg'))
    const operations = page.getByLabel('Make', { exact: true })
    await operations.selectOption('export-platform')
    expect(await page.getByRole('button', { name: 'Export platform: 1 photo' }).isDisabled()).toBe(true)
    await operations.selectOption('upscale')
    await page.getByLabel('Scale').selectOption('4')
    await page.getByText('2 credits', { exact: true }).waitFor()
    await operations.selectOption('relight')
    await page.getByLabel('Direction').selectOption('back')
    await page.getByText('1 credit', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Relight: 1 photo' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Result' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('ramen-relight.jpg')
    expect(offences).toEqual([])
    await close()
  },
)

test('password fields hide what is typed and name themselves to password managers', chromium, async () => {
  const { page, close } = await at.browser.newPage()
  for (const [path, use] of [
    ['sign-in', 'current-password'],
    ['sign-up', 'new-password'],
  ]) {
    await page.goto(`/dashboard/${path}`)
    const field = page.getByLabel('Password')
    expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual(['password', use])
  }
  await close()
})

test(
  'a page that is loaded again goes on with the session, whose token is nowhere but in memory',
  chromium,
  async () => {
    const { page, offences, close } = await at.browser.newPage()
    await signIn(page, await at.newPerson())
    await page.reload()
    await page.getByRole('heading', { name: 'Studio' }).waitFor({ state: 'attached' })
    const stored = await page.evaluate(() => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      location.href,
    ])
    expect(stored).toEqual([0, 0, '', `${at.app.url}/dashboard/`])
    expect(offences).toEqual([])
    await close()
  },
)

test('the page and its files: a strict policy, names with a hash that caches may keep, and a sentence for what is gone', async () => {
  const { url } = at?.app ?? { url: '' }
  if (chromium.skip) return
  const reply = await fetch(`${url}/dashboard/library`)
  const policy = reply.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(policy).toContain("script-src 'self'; connect-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  const page = await reply.text()
  const assets = [...page.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, path]) => path)
  expect(assets.length).toBeGreaterThan(1)
  for (const path of assets) {
    const file = await fetch(url + path)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  }
  for (const path of ['/dashboard/assets/index-gone.js', '/dashboard/assets/..%2findex.html', '/dashboard/a/b']) {
    expect((await fetch(url + path)).status).toBe(404)
  }
})
