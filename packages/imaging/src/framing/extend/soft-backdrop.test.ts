import { beforeAll, describe, expect, test } from 'vitest'
import { drawPicture, seededRandom } from '../../../test/support/drawn-pictures.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { extendCanvas } from './extend-canvas.ts'

const [WIDTH, HEIGHT] = [400, 300]
const INSETS = { left: 0, right: 0, top: 160, bottom: 160 }
const DISH = { x: 200, y: 150, radius: 110 }

const isDish = (x: number, y: number) => Math.hypot(x - DISH.x, y - DISH.y) < DISH.radius
/** A red dish on a striped, grainy table, with a blue thing cut by the upper border. */
const photo = () => {
  const next = seededRandom(9)
  return drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 12 * (next() - 0.5)
    if (isDish(x, y)) return [220 + grain, 20 + grain, 30 + grain]
    if (y < 25 && x > 40 && x < 80) return [20 + grain, 30 + grain, 200 + grain]
    const stripe = Math.sin(x / 5) > 0 ? 12 : -12
    return [150 + stripe + grain, 130 + stripe + grain, 100 + stripe + grain]
  })
}
const mask = () => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isDish(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0)),
  width: WIDTH,
  height: HEIGHT,
})
const make = async () => (await extendCanvas(photo(), INSETS, mask(), 'soft')).pixels
const at = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
]
const meanOf = (pixels: Pixels, left: number, right: number, y: number) => {
  const sum = [0, 0, 0]
  for (let x = left; x < right; x++) {
    for (const c of [0, 1, 2]) sum[c]! += at(pixels, x, y)[c]! / (right - left)
  }
  return sum
}

describe('createSoftBackdrop', () => {
  let pixels: Pixels
  beforeAll(async () => {
    pixels = await make()
  })

  test('changes no pixel of the photo', () => {
    const inside = pixels.data.subarray(3 * WIDTH * INSETS.top, 3 * WIDTH * (INSETS.top + HEIGHT))
    expect(Buffer.compare(inside, photo().data)).toBe(0)
  })

  test('begins with the colours of the border, without a seam', () => {
    for (const left of [45, 120, 300]) {
      const [inner, outer] = [
        meanOf(pixels, left, left + 25, INSETS.top),
        meanOf(pixels, left, left + 25, INSETS.top - 1),
      ]
      for (const c of [0, 1, 2]) expect(Math.abs(inner[c]! - outer[c]!)).toBeLessThan(8)
    }
  })

  test('shows nothing of the dish, and what the border cuts dissolves', () => {
    for (let y = 0; y < pixels.height; y++) {
      if (y >= INSETS.top && y < INSETS.top + HEIGHT) continue
      for (let x = 0; x < WIDTH; x++) {
        const [red, green] = at(pixels, x, y)
        expect(red! - green!).toBeLessThan(70)
      }
    }
    const [red, , blue] = meanOf(pixels, 40, 80, 10)
    expect(red).toBeGreaterThan(blue!)
  })

  test('begins with the texture of the surface, which fades with the distance, and keeps the grain', () => {
    const contrast = (y: number) => {
      const stripes = Array.from({ length: 8 }, (_, i) => meanOf(pixels, 200 + 16 * i, 212 + 16 * i, y)[0]!)
      return Math.max(...stripes) - Math.min(...stripes)
    }
    expect(contrast(INSETS.top - 12)).toBeGreaterThan(0.7 * contrast(INSETS.top + 1))
    expect(contrast(INSETS.top - 100)).toBeLessThan(0.4 * contrast(INSETS.top + 1))
    const row = Array.from({ length: 100 }, (_, i) => at(pixels, 200 + i, 20)[1]! - at(pixels, 201 + i, 20)[1]!)
    const deviation = Math.sqrt(row.reduce((sum, step) => sum + step * step, 0) / (2 * row.length))
    expect(deviation).toBeGreaterThan(1.5)
    expect(deviation).toBeLessThan(7)
  })

  test('continues each border with what borders on it', async () => {
    const room = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 10 * Math.sin(x / 3) * Math.sin(y / 4)
      if (isDish(x, y)) return [220, 20, 30]
      return y < 90 ? [200 + grain, 205 + grain, 210 + grain] : [60 + grain, 45 + grain, 30 + grain]
    })
    const { pixels: extended } = await extendCanvas(room, INSETS, mask(), 'soft')
    for (const y of [2, 10, 20]) {
      const [wall, table] = [INSETS.top - y, INSETS.top + HEIGHT - 1 + y].map((at) => meanOf(extended, 20, 380, at)[0]!)
      expect(wall).toBeGreaterThan(180)
      expect(table).toBeLessThan(80)
    }
  })

  test('is the same for the same picture, and continues a picture that is all dish or very small', async () => {
    expect(Buffer.compare((await make()).data, pixels.data)).toBe(0)
    const tiny = drawPicture(2, 3, () => [90, 80, 70])
    const { pixels: wider } = await extendCanvas(
      tiny,
      { ...INSETS, left: 3 },
      { alpha: new Uint8Array(1), width: 1, height: 1 },
      'soft',
    )
    expect([wider.width, wider.height]).toEqual([5, 323])
    expect(Math.abs(at(wider, 0, 0)[0]! - 90)).toBeLessThan(3)
  })
})
