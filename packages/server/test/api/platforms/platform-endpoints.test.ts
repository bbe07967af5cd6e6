import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { xmpPacket } from '@platelight/imaging/codec/encode/encode-image.ts'
import { needs, runProgram } from '@platelight/imaging/testing/machine/outside-programs.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inlineEngine } from '../../../src/engines/inline-engine.ts'
import { dishPhoto, plainPng } from '../../support/dish-photos.ts'
import { type Customer, startApp, type TestApp } from '../../support/start-app.ts'
import { itemsOf, jobEnded } from '../../support/submit-batches.ts'
import { fewOnPostgres } from '../../support/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'platelight-platforms-'))
let app: TestApp
let customer: Customer
let photo: Buffer

beforeAll(async () => {
  app = await startApp({ engine: inlineEngine })
  customer = await app.customer({ credits: 500 })
  photo = await dishPhoto({ width: 2400, height: 1800 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const upload = async (bytes: Uint8Array) => (await customer.client.uploads.create(new Uint8Array(bytes))).url
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const exported = async (
  bytes: Uint8Array,
  platform: string,
  more: { format?: 'jpeg' | 'png' | 'webp' | 'avif' } = {},
) => {
  const image_url = await upload(bytes)
  const made = await customer.client.exports.platform({ image_url, platform, ...more })
  return { made, file: await bytesAt(made.result_url) }
}
const check = async (bytes: Uint8Array, platform: string) => {
  const { items } = await customer.client.exports.check({ image_urls: [await upload(bytes)], platforms: [platform] })
  return items[0]!.verdicts![0]!.verdict
}
const rulesIn = ({ problems }: { problems: readonly { rule: string; severity: string }[] }) =>
  Object.fromEntries(problems.map(({ rule, severity }) => [rule, severity]))

/** A file with the given source type. */
const marked = (source: 'trainedAlgorithmicMedia' | 'algorithmicallyEnhanced') =>
  sharp(photo).resize(800).withXmp(xmpPacket(source, {})).jpeg().toBuffer()

describe('the platform registry', () => {
  test('is public, and every row names its source, its date and its confidence', async () => {
    const { platforms } = (await (await fetch(`${app.url}/api/platforms`)).json()) as Awaited<
      ReturnType<Customer['client']['catalogs']['platforms']>
    >
    const ids = platforms.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['ubereats.item', 'ubereats.cover', 'doordash.item', 'zomato.item']))
    for (const { id, verified, confidence, source, rules } of platforms) {
      expect(source.length, id).toBeGreaterThan(5)
      expect(verified, id).toBe(confidence !== 'none')
      // A row claims nothing that was not found out.
      if (!verified) expect(rules, id).toEqual({})
    }
  })

  test('names similar platforms for an unknown one, and nothing is charged', async () => {
    const image_url = await upload(photo)
    const before = await customer.credits()
    const { client } = customer
    for (const ask of [
      () => client.exports.platform({ image_url, platform: 'ubereat.item' }),
      () => client.images.platformOptimize({ image_url, platform: 'ubereats.photo' }),
      () => client.exports.check({ image_urls: [image_url], platforms: ['ubereat.item'] }),
    ]) {
      await expect(ask()).rejects.toMatchObject({
        status: 400,
        code: 'platform_unknown',
        message: expect.stringContaining('ubereats.item'),
      })
    }
    await expect(client.exports.platform({ image_url, platform: 'Uber Eats' })).rejects.toMatchObject({ status: 422 })
    expect(await customer.credits()).toBe(before)
  })
})

describe('an export', () => {
  test('is accepted by its platform when it is read again', async () => {
    const { platforms } = await customer.client.catalogs.platforms()
    const screenful = await dishPhoto({ width: 1200, height: 900 })
    // All platforms without published figures get the same export.
    const different = platforms.filter(({ id, verified }) => verified || id === 'wolt.item')
    for (const { id, export: profile } of fewOnPostgres(different, 6)) {
      const { made, file } = await exported(screenful, id)
      expect([id, made.after.problems.filter(({ severity }) => severity === 'refused')]).toEqual([id, []])
      const header = await sharp(file).metadata()
      expect([id, header.width, header.height]).toEqual([id, made.width, made.height])
      expect([id, header.format]).toEqual([id, profile.format])
      expect(made).toMatchObject({ platform: id, bytes: file.length, format: profile.format, credits_used: 1 })
    }
  })

  test('is upright, in sRGB and without location', needs('exiftool'), async () => {
    const turned = await sharp(photo)
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { made, file } = await exported(turned, 'deliveroo.item')
    expect(rulesIn(made.before)).toMatchObject({
      aspect: 'refused',
      orientation: 'warning',
      colour: 'warning',
      place: 'warning',
    })
    const tags = runProgram('exiftool', ['-G', 'file.jpg'], { files: { 'file.jpg': file } }).toString()
    expect(tags).not.toMatch(/GPS|Orientation\s*:\s*Rotate|P3/)
    expect([made.width, made.height]).toEqual([1920, 1080])
    expect(made.after).toMatchObject({ accepted: true })
  })

  test('of a fully transparent picture is refused without a charge, also as an item of a batch', async () => {
    const { client, credits } = await app.customer({ credits: 10 })
    const sent = async (bytes: Uint8Array) => (await client.uploads.create(new Uint8Array(bytes))).url
    const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const nothing = await sent(clear)
    const refused = {
      status: 400,
      code: 'subject_not_found',
      message: expect.stringContaining('completely transparent'),
    }
    await expect(client.exports.platform({ image_url: nothing, platform: 'ubereats.item' })).rejects.toMatchObject(
      refused,
    )
    await expect(
      client.images.platformOptimize({ image_url: nothing, platform: 'ubereats.item' }),
    ).rejects.toMatchObject(refused)
    expect(await credits()).toBe(10)

    const { job_id } = await client.images.batchProcess({
      image_urls: [await sent(photo), nothing],
      operation: 'platform-optimize',
      params: { platform: 'ubereats.item' },
    })
    const items = itemsOf(await jobEnded(client, job_id))
    expect(items).toMatchObject([{ result: { after: { accepted: true } } }, { error: { code: 'subject_not_found' } }])
    expect(await credits()).toBe(9)
  })

  test('has the accepted file size, at the best quality for it', async () => {
    const noise = await sharp({
      create: {
        width: 1920,
        height: 1080,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const { made, file } = await exported(noise, 'toast.item')
    expect(file.length).toBeLessThanOrEqual(160_000)
    expect(made.width).toBeLessThan(1920)
    expect(rulesIn(made.before)).toMatchObject({ weight: 'refused' })
    const light = await exported(photo, 'toast.item')
    expect(light.made.quality).toBeGreaterThanOrEqual(60)
  })

  test('has a format that the platform accepts, and another one is refused by name', async () => {
    const { made, file } = await exported(photo, 'deliveroo.item', { format: 'png' })
    expect([made.format, (await sharp(file).metadata()).format]).toEqual(['png', 'png'])
    await expect(exported(photo, 'deliveroo.item', { format: 'webp' })).rejects.toMatchObject({
      status: 400,
      code: 'platform_format',
      message: expect.stringContaining('JPEG or PNG, not WebP'),
    })
  })

  test('is not enlarged if the platform accepts its size; otherwise a warning says so', async () => {
    const small = await dishPhoto({ width: 800, height: 640 })
    const kept = await exported(small, 'ubereats.item')
    expect([kept.made.width, kept.made.height]).toEqual([800, 640])
    const enlarged = await exported(await dishPhoto({ width: 800, height: 450 }), 'deliveroo.item')
    expect(enlarged.made.warnings).toEqual([
      { code: 'upscaled_more_than_2x', message: expect.stringContaining('enlarged 2.4 times') },
    ])
    expect(rulesIn(enlarged.made.before)).toMatchObject({ size: 'refused' })
  })

  test('of the same photo has the same bytes', async () => {
    const [one, other] = [await exported(photo, 'keeta.item'), await exported(photo, 'keeta.item')]
    expect(Buffer.compare(one.file, other.file)).toBe(0)
  })

  test('does not change light and colour, unlike platform-optimize', async () => {
    const dark = await sharp(photo).linear(0.25).jpeg({ quality: 95 }).toBuffer()
    const mean = async (file: Buffer) => (await sharp(file).stats()).channels[1]!.mean
    const { made, file } = await exported(dark, 'keeta.item')
    expect(rulesIn(made.before).dark).toBe('warning')
    const optimized = await customer.client.images.platformOptimize({
      image_url: await upload(dark),
      platform: 'keeta.item',
    })
    expect(Math.abs((await mean(file)) - (await mean(dark)))).toBeLessThan(6)
    expect(await mean(await bytesAt(optimized.result_url))).toBeGreaterThan(1.5 * (await mean(dark)))
    expect(optimized.after.accepted).toBe(true)
  })

  test.each([
    ['a single pixel', () => plainPng(1, 1)],
    ['a strip', () => plainPng(12_000, 40)],
    [
      'all black',
      () =>
        sharp({ create: { width: 900, height: 1200, channels: 3, background: '#000' } })
          .jpeg()
          .toBuffer(),
    ],
  ])('of %s has the right shape and reports its problems', async (_, draw) => {
    const { made } = await exported(await draw(), 'deliveroo.item')
    expect([made.width, made.height, made.format]).toEqual([1920, 1080, 'jpeg'])
    expect(made.warnings.length).toBeGreaterThan(0)
  })
})

describe('generated dishes', () => {
  test('are refused where they are forbidden, without a charge, and photos are not', async () => {
    const before = await customer.credits()
    const generated = await marked('trainedAlgorithmicMedia')
    await expect(exported(generated, 'zomato.item')).rejects.toMatchObject({
      status: 403,
      code: 'platform_forbids_generated',
      message: expect.stringContaining('PLATELIGHT_PLATFORMS'),
    })
    expect(await customer.credits()).toBe(before)
    expect(rulesIn(await check(generated, 'zomato.item')).generated).toBe('refused')
    expect((await exported(await marked('algorithmicallyEnhanced'), 'zomato.item')).made.after.accepted).toBe(true)
  })

  test('stay marked as generated in every export', async () => {
    const { made, file } = await exported(await marked('trainedAlgorithmicMedia'), 'ubereats.item')
    expect(made.faithfulness).toBe('generative')
    expect(file.includes('digitalsourcetype/trainedAlgorithmicMedia')).toBe(true)
  })
})
