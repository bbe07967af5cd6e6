import { converter } from 'culori'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { taggedTiff } from '../../src/codec/decode/tagged-tiff.ts'
import { buildProfile } from '../../src/colour/icc-profile.ts'
import { decodeLight, encodeLight } from '../../src/colour/linear-light.ts'
import type { Pixels } from '../../src/raster/pixels.ts'
import { chunk, withChunks } from '../support/blocks.ts'
import { inner, patches, patchesIn } from '../support/colour-patches.ts'
import { drawPicture } from '../support/drawn-pictures.ts'
import { adobeRgbProfile } from '../support/icc-samples.ts'
import { decodeByImageMagick, needs, runProgram } from '../support/machine/outside-programs.ts'
import { meanDeltaE } from '../support/picture-measures.ts'

const PROPHOTO = buildProfile([0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001, 0.3457, 0.3585], (code) => code ** 1.8)
const raw = ({ data, width, height, channels }: Pixels) => sharp(data, { raw: { width, height, channels } })

const tagged16 = ({ data, width, height }: Pixels, profile: Uint8Array): Uint8Array => {
  const { file, samples } = taggedTiff({ width, height, channels: 3, bits: 16, profile })
  const words = new DataView(samples.buffer, samples.byteOffset)
  for (const [i, value] of data.entries()) words.setUint16(2 * i, value * 257, true)
  return file
}

const difference = async (file: Uint8Array, expected = patches) =>
  meanDeltaE(inner(await decodeImage(file)), inner(expected))

describe('16-bit colours', () => {
  it('are converted through the embedded profile to sRGB', async () => {
    const p3 = await raw(patches).toColourspace('rgb16').withIccProfile('p3').png().toBuffer()
    expect((await sharp(p3).metadata()).depth).toBe('ushort')
    expect(await difference(p3)).toBeLessThan(0.7)
    expect(await difference(tagged16(patchesIn('a98'), adobeRgbProfile()))).toBeLessThan(0.7)
    expect(await difference(tagged16(patchesIn('prophoto'), PROPHOTO))).toBeLessThan(1)
  })

  it('are kept when the embedded profile is invalid or not for RGB', async () => {
    expect(await difference(tagged16(patches, Buffer.alloc(300, 7)))).toBeLessThan(0.3)
    const ink = Buffer.from(adobeRgbProfile())
    ink.write('CMYK', 16, 'latin1')
    expect(await difference(tagged16(patches, ink))).toBeLessThan(0.3)
  })

  it('of high dynamic range keep their hue', async () => {
    // Half the light of the patches, so that nothing reaches the range that is rolled off; ST 2084 over BT.2020.
    const toWide = converter('rec2020')
    const wideLight = (v: number) => (v < 0.08145 ? v / 4.5 : ((v + 0.0993) / 1.0993) ** (1 / 0.45))
    const code = (share: number) => {
      const y = ((Math.max(0, share) * 203) / 10_000) ** 0.1593017578125
      return ((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y)) ** 78.84375
    }
    const halves = Array.from({ length: 8 }, (_, i) => {
      const [r, g, b] = [0, 1, 2].map((c) => encodeLight(decodeLight(patches.data[i * 48 + c] / 255) / 2))
      return { mode: 'rgb', r: r!, g: g!, b: b! } as const
    })
    const expected = drawPicture(patches.width, patches.height, (x) => {
      const { r, g, b } = halves[x >> 4]
      return [r * 255, g * 255, b * 255]
    })
    const { width, height } = patches
    const coded = new Uint16Array(width * height * 3)
    for (let i = 0; i < coded.length; i += 3) {
      const { r, g, b } = toWide(halves[((i / 3) % width) >> 4])
      coded.set(
        [r, g, b].map((v) => Math.round(65_535 * code(wideLight(v)))),
        i,
      )
    }
    const png = await sharp(coded, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect((await sharp(png).metadata()).depth).toBe('ushort')
    const file = withChunks(png, chunk('cICP', Buffer.from([9, 16, 0, 1])))
    expect(await difference(file, expected)).toBeLessThan(1)
  })

  it('of grey are read through their profile like ImageMagick does', needs('ImageMagick'), async () => {
    const print = Buffer.from(await greyProfile(1.8))
    const png = await raw(patches).greyscale().png().toBuffer()
    const file = runProgram('ImageMagick', ['in.png', '-depth', '16', '-profile', 'grey.icc', 'tif:-'], {
      files: { 'in.png': png, 'grey.icc': print },
    })
    expect(await sharp(file).metadata()).toMatchObject({ space: 'grey16', hasProfile: true })
    const { icc } = await sharp(await raw(patches).withIccProfile('srgb').png().toBuffer()).metadata()
    const theirs = runProgram('ImageMagick', ['in', '-profile', 'srgb.icc', '-depth', '8', '-strip', 'png24:-'], {
      files: { in: file, 'srgb.icc': icc! },
    })
    expect(meanDeltaE(inner(decodeByImageMagick(theirs)), inner(decodeByImageMagick(png)))).toBeGreaterThan(3)
    expect(await difference(file, decodeByImageMagick(theirs))).toBeLessThan(1)
  })
})

/** The RGB profile of a curve, without its colours and declared as grey. */
const greyProfile = async (gamma: number): Promise<Uint8Array> => {
  const profile = Buffer.from(buildProfile([0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329], (code) => code ** gamma))
  profile.write('GRAY', 16, 'latin1')
  for (let at = 132; at < 132 + 12 * profile.readUInt32BE(128); at += 12) {
    if (profile.toString('latin1', at, at + 4) === 'rTRC') profile.write('kTRC', at, 'latin1')
  }
  return profile
}
