import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeInOwnProcess } from '../../../test/support/decode-in-own-process.ts'
import { drawDish, drawPicture, toFile } from '../../../test/support/drawn-pictures.ts'
import { decodeImage } from '../decode/decode-image.ts'
import { DEFAULT_LIMITS } from './image-limits.ts'
import { inspectImage } from './inspect-image.ts'

const code = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

const quarters = drawPicture(64, 48, (x, y) =>
  y < 24 ? (x < 32 ? [220, 30, 30] : [30, 200, 30]) : x < 32 ? [30, 30, 220] : [240, 240, 240],
)

describe('inspectImage', () => {
  it('reads size, orientation and alpha from the header, upright', async () => {
    const file = await sharp(await toFile(quarters, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await inspectImage(file)).toMatchObject({
      format: 'jpeg',
      width: 48,
      height: 64,
      orientation: 6,
      hasAlpha: false,
    })
  })

  it('names the value and the limit when a picture is too large', async () => {
    const file = await toFile(drawDish(300, 200))
    const limits = { ...DEFAULT_LIMITS }
    await expect(inspectImage(file, { ...limits, maxBytes: 1000 })).rejects.toMatchObject({ code: 'image_too_large' })
    await expect(inspectImage(file, { ...limits, maxSide: 250 })).rejects.toThrow(/300 .*250/)
    await expect(inspectImage(file, { ...limits, maxPixels: 50_000 })).rejects.toThrow(
      / 0\.06 megapixels.* 0\.05 megapixels/,
    )
    // A value just above the limit is not printed as the limit.
    const large = new Uint8Array(25_000_001)
    large.set(file)
    await expect(inspectImage(large)).rejects.toThrow('The file is 25.01 MB; at most 25 MB are accepted.')
    const wide = await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    await expect(inspectImage(wide)).rejects.toThrow('has 50.01 megapixels; at most 50 megapixels are accepted.')
  })

  it('refuses a decompression bomb before it is decoded', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 9_000, channels: 3, background: '#777' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const { outcomes, megabytes } = await decodeInOwnProcess([bomb])
    expect(outcomes).toMatchObject([{ code: 'image_too_large' }])
    // Its pixels would take 270.
    expect(megabytes).toBeLessThan(100)
    expect(await code(decodeImage(bomb))).toBe('image_unreadable')
  })

  it('refuses a truncated header', async () => {
    expect(await code(inspectImage((await toFile(quarters, 'jpeg')).subarray(0, 30)))).toBe('image_unreadable')
    expect(await code(inspectImage((await toFile(quarters, 'png')).subarray(0, 20)))).toBe('image_unreadable')
  })
})
