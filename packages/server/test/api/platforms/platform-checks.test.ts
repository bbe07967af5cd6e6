import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-platforms-'))
let app: TestApp
let customer: Customer
let photo: Buffer

beforeAll(async () => {
  app = await startApp()
  customer = await app.customer({ credits: 500 })
  photo = await dishPhoto({ width: 2400, height: 1800 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
const check = async (bytes: Uint8Array, platform: string) => {
  const { items } = await customer.client.exports.check({ image_urls: [await upload(bytes)], platforms: [platform] })
  return items[0]!.verdicts![0]!.verdict
}
const rulesIn = ({ problems }: { problems: readonly { rule: string; severity: string }[] }) =>
  Object.fromEntries(problems.map(({ rule, severity }) => [rule, severity]))

/** A file with the given source type. */
const marked = (source: 'trainedAlgorithmicMedia' | 'algorithmicallyEnhanced') =>
  sharp(photo).resize(800).withXmp(xmpPacket(source, {})).jpeg().toBuffer()

describe('a platform check', () => {
  test('judges each photo for each platform, is free and stores nothing', async () => {
    const other = await app.customer({ credits: 0 })
    const send = async (bytes: Uint8Array) => (await other.client.uploads.create(new Uint8Array(bytes))).url
    const image_urls = [await send(photo), 'https://localhost/x.jpg', await send(await plainPng(1920, 1080))]
    const { items } = await other.client.exports.check({ image_urls, platforms: ['deliveroo.item', 'wolt.item'] })
    expect(items.map(({ index, error }) => [index, error?.code])).toEqual([
      [0, undefined],
      [1, 'image_url_blocked'],
      [2, undefined],
    ])
    expect(items[0]!.picture).toEqual({ format: 'jpeg', width: 2400, height: 1800, bytes: photo.length })
    const [deliveroo, wolt] = items[0]!.verdicts!
    expect(deliveroo).toMatchObject({ platform: 'deliveroo.item', verdict: { accepted: false, verified: true } })
    expect(deliveroo!.verdict.problems[0]).toMatchObject({ rule: 'size', fix: expect.stringContaining('1920 x 1080') })
    // Nothing is known about it, so nothing can be refused.
    expect(wolt).toMatchObject({ verdict: { accepted: true, verified: false } })
    expect(await other.runs()).toEqual([])
    expect(await other.credits()).toBe(0)
  })

  test("separates blurred from sharp photos, and refuses only if the platform's rules say so", async () => {
    const blurred = await sharp(photo).resize(1920, 1080, { fit: 'cover' }).blur(8).jpeg().toBuffer()
    expect(rulesIn(await check(blurred, 'doordash.item')).blurred).toBe('refused')
    expect(rulesIn(await check(blurred, 'deliveroo.item')).blurred).toBe('warning')
    expect(rulesIn(await check(photo, 'doordash.item')).blurred).toBeUndefined()
  })
})

describe("an operator's file of platforms", () => {
  const withFile = (content: unknown) => {
    const path = join(folder, `${Math.random()}.json`)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return startApp({ env: { PLATELIGHT_PLATFORMS: path } })
  }

  test('changes rows, adds others, and can lift a ban', async () => {
    const own = await withFile({
      platforms: [
        { id: 'zomato.item', forbids_generated: false },
        {
          id: 'house.menu',
          name: 'Our menu',
          checked_on: '2026-11-21',
          rules: { aspects: ['3:1'], max_bytes: 90_000 },
          export: { size: { width: 900, height: 300 }, format: 'webp', max_bytes: 90_000 },
        },
      ],
    })
    const { client } = await own.customer()
    const { platforms } = await client.catalogs.platforms()
    expect(platforms.find(({ id }) => id === 'house.menu')).toMatchObject({ source: 'the operator of this server' })
    const send = async (bytes: Uint8Array) => (await client.uploads.create(new Uint8Array(bytes))).url
    const generated = await send(await marked('trainedAlgorithmicMedia'))
    expect((await client.exports.platform({ image_url: generated, platform: 'zomato.item' })).after.accepted).toBe(true)
    const made = await client.exports.platform({ image_url: await send(photo), platform: 'house.menu' })
    expect([made.width, made.height, made.format]).toEqual([900, 300, 'webp'])
    await own.close()
  })

  test('with errors stops the start and reports all of them', async () => {
    const wrong = {
      platforms: [
        { id: 'Bad Id', name: 'x' },
        { id: 'ubereats.item', rules: { max_byte: 5 } },
        { id: 'deliveroo.item', export: { size: { width: 100, height: 100 }, format: 'jpeg' } },
        7,
      ],
    }
    const problems = await withFile(wrong).then(
      () => [],
      (error: { problems: string[] }) => error.problems,
    )
    const all = problems.join('\n')
    expect(all).toMatch(/platforms\[0\] \(Bad Id\)\.id/)
    expect(all).toMatch(/platforms\[0\] \(Bad Id\)\.export is required/)
    expect(all).toMatch(/platforms\[1\] \(ubereats\.item\)\.rules.*unknown field/)
    expect(all).toMatch(/platforms\[2\] \(deliveroo\.item\)\.export has another size than rules\.size/)
    expect(all).toMatch(/platforms\[3\] must be an object/)
    await expect(withFile('{ "platforms": [')).rejects.toThrow(/not JSON/)
    await expect(startApp({ env: { PLATELIGHT_PLATFORMS: join(folder, 'none.json') } })).rejects.toThrow(
      /cannot be read/,
    )
  })
})
