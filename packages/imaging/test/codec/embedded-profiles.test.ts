import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { taggedTiff } from '../../src/codec/decode/tagged-tiff.ts'
import { encodeImage } from '../../src/codec/encode/encode-image.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'
import { buildProfile } from '../../src/colour/icc-profile.ts'
import type { Pixels } from '../../src/raster/pixels.ts'
import { ADOBE_RGB_EXIF, chunk, exifBlock, figures, withChunks, withExifBlock } from '../support/blocks.ts'
import { inner, patches, patchesIn } from '../support/colour-patches.ts'
import { drawPicture } from '../support/drawn-pictures.ts'
import { adobeRgbProfile } from '../support/icc-samples.ts'
import { decodeByImageMagick, needs, runProgram } from '../support/machine/outside-programs.ts'
import { meanDeltaE } from '../support/picture-measures.ts'

const raw = ({ data, width, height, channels }: Pixels): Sharp => sharp(data, { raw: { width, height, channels } })
const plain = { credits: {}, source: 'algorithmicallyEnhanced', format: 'png' } as const

const profileOf = async (name: 'p3' | 'srgb') =>
  (await sharp(await raw(patches).withIccProfile(name).png().toBuffer()).metadata()).icc!

/** These numbers, and a profile that describes their meaning. */
const tagged = (numbers: Pixels, profile: Uint8Array): Buffer => {
  const { width, height } = numbers
  const { file, samples } = taggedTiff({ width, height, channels: 3, bits: 8, profile })
  samples.set(numbers.data)
  return Buffer.from(file)
}

/** The decoded picture as PNG, read by ImageMagick. */
const judged = async (file: Uint8Array): Promise<Pixels> =>
  decodeByImageMagick(await encodeImage(await decodeImage(file), plain))
const difference = async (file: Uint8Array) => meanDeltaE(inner(await judged(file)), inner(patches))

const jpeg = (numbers: Pixels) => raw(numbers).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
const PROPHOTO = buildProfile([0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001, 0.3457, 0.3585], (code) => code ** 1.8)

describe('decoded colours, compared with ImageMagick', needs('ImageMagick'), () => {
  it('of wide colour spaces follow the embedded profile', async () => {
    const p3 = await profileOf('p3')
    expect(await difference(tagged(patchesIn('p3'), p3))).toBeLessThan(1)
    expect(await difference(tagged(patchesIn('a98'), adobeRgbProfile()))).toBeLessThan(1)
    expect(await difference(tagged(patchesIn('prophoto'), PROPHOTO))).toBeLessThan(2)
    // The comparison works: the same numbers without their profile are far off.
    expect(await difference(await raw(patchesIn('p3')).png().toBuffer())).toBeGreaterThan(2)
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of Display-P3 in a %s are within ΔE 2', async (format) => {
    const file = await raw(patches).withIccProfile('p3')[format]({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
    expect((await sharp(file).metadata()).icc).toBeDefined()
    expect(await difference(file)).toBeLessThan(2)
  })

  it('are Adobe RGB if only EXIF says so, and sRGB if nothing is said', async () => {
    const file = await jpeg(patchesIn('a98'))
    const white = [0x013e, 5, [0.3127, 0.329]] as const
    const primaries = [0x013f, 5, [0.64, 0.33, 0.21, 0.71, 0.15, 0.06]] as const
    const named = [
      ADOBE_RGB_EXIF,
      exifBlock({ camera: [[0xa001, 3, 2]] }),
      exifBlock({ camera: [[0xa001, 3, 2]], interoperability: [[1, 2, 'R03']] }),
      exifBlock({ interoperability: [[1, 2, 'R03']] }),
      exifBlock({
        main: [white, primaries],
        camera: [
          [0xa001, 3, 0xffff],
          [0xa500, 5, [2.2]],
        ],
      }),
      exifBlock({ main: [primaries], camera: [[0xa001, 3, 0xffff]] }),
    ]
    for (const block of named) expect(await difference(withExifBlock(file, block))).toBeLessThan(1.5)
    // An embedded profile says more than EXIF, and so does a file that calls itself sRGB.
    const p3 = await raw(patches).withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer()
    const own = await jpeg(patches)
    for (const block of named) expect(await difference(withExifBlock(p3, block))).toBeLessThan(1.5)
    const contradicting = exifBlock({ main: [white, primaries], camera: [[0xa001, 3, 1]] })
    expect(await difference(withExifBlock(own, contradicting))).toBeLessThan(1)
    expect(await difference(withExifBlock(await jpeg(patches), exifBlock({ camera: [[0xa001, 3, 1]] })))).toBeLessThan(
      1,
    )
    expect(
      await difference(withExifBlock(await jpeg(patches), exifBlock({ camera: [[0xa001, 3, 0xffff]] }))),
    ).toBeLessThan(1)
  })

  it('of CMYK are those of ImageMagick with the same profile', async () => {
    const srgb = await profileOf('srgb')
    for (const file of [
      await raw(patches).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
      await raw(patches).toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer(),
    ]) {
      expect((await sharp(file).metadata()).space).toBe('cmyk')
      const theirs = runProgram('ImageMagick', ['in', '-profile', 'srgb.icc', '-strip', 'png24:-'], {
        files: { in: file, 'srgb.icc': srgb },
      })
      expect(meanDeltaE(inner(await judged(file)), inner(decodeByImageMagick(theirs)))).toBeLessThan(2)
    }
  })

  it('of CMYK without a profile are those of common print', async () => {
    const png = await raw(patches).png().toBuffer()
    for (const name of ['jpg', 'tif']) {
      const file = runProgram('ImageMagick', ['in.png', '-colorspace', 'CMYK', `${name}:-`], {
        files: { 'in.png': png },
      })
      expect(await difference(file)).toBeLessThan(12)
    }
  })

  it('of 16 bits, of a palette and of Lab are the same', async () => {
    const png = await raw(patches).png().toBuffer()
    const made = (...args: string[]) => runProgram('ImageMagick', ['in.png', ...args], { files: { 'in.png': png } })
    expect(await difference(made('-depth', '16', 'png48:-'))).toBeLessThan(1)
    expect(await difference(made('-depth', '16', 'tif:-'))).toBeLessThan(1)
    expect(await difference(await raw(patches).png({ palette: true }).toBuffer())).toBeLessThan(1)
    expect(await difference(made('-colorspace', 'Lab', '-depth', '16', 'tif:-'))).toBeLessThan(1)
    expect(await difference(made('-colorspace', 'Lab', '-depth', '8', 'tif:-'))).toBeLessThan(1.5)
    expect(await difference(made('gif:-'))).toBeLessThan(2)
  })

  it('of grey are grey, with a profile, with transparency, with 16 bits', async () => {
    const grey = await raw(patches).greyscale().png().toBuffer()
    const made = (...args: string[]) => runProgram('ImageMagick', ['in.png', ...args], { files: { 'in.png': grey } })
    const expected = inner(decodeByImageMagick(grey))
    for (const file of [
      grey,
      await sharp(grey).toColourspace('b-w').jpeg({ quality: 100 }).toBuffer(),
      made('-depth', '16', '-define', 'png:color-type=0', 'png:-'),
      made('-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '60%', '-define', 'png:color-type=4', 'png:-'),
      made('-depth', '16', 'tif:-'),
    ]) {
      const shown = inner(await judged(file))
      expect(meanDeltaE(shown, expected)).toBeLessThan(1)
      expect(shown.data[0]).toBe(shown.data[1])
    }
  })

  it('of a PNG follow its colour chunks', async () => {
    const p3 = await raw(patchesIn('p3')).png().toBuffer()
    expect(await difference(withChunks(p3, chunk('cICP', Buffer.from([12, 13, 0, 1]))))).toBeLessThan(1)
    const wide = await raw(patchesIn('a98')).png().toBuffer()
    const primaries = figures(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
    expect(
      await difference(withChunks(wide, chunk('gAMA', figures(1 / 2.19921875)), chunk('cHRM', primaries))),
    ).toBeLessThan(1)
    // Almost every file has these. Neither changes anything.
    const ours = await raw(patches).png().toBuffer()
    expect(await difference(withChunks(ours, chunk('gAMA', figures(0.45455))))).toBeLessThan(0.2)
    expect(await difference(withChunks(ours, chunk('sRGB', Buffer.from([0])), chunk('gAMA', figures(1))))).toBeLessThan(
      0.2,
    )
    expect(
      await difference(
        withChunks(ours, chunk('cHRM', figures(0, 0, 0, 0, 0, 0, 0, 0)), chunk('gAMA', figures(0.45455))),
      ),
    ).toBeLessThan(0.2)
  })

  it('of high dynamic range are unchanged up to 60 % of white and rolled off above', async () => {
    // SMPTE ST 2084 for these shares of 203 nits, computed by hand so that the formula is not checked with itself.
    const code = (share: number) => {
      const y = ((share * 203) / 10_000) ** 0.1593017578125
      return ((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375
    }
    const shares = [0.02, 0.1, 0.214, 0.5, 1, 3, 30]
    const ramp = drawPicture(shares.length * 16, 16, (x) => {
      const v = Math.round(code(shares[Math.floor(x / 16)]) * 255)
      return [v, v, v]
    })
    const file = withChunks(
      await raw(ramp).toColourspace('rgb16').png().toBuffer(),
      chunk('cICP', Buffer.from([9, 16, 0, 1])),
    )
    const { data } = await judged(file)
    const shown = shares.map((_, i) => data[(8 * ramp.width + i * 16 + 8) * 3])
    const srgb = (light: number) => 255 * (1.055 * light ** (1 / 2.4) - 0.055)
    for (const i of [0, 1, 2, 3]) expect(Math.abs(shown[i] - srgb(shares[i]))).toBeLessThan(8)
    expect([...shown].sort((a, b) => a - b)).toEqual(shown)
    expect(shown[4]).toBeGreaterThan(225)
    expect(shown.at(-1)).toBeGreaterThan(252)
  })

  it('are kept when the embedded profile is invalid', async () => {
    expect(await difference(tagged(patches, Buffer.alloc(300, 7)))).toBeLessThan(1)
  })
})

it('with invalid numbers are refused instead of guessed', needs('ImageMagick'), async () => {
  const png = await raw(patches).png().toBuffer()
  for (const args of [
    ['-depth', '32'],
    ['-depth', '32', '-define', 'quantum:format=floating-point'],
  ]) {
    const file = runProgram('ImageMagick', ['in.png', ...args, 'tif:-'], { files: { 'in.png': png } })
    await expect(inspectImage(file)).rejects.toMatchObject({
      code: 'unsupported_image',
      message: expect.stringContaining('8 or 16 bits'),
    })
  }
})

describe('transparency', () => {
  it.each([1, 2])('of a TIFF is straight, however it was stored (%i)', async (kind) => {
    const [width, height] = [8, 8]
    const { file, samples } = taggedTiff({ width, height, channels: 4, bits: 8 })
    for (let i = 0; i < width * height; i++) samples.set(kind === 1 ? [100, 50, 20, 128] : [200, 100, 40, 128], 4 * i)
    const view = new DataView(file.buffer)
    const entries = view.getUint16(8, true)
    for (let i = 0; i < entries; i++) {
      if (view.getUint16(10 + 12 * i, true) === 338) view.setUint16(10 + 12 * i + 8, kind, true)
    }
    const { data, channels } = await decodeImage(file)
    expect(channels).toBe(4)
    for (const [i, value] of [200, 100, 40, 128].entries()) expect(Math.abs(data[i] - value)).toBeLessThan(3)
  })
})
