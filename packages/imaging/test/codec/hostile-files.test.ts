import { describe, expect, it } from 'vitest'
import { decodeImage } from '../../src/codec/decode/decode-image.ts'
import { inspectImage } from '../../src/codec/file/inspect-image.ts'
import {
  gifOfCanvas,
  gifOfFrames,
  jpegScanBomb,
  jpegWithMetadata,
  pngProfileBomb,
  pngTextBomb,
  tiffOfEntries,
  tiffOfPages,
  webpOfFrames,
} from '../support/hostile-samples.ts'

/** The result of inspecting and decoding a file, and its peak memory in megabytes. */
const outcome = async (file: Uint8Array) => {
  const start = process.memoryUsage().rss
  let highest = start
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 5)
  try {
    const { width, height } = await inspectImage(file)
    const pixels = await decodeImage(file)
    return { size: `${width}x${height}`, decoded: `${pixels.width}x${pixels.height}`, memory: (highest - start) / 1e6 }
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return { code, message, memory: (highest - start) / 1e6 }
  } finally {
    clearInterval(timer)
  }
}

describe('hostile files', () => {
  it('a PNG whose texts unpack to gigabytes is read without unpacking them', async () => {
    const { memory, ...result } = await outcome(await pngTextBomb())
    expect(result).toEqual({ size: '64x48', decoded: '64x48' })
    expect(memory).toBeLessThan(200)
  })

  it('a PNG whose profile unpacks to half a gigabyte is read without it', async () => {
    const { memory, ...result } = await outcome(await pngProfileBomb())
    expect(result).toEqual({ size: '64x48', decoded: '64x48' })
    expect(memory).toBeLessThan(200)
  })

  it('a JPEG with 4 MB of metadata is read', async () => {
    expect(await outcome(await jpegWithMetadata(4))).toMatchObject({ size: '64x48', decoded: '64x48' })
  })

  it('a JPEG with very many scans is refused without decoding', async () => {
    expect(await outcome(await jpegScanBomb())).toMatchObject({ code: 'image_unreadable' })
  })

  it('a TIFF with some pages shows the first; one with endless pages or entries is refused', async () => {
    expect(await outcome(tiffOfPages(3))).toMatchObject({ decoded: '1x1' })
    expect(await outcome(tiffOfPages(200_000))).toMatchObject({
      code: 'image_too_large',
      message: expect.stringContaining('1,000 pages'),
    })
    expect(await outcome(tiffOfPages(5, 8))).toMatchObject({ code: 'image_unreadable' })
    expect(await outcome(tiffOfEntries())).toMatchObject({ code: 'image_unreadable' })
  })

  it('a GIF that announces a giant canvas takes only as much as its content', async () => {
    const { memory } = await outcome(await gifOfCanvas(65_535, 65_535))
    expect(memory).toBeLessThan(200)
  })

  it('an animation with very many frames is read like a photo', async () => {
    expect(await outcome(await gifOfFrames(10_000))).toMatchObject({ decoded: '16x16' })
    // Far too many to read one by one within the time limit of a test.
    expect(await outcome(await webpOfFrames(200_000))).toMatchObject({ decoded: '16x16' })
  })
})
