import { request } from 'node:http'
import type { SubjectHint } from '@platelight/sdk'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBarriers } from '../../../dashboard/test/support/find-barriers.ts'
import { openChromium } from '../../../dashboard/test/support/open-chromium.ts'
import { needs } from '../../../imaging/test/support/machine/outside-programs.ts'
import { type Outline, servePointing } from '../../src/pointing/point-server.ts'
import { dish } from '../support/drawn-dishes.ts'

const chromium = needs('chromium')
/** One pixel, which is the dish. */
const mask =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2rgAAAABJRU5ErkJggg=='

let jpeg: Buffer
beforeAll(async () => {
  jpeg = await dish(1)
})

/** The page in a browser, with the hints for which the dish was looked for. */
async function pointing(names: readonly string[], outline: Outline = { mask }) {
  const asked: SubjectHint[] = []
  const photos = names.map((name) => ({ name, jpeg }))
  const server = await servePointing(photos, async (_, hint) => {
    asked.push(hint)
    return outline
  })
  const browser = await openChromium(new URL(server.url).origin)
  onTestFinished(async () => {
    server.stop()
    await browser.close()
  })
  // Touch and the narrowest phone. The policy is bypassed only where axe is put into the page.
  const opened = async (options = {}) => {
    const watched = await browser.newPage({ hasTouch: true, viewport: { width: 360, height: 740 }, ...options })
    // The service's header would be a stranger's.
    await watched.page.goto(server.url)
    return watched
  }
  return { server, asked, opened }
}

test(
  'a dish is pointed at by a click, a finger, a drawn box or the keys, sees its outline, and a photo can be left',
  chromium,
  async () => {
    const { server, asked, opened } = await pointing(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', '<img src=x>.jpg'])
    const { page, offences } = await opened()
    const photo = page.getByRole('button', { name: 'The photo' })
    const use = page.getByRole('button', { name: 'Use this' })
    const agreed = async () => {
      await page.getByText('The dish is what stays bright.').waitFor()
      await use.click()
    }
    const sizes = async () => {
      await photo.locator('img').evaluate((image: HTMLImageElement) => image.decode())
      return (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    }
    const { x, y, width, height } = await sizes()
    expect(await use.isDisabled()).toBe(true)
    await page.mouse.click(x + width / 4, y + height / 2)
    await agreed()

    await page.getByText('b.jpg').waitFor()
    await sizes()
    await page.touchscreen.tap(x + width / 2, y + height / 4)
    await agreed()

    await page.getByText('c.jpg').waitFor()
    await sizes()
    await page.mouse.move(x + width * 0.75, y + height * 0.75)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.25, y + height * 0.5)
    await page.mouse.up()
    await agreed()

    await page.getByText('d.jpg').waitFor()
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key)
    await agreed()

    await page.getByText('<img src=x>.jpg').waitFor()
    await page.getByRole('button', { name: 'Leave this photo' }).click()
    const answers = await server.answers
    const close = (value: number) => expect.closeTo(value, 1)
    expect(answers).toEqual([
      { point: { x: close(0.25), y: close(0.5) } },
      { point: { x: close(0.5), y: close(0.25) } },
      { box: { x: close(0.25), y: close(0.5), width: close(0.5), height: close(0.25) } },
      { box: { x: 0.48, y: 0.48, width: 0.02, height: 0.04 } },
      undefined,
    ])
    expect(asked).toEqual(expect.arrayContaining(answers.slice(0, 4)))
    expect(offences).toEqual([])
  },
)

test('where no dish is found the page says why, and what was pointed at cannot be used', chromium, async () => {
  const { opened } = await pointing(['a.jpg'], { message: 'No dish stands out there.' })
  const { page } = await opened()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('No dish stands out there.').waitFor()
  expect(await page.getByRole('button', { name: 'Use this' }).isDisabled()).toBe(true)
})

test('the page has no barrier that axe finds, and fits the narrowest phone', chromium, async () => {
  const { opened } = await pointing(['a-name-without-a-gap-that-is-longer-than-the-screen-is-wide.jpg'])
  const { page } = await opened({ bypassCSP: true })
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('nobody gets in without the address: another path, another name of this machine, another way to send', async () => {
  const server = await servePointing([{ name: 'a.jpg', jpeg }], async () => ({}))
  onTestFinished(() => server.stop())
  const { origin, pathname, host } = new URL(server.url)
  const status = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    new Promise((resolve, reject) => {
      request(`${origin}${path}`, { method, headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end(method === 'POST' ? 'null' : '')
    })
  expect(await status(pathname)).toBe(200)
  expect(await status('/')).toBe(404)
  expect(await status('/photo')).toBe(404)
  expect(await status(pathname, 'GET', { host: host.replace('127.0.0.1', 'evil.example') })).toBe(404)
  expect(await status(`${pathname}answer`, 'POST', { 'content-type': 'text/plain' })).toBe(404)
})
