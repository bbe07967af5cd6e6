import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawDish, seededRandom } from '../../../test/support/drawn-pictures.ts'
import { inspectImage } from '../file/inspect-image.ts'
import { encodePngBands } from './encode-png-bands.ts'

const about = { credits: { artist: 'Ada', copyright: '(c) Ada' }, source: 'algorithmicallyEnhanced' } as const

function* bandsOf(data: Uint8Array, pitch: number, rows: number) {
  for (let at = 0; at < data.length; at += rows * pitch) yield data.subarray(at, at + rows * pitch)
}

describe('a PNG encoded in bands', () => {
  test.each([
    [1, 'one row at a time'],
    [7, 'seven rows, which do not divide the picture'],
    [90, 'all of it at once'],
  ])('has the same pixels: %d, %s', async (rows) => {
    const { data, width, height } = drawDish(120, 90)
    const png = await encodePngBands({ width, height, channels: 3 }, bandsOf(data, width * 3, rows), about)
    const read = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect(read.info).toMatchObject({ width, height, channels: 3 })
    expect(Buffer.compare(read.data, data)).toBe(0)
  })

  test('can be noise with alpha, one pixel wide', async () => {
    const next = seededRandom(9)
    for (const [width, height] of [
      [50, 40],
      [1, 64],
      [64, 1],
    ] as const) {
      const data = Uint8Array.from({ length: width * height * 4 }, () => Math.floor(next() * 256))
      const png = await encodePngBands({ width, height, channels: 4 }, bandsOf(data, width * 4, 3), about)
      expect(Buffer.compare(await sharp(png).raw().toBuffer(), data)).toBe(0)
    }
  })

  test('has credits and source type like every other result', async () => {
    const { data, width, height } = drawDish(24, 18)
    const png = await encodePngBands({ width, height, channels: 3 }, bandsOf(data, width * 3, 5), about)
    const { xmp } = await sharp(png).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/algorithmicallyEnhanced')
    expect((await inspectImage(png)).credits).toEqual(about.credits)
  })

  test('is recognized as damaged when one bit of its pixels changes', async () => {
    const { data, width, height } = drawDish(60, 40)
    const png = Buffer.from(await encodePngBands({ width, height, channels: 3 }, bandsOf(data, width * 3, 9), about))
    png[png.length - 40] ^= 1
    await expect(sharp(png, { failOn: 'warning' }).raw().toBuffer()).rejects.toThrow()
  })
})
