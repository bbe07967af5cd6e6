import { describe, expect, test } from 'vitest'
import { drawPicture, seededRandom } from '../../../test/support/drawn-pictures.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { extendCanvas } from './extend-canvas.ts'
import type { Insets } from './open-sides.ts'

const NONE: Insets = { left: 0, top: 0, right: 0, bottom: 0 }
const [WIDTH, HEIGHT, RADIUS] = [360, 270, 80]

/** A red dish on striped wood, lit from the left. */
const table = (cx = WIDTH / 2, cy = HEIGHT / 2) => {
  const next = seededRandom(3)
  return drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (Math.hypot(x - cx, y - cy) < RADIUS) return [210, 30, 30]
    const light = 1.1 - (0.3 * x) / WIDTH
    const grain = 14 * Math.sin(y / 4) + 10 * (next() - 0.5)
    return [(150 + grain) * light, (105 + grain) * light, (70 + grain) * light]
  })
}
const maskAt = (cx = WIDTH / 2, cy = HEIGHT / 2) => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    Math.hypot((i % WIDTH) - cx, Math.floor(i / WIDTH) - cy) < RADIUS + 2 ? 255 : 0,
  ),
  width: WIDTH,
  height: HEIGHT,
})
const at = ({ data, width, channels }: Pixels, x: number, y: number) =>
  [...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels)] as [number, number, number]
const isRed = ([red, green]: readonly number[]) => red! > 120 && green! < 0.4 * red!

describe('extendCanvas', () => {
  const insets = { left: 70, top: 40, right: 90, bottom: 30 }

  test('changes no pixel of the photo, and places it where the insets say', async () => {
    const photo = table()
    const before = Uint8Array.from(photo.data)
    const { pixels, insets: done } = await extendCanvas(photo, insets, maskAt())
    expect(done).toEqual(insets)
    expect([pixels.width, pixels.height]).toEqual([WIDTH + 160, HEIGHT + 70])
    for (let y = 0; y < HEIGHT; y++) {
      const row = pixels.data.subarray(((y + 40) * pixels.width + 70) * 3, ((y + 40) * pixels.width + 70 + WIDTH) * 3)
      expect(Buffer.compare(row, before.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3))).toBe(0)
    }
    expect(Buffer.compare(photo.data, before)).toBe(0)
  })

  test('continues the surface with its light and texture, without a step at the border', async () => {
    const { pixels } = await extendCanvas(table(), insets, maskAt())
    const column = (x: number) => {
      const values = Array.from({ length: HEIGHT }, (_, y) => at(pixels, x, y + 40)[0])
      const mean = values.reduce((sum, value) => sum + value, 0) / HEIGHT
      return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / HEIGHT) }
    }
    const [inside, outside] = [column(72), column(66)]
    expect(Math.abs(inside.mean - outside.mean)).toBeLessThan(4)
    expect(column(20).deviation).toBeGreaterThan(0.6 * inside.deviation)
    const [insideRight, outsideRight] = [column(70 + WIDTH - 3), column(70 + WIDTH + 4)]
    expect(Math.abs(insideRight.mean - outsideRight.mean)).toBeLessThan(4)
  })

  test('never repeats the dish', async () => {
    const { pixels } = await extendCanvas(table(), insets, maskAt())
    for (let y = 0; y < pixels.height; y++) {
      for (let x = 0; x < pixels.width; x++) {
        const inPhoto = x >= 70 && x < 70 + WIDTH && y >= 40 && y < 40 + HEIGHT
        if (!inPhoto) expect(isRed(at(pixels, x, y))).toBe(false)
      }
    }
  })

  test('continues each side with the half of the photo on which it borders', async () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 12 * Math.sin(x / 3) * Math.sin(y / 3)
      if (Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < RADIUS) return [210, 30, 30]
      return [150 + grain, 120 + grain, x < WIDTH / 2 ? 60 : 110]
    })
    const { pixels } = await extendCanvas(photo, { ...NONE, left: 90, right: 90 }, maskAt())
    for (let y = 5; y < HEIGHT; y += 10) {
      expect(at(pixels, 30, y)[2]).toBeLessThan(70)
      expect(at(pixels, pixels.width - 30, y)[2]).toBeGreaterThan(100)
    }
  })

  test('never repeats another thing, even if nobody recognised it', async () => {
    const photo = table()
    for (let y = 20; y < 60; y++) {
      for (let x = 30; x < 90; x++) photo.data.set([30, 60, 200], (y * WIDTH + x) * 3)
    }
    const { pixels } = await extendCanvas(photo, { ...NONE, right: 90 }, maskAt())
    for (let y = 0; y < pixels.height; y++) {
      for (let x = WIDTH; x < pixels.width; x++) expect(at(pixels, x, y)[2]).toBeLessThan(140)
    }
  })

  test('adds nothing at a side at which the photo cuts the dish', async () => {
    const { insets: done } = await extendCanvas(table(40, HEIGHT / 2), insets, maskAt(40, HEIGHT / 2))
    expect(done).toEqual({ ...insets, left: 0 })
  })

  test('crops for negative insets, and keeps the rest of the photo', async () => {
    const photo = table()
    const { pixels } = await extendCanvas(photo, { ...NONE, left: -100, bottom: -20, right: 50 }, maskAt())
    expect([pixels.width, pixels.height]).toEqual([WIDTH - 50, HEIGHT - 20])
    expect(at(pixels, 0, 0)).toEqual(at(photo, 100, 0))
    expect(at(pixels, WIDTH - 101, 9)).toEqual(at(photo, WIDTH - 1, 9))
  })

  test('gives the same pixels for the same picture', async () => {
    const [once, again] = await Promise.all([1, 2].map(() => extendCanvas(table(), insets, maskAt())))
    expect(Buffer.compare(once!.pixels.data, again!.pixels.data)).toBe(0)
  })

  test('extends a picture with transparency by transparency', async () => {
    const { data, width, height } = table()
    const rgba = new Uint8Array(width * height * 4).fill(200)
    for (let i = 0; i < width * height; i++) rgba.set(data.subarray(3 * i, 3 * i + 3), 4 * i)
    const { pixels } = await extendCanvas({ data: rgba, width, height, channels: 4 }, { ...NONE, top: 5 }, maskAt())
    expect(pixels.data.subarray(0, 5 * width * 4).every((value) => value === 0)).toBe(true)
    expect([pixels.height, pixels.channels]).toEqual([HEIGHT + 5, 4])
  })

  test.each([
    [1, 1],
    [12_000, 40],
    [3, 700],
  ])('extends a picture of %i x %i', async (width, height) => {
    const grey = drawPicture(width, height, (x, y) => [(x * 7) % 200, (y * 5) % 200, 90])
    const { pixels } = await extendCanvas(
      grey,
      { left: 3, top: 9, right: 4, bottom: 8 },
      {
        alpha: new Uint8Array(1),
        width: 1,
        height: 1,
      },
    )
    expect([pixels.width, pixels.height]).toEqual([width + 7, height + 17])
    expect(pixels.data).toHaveLength(pixels.width * pixels.height * 3)
  })

  test('returns a picture that is all dish, all black or unchanged as it is', async () => {
    const all = { alpha: new Uint8Array(100).fill(255), width: 10, height: 10 }
    const photo = table()
    expect((await extendCanvas(photo, insets, all)).pixels).toBe(photo)
    expect((await extendCanvas(photo, NONE, maskAt())).pixels).toBe(photo)
    const black = drawPicture(64, 64, () => [0, 0, 0])
    const { pixels } = await extendCanvas(black, { ...NONE, left: 40 }, { ...all, alpha: new Uint8Array(100) })
    expect(pixels.data.every((value) => value === 0)).toBe(true)
  })
})
