import { describe, expect, test } from 'vitest'
import { copyOf, drawPicture, seededRandom } from '../../test/support/drawn-pictures.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxArea } from './box-area.ts'
import { fillArea } from './fill-area.ts'
import { maskArea } from './mask-area.ts'

const [WIDTH, HEIGHT] = [240, 180]
/** Woven cloth: light and dark threads in both directions, with grain. */
const cloth = (width = WIDTH, height = HEIGHT) => {
  const next = seededRandom(4)
  return drawPicture(width, height, (x, y) => {
    const thread = 34 * Math.sign(Math.sin(x / 2.2) * Math.sin(y / 2.2))
    const grain = 12 * (next() - 0.5)
    return [150 + thread + grain, 130 + thread + grain, 100 + thread + grain]
  })
}
const spread = ({ data, width, channels }: Pixels, left: number, top: number, side: number) => {
  let [sum, squares] = [0, 0]
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      const value = data[(y * width + x) * channels]
      sum += value
      squares += value * value
    }
  }
  const mean = sum / side ** 2
  return { mean, deviation: Math.sqrt(squares / side ** 2 - mean * mean) }
}
const differing = (a: Pixels, b: Pixels, hole: Uint8Array) => {
  let [inside, outside] = [0, 0]
  for (let i = 0; i < hole.length; i++) {
    const at = i * a.channels
    const same = [0, 1, 2].every((c) => a.data[at + c] === b.data[at + c])
    if (!same && hole[i] === 0) outside++
    if (!same && hole[i] !== 0) inside++
  }
  return { inside, outside }
}
/** A red crumb on the cloth, and the box around it. */
const crumbed = () => {
  const photo = cloth()
  const hole = boxArea(photo, { x: 100 / WIDTH, y: 70 / HEIGHT, width: 40 / WIDTH, height: 30 / HEIGHT })
  for (let y = 72; y < 98; y++) {
    for (let x = 102; x < 138; x++) photo.data.set([220, 20, 20], (y * WIDTH + x) * 3)
  }
  return { photo, hole }
}

describe('fillArea', () => {
  test('removes a thing, continues the texture, and changes no pixel outside', () => {
    const { photo, hole } = crumbed()
    const before = copyOf(photo)
    expect(fillArea(photo, { hole })).toEqual({ by: 'patches', reduce: 1 })
    const { inside, outside } = differing(before, photo, hole)
    expect(outside).toBe(0)
    expect(inside).toBeGreaterThan(900)
    const [filled, around] = [spread(photo, 106, 72, 26), spread(photo, 30, 72, 26)]
    expect(Math.abs(filled.mean - around.mean)).toBeLessThan(6)
    // A smear has almost none.
    expect(filled.deviation).toBeGreaterThan(0.8 * around.deviation)
    for (let i = 0; i < hole.length; i++)
      if (hole[i]) expect(photo.data[3 * i] - photo.data[3 * i + 1]).toBeLessThan(60)
  })

  test('continues edges and light through the area', () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) =>
      y < 90 ? [60, 80, 120] : [140 + x / 4, 110 + x / 4, 80 + x / 4],
    )
    const original = copyOf(photo)
    const hole = boxArea(photo, { x: 0.4, y: 0.35, width: 0.15, height: 0.3 })
    for (let i = 0; i < hole.length; i++) if (hole[i]) photo.data.set([255, 255, 0], 3 * i)
    fillArea(photo, { hole })
    let worst = 0
    for (let i = 0; i < hole.length; i++) {
      const y = Math.floor(i / WIDTH)
      if (hole[i] && Math.abs(y - 90) > 3) worst = Math.max(worst, Math.abs(photo.data[3 * i] - original.data[3 * i]))
    }
    expect(worst).toBeLessThan(14)
  })

  test('never copies excluded pixels', () => {
    const { photo, hole } = crumbed()
    const excluded = new Uint8Array(hole.length)
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < 90; x++) {
        photo.data.set([20, 200, 20], (y * WIDTH + x) * 3)
        excluded[y * WIDTH + x] = 1
      }
    }
    fillArea(photo, { hole, excluded })
    for (let i = 0; i < hole.length; i++)
      if (hole[i]) expect(photo.data[3 * i + 1] - photo.data[3 * i]).toBeLessThan(20)
  })

  test('applies a grey mask in proportion, and keeps transparency', () => {
    const { photo, hole } = crumbed()
    const [half, whole] = [copyOf(photo), copyOf(photo)]
    fillArea(whole, { hole })
    const rgba = new Uint8Array(4 * hole.length)
    for (let i = 0; i < hole.length; i++) {
      rgba.set(half.data.subarray(3 * i, 3 * i + 3), 4 * i)
      rgba[4 * i + 3] = i % WIDTH === 120 ? 90 : 255
    }
    const picture: Pixels = { data: rgba, width: WIDTH, height: HEIGHT, channels: 4 }
    fillArea(picture, { hole: hole.map((value) => (value ? 128 : 0)) })
    const at = 85 * WIDTH + 110
    const middle = (photo.data[3 * at] + whole.data[3 * at]) / 2
    expect(Math.abs(rgba[4 * at] - middle)).toBeLessThan(40)
    let moved = 0
    for (let i = 0; i < hole.length; i++) if (rgba[4 * i + 3] !== (i % WIDTH === 120 ? 90 : 255)) moved++
    expect(moved).toBe(0)
  })

  test('gives the same pixels for the same area', () => {
    const fill = () => {
      const { photo, hole } = crumbed()
      fillArea(photo, { hole })
      return photo.data
    }
    expect(Buffer.compare(fill(), fill())).toBe(0)
  })

  test('fills a large area on a smaller copy and keeps the texture of the full size', () => {
    const photo = cloth(1100, 900)
    const hole = boxArea(photo, { x: 0.3, y: 0.3, width: 0.4, height: 0.45 })
    for (let i = 0; i < hole.length; i++) if (hole[i]) photo.data.fill(255, 3 * i, 3 * i + 3)
    expect(fillArea(photo, { hole })?.reduce).toBeGreaterThan(1)
    expect(spread(photo, 450, 400, 120).deviation).toBeGreaterThan(0.6 * spread(photo, 20, 20, 120).deviation)
  })

  test.each([
    ['a strip of 12,000 x 40', 12_000, 40, { x: 0.5, y: 0, width: 0.01, height: 1 }],
    ['a picture of 3 x 3', 3, 3, { x: 0.4, y: 0.4, width: 0.1, height: 0.1 }],
    ['all but a line', 90, 60, { x: 0, y: 0, width: 0.98, height: 1 }],
    ['a corner of one pixel', 90, 60, { x: 0.999, y: 0.999, width: 1, height: 1 }],
  ])('fills %s', (_, width, height, box) => {
    const photo = drawPicture(width, height, () => [90, 120, 60])
    const hole = boxArea(photo, box)
    for (let i = 0; i < hole.length; i++) if (hole[i]) photo.data.fill(0, 3 * i, 3 * i + 3)
    expect(fillArea(photo, { hole })).toBeDefined()
    let other = 0
    for (let i = 0; i < hole.length; i++) if (photo.data[3 * i + 1] !== 120) other++
    expect(other).toBe(0)
  })

  test('changes nothing for an empty area', () => {
    const photo = cloth()
    expect(fillArea(photo, { hole: new Uint8Array(WIDTH * HEIGHT) })).toBeUndefined()
    expect(Buffer.compare(photo.data, cloth().data)).toBe(0)
  })
})

describe('an area', () => {
  const count = (area: Uint8Array) => area.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0)

  test('from a box has every pixel that the box touches, and none more through rounding', () => {
    expect(count(boxArea({ width: 10, height: 10 }, { x: 0.1, y: 0.7, width: 0.2, height: 0.2 }))).toBe(4)
    expect(count(boxArea({ width: 10, height: 10 }, { x: 0.11, y: 0, width: 0.01, height: 0.01 }))).toBe(1)
    expect(count(boxArea({ width: 10, height: 10 }, { x: 0.9, y: 0.9, width: 1, height: 1 }))).toBe(1)
    expect(count(boxArea({ width: 10, height: 10 }, { x: 1, y: 0, width: 1, height: 1 }))).toBe(0)
  })

  test('from a mask is where it is white and opaque, in any size, and ignores JPEG noise', async () => {
    const drawn = drawPicture(40, 30, (x) => (x < 20 ? [9, 12, 8] : [248, 250, 246]))
    const area = await maskArea(drawn, cloth())
    expect(area).toHaveLength(WIDTH * HEIGHT)
    expect([area[50], area[200]]).toEqual([0, 255])
    const clear: Pixels = { data: new Uint8Array(40 * 30 * 4).fill(255), width: 40, height: 30, channels: 4 }
    for (let i = 3; i < clear.data.length; i += 4) clear.data[i] = 0
    expect(count(await maskArea(clear, cloth()))).toBe(0)
  })
})
