import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { drawDish, drawPicture, toFile } from '../../../test/support/drawn-pictures.ts'
import { adobeRgbProfile } from '../../../test/support/icc-samples.ts'
import { meanDeltaE } from '../../../test/support/picture-measures.ts'
import { decodeImage } from './decode-image.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platelight-codec-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

/** Four flat quarters: red, green, blue and white. They distinguish the eight orientations. */
const quarters = drawPicture(64, 48, (x, y) =>
  y < 24 ? (x < 32 ? [220, 30, 30] : [30, 200, 30]) : x < 32 ? [30, 30, 220] : [240, 240, 240],
)
const patches = drawPicture(
  96,
  32,
  (x) =>
    (
      [
        [180, 70, 50],
        [90, 140, 60],
        [210, 170, 90],
        [60, 90, 150],
        [128, 128, 128],
        [235, 228, 220],
      ] as const
    )[Math.floor(x / 16)],
)

describe('decodeImage', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('rotates orientation %i upright', async (orientation) => {
    // Stored pixels that the orientation turns back into `quarters`.
    const back = {
      1: [0, 0],
      2: [0, 1],
      3: [180, 0],
      4: [180, 1],
      5: [90, 1],
      6: [270, 0],
      7: [270, 1],
      8: [90, 0],
    } as const
    const [angle, flop] = back[orientation as keyof typeof back]
    let stored = sharp(await toFile(quarters)).rotate(angle)
    if (flop) stored = sharp(await stored.png().toBuffer()).flop()
    const file = await sharp(await stored.png().toBuffer())
      .withMetadata({ orientation })
      .png()
      .toBuffer()
    const pixels = await decodeImage(file)
    expect([pixels.width, pixels.height]).toEqual([64, 48])
    expect(meanDeltaE(pixels, quarters)).toBeLessThan(0.5)
  })

  it('converts Display-P3 to sRGB', async () => {
    const file = await sharp(await toFile(patches))
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const untagged = await sharp(file).keepIccProfile().raw().toBuffer()
    expect(Buffer.compare(untagged, Buffer.from(patches.data))).not.toBe(0)
    expect(meanDeltaE(await decodeImage(file), patches)).toBeLessThan(2)
  })

  it('converts Adobe RGB to sRGB', async () => {
    const profile = join(folder, 'adobe.icc')
    writeFileSync(profile, adobeRgbProfile())
    const file = await sharp(await toFile(patches))
      .withIccProfile(profile)
      .png()
      .toBuffer()
    expect(meanDeltaE(await decodeImage(file), patches)).toBeLessThan(2)
  })

  it('reads grey, 16-bit and CMYK pictures as RGB', async () => {
    const grey = await decodeImage(
      await sharp(await toFile(patches))
        .greyscale()
        .png()
        .toBuffer(),
    )
    expect(grey.channels).toBe(3)
    expect(grey.data[0]).toBe(grey.data[1])
    const deep = await sharp(await toFile(patches))
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect(meanDeltaE(await decodeImage(deep), patches)).toBeLessThan(1)
    const cmyk = await sharp(await toFile(patches))
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(meanDeltaE(await decodeImage(cmyk), patches)).toBeLessThan(6)
  })

  it('keeps real transparency and drops an opaque alpha channel', async () => {
    const half = await sharp(await toFile(quarters))
      .ensureAlpha(0.5)
      .png()
      .toBuffer()
    expect((await decodeImage(half)).channels).toBe(4)
    const full = await sharp(await toFile(quarters))
      .ensureAlpha(1)
      .png()
      .toBuffer()
    expect(await decodeImage(full)).toMatchObject({ channels: 3, width: 64, height: 48 })
  })

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a truncated %s', async (format) => {
    const file = await toFile(drawDish(600, 400), format)
    expect(await code(decodeImage(file.subarray(0, Math.floor(file.length * 0.6))))).toBe('image_unreadable')
  })

  it('opens only the accepted formats, whatever the file claims to be', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow()
    await expect(
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .raw()
        .toBuffer()
        .then((rgb) =>
          sharp(Buffer.concat([Buffer.from('P6\n9 9\n255\n'), rgb]))
            .png()
            .toBuffer(),
        ),
    ).rejects.toThrow()
  })
})

const [WIDTH, HEIGHT] = [40, 30]

/** A WebP file of a slope of greys whose alpha is given by place; what is transparent is black. */
const photoWith = (alphaAt: (x: number, y: number) => number) => {
  const data = Buffer.alloc(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const alpha = alphaAt(x, y)
    data.set([...(alpha === 255 ? [100 + x, 110 + y, 90] : [0, 0, 0]), alpha], 4 * i)
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .webp({ lossless: true, exact: true })
    .toBuffer()
}

test('a photo whose last row and column are transparent is a whole photo: they get the colours beside them', async () => {
  const { data, channels } = await decodeImage(
    await photoWith((x, y) => (x === WIDTH - 1 || y === HEIGHT - 1 ? 0 : 255)),
  )
  expect(channels).toBe(3)
  const at = (x: number, y: number) => [...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)]
  expect(at(10, 20)).toEqual([110, 130, 90])
  expect(at(WIDTH - 1, 20)).toEqual([100 + WIDTH - 3, 130, 90])
  expect(at(10, HEIGHT - 1)).toEqual([110, 110 + HEIGHT - 3, 90])
  expect(at(WIDTH - 1, HEIGHT - 1)).toEqual([100 + WIDTH - 3, 110 + HEIGHT - 3, 90])
})

test('a cut-out keeps its transparency, also where it is transparent at one place only', async () => {
  const file = await photoWith((x, y) => (x === 2 && y === 15 ? 254 : 255))
  const { data, channels } = await decodeImage(file)
  expect(channels).toBe(4)
  expect(data[4 * (15 * WIDTH + 2) + 3]).toBe(254)
})
