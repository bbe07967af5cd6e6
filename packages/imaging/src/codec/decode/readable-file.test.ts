import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { drawDish, toFile } from '../../../test/support/drawn-pictures.ts'
import { inspectImage } from '../file/inspect-image.ts'
import { stripTrailingData } from '../file/strip-trailing-data.ts'
import { decodeImage } from './decode-image.ts'

const END = Buffer.from([0xff, 0xd9])
const noise = Buffer.from(Uint8Array.from({ length: 6_000 }, (_, i) => Math.imul(i + 7, 2_654_435_761) >>> 13))
const dish = drawDish(600, 400)
const joined = (...parts: Uint8Array[]) => Buffer.concat(parts)
const pixelsOf = async (file: Uint8Array) => {
  await inspectImage(file)
  return Buffer.from((await decodeImage(stripTrailingData(file))).data)
}

describe.each([false, true])('a JPEG (progressive: %s)', (progressive) => {
  let whole: Buffer
  let open: Buffer
  beforeAll(async () => {
    whole = await sharp(await toFile(dish))
      .jpeg({ progressive, quality: 90 })
      .toBuffer()
    open = whole.subarray(0, -END.length)
  })

  it('with all its pixels is taken without its end marker, whatever follows', async () => {
    const film = joined(Buffer.from('\0\0\0\x18ftypmp42'), noise)
    const trailers = [
      Buffer.alloc(0),
      Buffer.alloc(5_000),
      Buffer.alloc(64, 0xff),
      Buffer.alloc(900, 0x20),
      noise,
      film,
      whole,
    ]
    const expected = await pixelsOf(whole)
    for (const [i, trailer] of trailers.entries()) {
      expect(expected.equals(await pixelsOf(joined(open, trailer))), `without end marker, trailer ${i}`).toBe(true)
      expect(expected.equals(await pixelsOf(joined(whole, trailer))), `with end marker, trailer ${i}`).toBe(true)
    }
  })

  it('that lacks pixels is refused and an odd one is taken, however many are read at once', async () => {
    const odd = joined(open, Buffer.from('not pixels'), END)
    const cut = joined(whole.subarray(0, Math.floor(0.8 * whole.length)), END)
    const expected = await pixelsOf(whole)
    const read = async (file: Uint8Array) =>
      pixelsOf(file).then(
        (pixels) => (expected.equals(pixels) ? 'whole' : 'other'),
        (error) => error.code,
      )
    const all = Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? odd : cut))
    expect(await Promise.all(all.map(read))).toEqual(all.map((file) => (file === odd ? 'whole' : 'image_unreadable')))
  })

  it('that lacks pixels is refused, whatever follows', async () => {
    const trailers = [
      Buffer.alloc(0),
      END,
      Buffer.alloc(40_000),
      Buffer.alloc(40_000, 0x20),
      noise,
      joined(END, noise),
      whole,
    ]
    for (const share of [0.3, 0.6, 0.9]) {
      const cut = whole.subarray(0, Math.floor(share * whole.length))
      for (const [i, trailer] of trailers.entries()) {
        const refusal = decodeImage(stripTrailingData(joined(cut, trailer)))
        await expect(refusal, `${share}, trailer ${i}`).rejects.toThrow('is cut off and cannot be read to its end')
      }
    }
  })
})

it('a PNG with all its pixels is taken without its end', async () => {
  const whole = await toFile(dish)
  const open = whole.subarray(0, -12)
  for (const file of [open, joined(open, Buffer.alloc(90)), joined(open, noise), whole.subarray(0, -5)]) {
    expect((await pixelsOf(file)).equals(await pixelsOf(whole))).toBe(true)
  }
})

describe.each([false, true])('a WebP (lossless: %s)', (lossless) => {
  it('with all its pixels is taken with a wrong length; one that is cut off is refused', async () => {
    const profiled = await sharp(await toFile(dish))
      .withIccProfile('srgb')
      .webp({ lossless })
      .toBuffer()
    for (const whole of [
      profiled,
      await sharp(await toFile(dish))
        .webp({ lossless })
        .toBuffer(),
    ]) {
      const expected = await pixelsOf(whole)
      const announcing = (length: number, file = whole) => {
        const copy = Buffer.from(file)
        copy.writeUInt32LE(length, 4)
        return copy
      }
      const right = whole.length - 8
      for (const length of [0, 4, right - 900, right - 2, right + 1, right + 900, 0xff_ff_ff_ff]) {
        for (const trailer of [Buffer.alloc(0), Buffer.alloc(500), noise]) {
          const file = announcing(length, joined(whole, trailer))
          expect(expected.equals(await pixelsOf(file)), `${length} instead of ${right}`).toBe(true)
        }
        const cut = whole.subarray(0, Math.floor(0.6 * whole.length))
        await expect(pixelsOf(announcing(length, cut))).rejects.toMatchObject({ code: 'image_unreadable' })
      }
    }
  })
})
