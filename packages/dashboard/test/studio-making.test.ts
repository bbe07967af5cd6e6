import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs } from '../../imaging/test/support/machine/outside-programs.ts'
import { dishPhoto } from '../../server/test/support/dish-photos.ts'
import { FROM_ANYWHERE } from '../../server/test/support/identity/signed-in-client.ts'
import { stepwiseEngine } from '../../server/test/support/stepwise-engine.ts'
import { signIn, startDashboard } from './support/dashboard-fixture.ts'

const chromium = needs('chromium')
const { engine, held } = stepwiseEngine()

let at: Awaited<ReturnType<typeof startDashboard>>
beforeAll(async () => {
  if (!chromium.skip) at = await startDashboard(FROM_ANYWHERE, { engine })
})
afterAll(() => at?.close())

/** A person who has added these photos. */
async function withPhotos(names: readonly string[], size?: { width: number; height: number }) {
  const opened = await at.browser.newPage()
  const { page } = opened
  await signIn(page, await at.newPerson())
  const buffer = await dishPhoto(size)
  const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  held.length = 0
  return opened
}

const letGo = async () => {
  await expect.poll(() => held.length).toBe(1)
  held.pop()?.go()
}

/** Where the two pictures of the loupe are, and how far they can go. */
const placesOf = (page: Page) =>
  page
    .getByRole('dialog')
    .locator('section')
    .evaluateAll((panes) => panes.map(({ scrollLeft, scrollTop, scrollWidth }) => [scrollLeft, scrollTop, scrollWidth]))

test(
  'the tray says how far the server is, and cancelled work costs nothing and can be started again',
  chromium,
  async () => {
    const { page, offences, close } = await withPhotos(['ramen.jpg'])
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    await expect.poll(() => held.length).toBe(1)
    held[0]?.options.report?.({ current: 1, total: 4, status: 'Read 1 of 4 corners' })
    await page.getByText('25 %').waitFor()
    await page.getByText('Read 1 of 4 corners').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('25')
    await page.getByRole('button', { name: 'Cancel ramen.jpg' }).click()
    await page.getByText('Ready', { exact: true }).waitFor()
    expect(held[0]?.options.signal.aborted).toBe(true)
    await page.getByText('10 credits left').waitFor()
    held.length = 0
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    await letGo()
    await page.getByText('9 credits left').waitFor()
    expect(offences).toEqual([])
    await close()
  },
)

test(
  'cancelled work is ready again, also where its call hears of the end before the cancellation does',
  chromium,
  async () => {
    const { page, offences, close } = await withPhotos(['ramen.jpg'])
    const heard = page.waitForResponse((reply) => reply.request().method() === 'POST' && !reply.ok())
    await page.route('**/jobs/*', async (route) => {
      const reply = await route.fetch()
      if (route.request().method() === 'DELETE') await heard
      await route.fulfill({ response: reply })
    })
    await page.getByRole('button', { name: 'Enhance 1 photo' }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('button', { name: 'Cancel ramen.jpg' }).click()
    await page.getByText('Ready', { exact: true }).waitFor()
    await page.getByText('10 credits left').waitFor()
    expect(offences).toEqual([])
    await close()
  },
)

test('the loupe shows the same place before and after, and the arrow keys move both', chromium, async () => {
  const { page, offences, close } = await withPhotos(['ramen.jpg'])
  await page.getByLabel('Make', { exact: true }).selectOption('upscale')
  await page.getByRole('button', { name: 'Upscale: 1 photo' }).click()
  await letGo()
  await page.getByRole('button', { name: 'Look at it at 100 %' }).click()
  const panes = page.getByRole('dialog').locator('section')
  await panes.nth(1).waitFor()
  const [[left = 0] = []] = await placesOf(page)
  expect(left).toBeGreaterThan(0)
  await panes.nth(1).press('ArrowRight')
  await expect.poll(async () => (await placesOf(page))[0]?.[0]).toBeGreaterThan(left)
  await expect.poll(async () => new Set((await placesOf(page)).map(String)).size).toBe(1)
  expect(offences).toEqual([])
  await close()
})

test(
  'a mask is painted and erased with the keyboard alone, and nothing else of the photo is changed',
  chromium,
  async () => {
    const { page, offences, close } = await withPhotos(['ramen.jpg'])
    await page.getByLabel('Make', { exact: true }).selectOption('inpaint')
    await page.getByText('2 credits', { exact: true }).waitFor()
    const start = page.getByRole('button', { name: 'Inpaint: 1 photo' })
    expect(await start.isDisabled()).toBe(true)
    const photo = page.getByRole('application')
    await photo.press(' ')
    await page.getByText(/% of the photo is painted/).waitFor()
    await page.getByRole('radio', { name: 'Eraser' }).check()
    await photo.press(' ')
    await page.getByText('Nothing is painted yet.').waitFor()
    await page.getByRole('radio', { name: 'Brush' }).check()
    await photo.press('ArrowUp')
    await photo.press(' ')
    await expect.poll(() => start.isEnabled()).toBe(true)
    await start.click()
    await letGo()
    await page.getByRole('link', { name: 'Download Result' }).waitFor()
    const differs = await page.evaluate(async () => {
      const pixels = async (image: HTMLImageElement | null) => {
        const canvas = new OffscreenCanvas(image?.naturalWidth ?? 1, image?.naturalHeight ?? 1)
        const context = canvas.getContext('2d')
        await image?.decode()
        if (image) context?.drawImage(image, 0, 0)
        const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
        return { data, width: canvas.width, height: canvas.height }
      }
      const before = await pixels(document.querySelector<HTMLImageElement>('.compare .before'))
      const after = await pixels(document.querySelector<HTMLImageElement>('.compare > img'))
      const places: [number, number][] = []
      for (let at = 0; at < before.data.length; at += 4) {
        const isOther = [0, 1, 2].some(
          (channel) => Math.abs((before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0)) > 3,
        )
        const pixel = at / 4
        if (isOther)
          places.push([(pixel % before.width) / before.width, Math.floor(pixel / before.width) / before.height])
      }
      return places
    })
    expect(differs.length).toBeGreaterThan(0)
    // The brush is a twentieth of the long side, two steps of the keyboard above the middle; the edge is soft.
    expect(differs.filter(([x, y]) => Math.abs(x - 0.5) > 0.05 || Math.abs(y - 0.48) > 0.07)).toEqual([])
    expect(offences).toEqual([])
    await close()
  },
)

test('a photo is checked for a platform at no cost, and each problem has a number on the photo', chromium, async () => {
  const { page, offences, close } = await withPhotos(['ramen.jpg'], { width: 240, height: 400 })
  await page.getByLabel('Make', { exact: true }).selectOption('check')
  await letGo()
  await page.getByText('It would be refused.').waitFor()
  const problems = page.locator('.problems > li')
  await problems.first().waitFor()
  expect(await page.locator('.pin').allInnerTexts()).toEqual(
    (await problems.allInnerTexts()).map((_, index) => String(index + 1)),
  )
  await page.getByText('10 credits left').waitFor()
  expect(offences).toEqual([])
  await close()
})

test('words and photos become a poster for print, whose price is shown before', chromium, async () => {
  const { page, offences, close } = await withPhotos(['ramen.jpg'])
  await page.getByLabel('Make', { exact: true }).selectOption('poster')
  await page.getByText('2 credits', { exact: true }).waitFor()
  await page.getByLabel('Headline').fill('Ramen night')
  await page.getByRole('button', { name: 'Make: Poster' }).click()
  await letGo()
  await page.getByRole('img', { name: 'Poster, page 1' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('poster.pdf')
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByLabel('Headline').fill('Ramen day')
  await page.getByText('Make it again to see them.').waitFor()
  expect(offences).toEqual([])
  await close()
})

test('the photos of the tray are made alike together', chromium, async () => {
  const { page, offences, close } = await withPhotos(['ramen.jpg', 'gyoza.jpg'])
  await page.getByLabel('Make', { exact: true }).selectOption('match')
  await page.getByRole('button', { name: 'Match 2 photos' }).click()
  await letGo()
  await page.getByRole('link', { name: 'Download gyoza.jpg' }).waitFor()
  expect(await page.getByText(/^Alike: /).count()).toBe(2)
  await page.getByText('8 credits left').waitFor()
  expect(offences).toEqual([])
  await close()
})

test('a recipe fills the form in, with its price, and the form is saved as a recipe', chromium, async () => {
  const { page, offences, close } = await withPhotos(['ramen.jpg'])
  const open = async (text: string) =>
    page
      .locator('input[accept=".yaml,.yml"]')
      .setInputFiles({ name: 'menu.recipe.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) })
  await open('formats: [square]\nremoveBackground: maybe\n')
  await page.getByText("menu.recipe.yaml:2 removeBackground: must be true or false, not 'maybe'.").waitFor()
  await open(
    'title: Our menu\npreset: print-ready\nformats: [square]\nremoveBackground: true\nplatforms: [glovo.item]\n',
  )
  await page.getByText('Our menu fills the form in. Only the command line does: glovo.item.').waitFor()
  await page.getByText('2 credits', { exact: true }).waitFor()
  expect(await page.locator('input[value=print-ready]').isChecked()).toBe(true)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as a recipe' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('platelight.recipe.yaml')
  expect(await readFile(await file.path(), 'utf8')).toContain('formats: [square, original]\nremoveBackground: true\n')
  expect(offences).toEqual([])
  await close()
})
