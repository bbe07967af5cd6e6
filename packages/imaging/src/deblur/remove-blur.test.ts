import { describe, expect, test } from 'vitest'
import { copyOf, drawPicture, means, seededRandom } from '../../test/support/drawn-pictures.ts'
import { blurredBy, defocus, drawLeaves, motion, soft } from '../../test/support/leaves.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { createFourier } from './fft.ts'
import { removeBlur } from './remove-blur.ts'

const SIDE = 288
const sharp = drawLeaves(SIDE, SIDE)

const luma = ({ data, channels }: Pixels, i: number) =>
  lumaOf(data[i * channels], data[i * channels + 1], data[i * channels + 2])

/** Mean squared difference of luma, the border left out. */
const distance = (one: Pixels, other: Pixels) => {
  let [sum, count] = [0, 0]
  for (let y = 24; y < SIDE - 24; y++) {
    for (let x = 24; x < SIDE - 24; x++, count++) sum += (luma(one, y * SIDE + x) - luma(other, y * SIDE + x)) ** 2
  }
  return sum / count
}

/** Mean square of the difference between a pixel and the mean of its four neighbours, without the border. */
const fineness = (picture: Pixels) => {
  let [sum, count] = [0, 0]
  for (let y = 24; y < SIDE - 24; y++) {
    for (let x = 24; x < SIDE - 24; x++, count++) {
      const at = (dx: number, dy: number) => luma(picture, (y + dy) * SIDE + x + dx)
      sum += (at(0, 0) - (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4) ** 2
    }
  }
  return sum / count
}

describe('the Fourier transform', () => {
  test('changes nothing after a transform there and back', () => {
    const next = seededRandom(2)
    const re = Float64Array.from({ length: 64 * 64 }, () => next())
    const im = Float64Array.from({ length: 64 * 64 }, () => next())
    const square = { re: re.slice(), im: im.slice() }
    const fourier = createFourier(64)
    fourier.forward(square)
    expect(square.re[0]).toBeCloseTo(
      re.reduce((sum, value) => sum + value, 0),
      6,
    )
    fourier.backward(square)
    square.re.forEach((value, i) => {
      expect(Math.abs(value - re[i]) + Math.abs(square.im[i] - im[i])).toBeLessThan(1e-9)
    })
  })
})

describe('a known blur', () => {
  test.each([
    ['soft', soft(2), 6, 2, 0.3],
    ['defocus', defocus(4), 5, 4, 0.5],
    ['motion', motion(9, 0.6), 6, 9, 1],
  ] as const)('%s', (kind, shareAt, reach, size, within) => {
    const before = blurredBy(sharp, shareAt, reach)
    const after = copyOf(before)
    const found = removeBlur(after)
    expect(found).toMatchObject({ sharp: false, blur: { kind } })
    expect(Math.abs(found!.blur.size - size)).toBeLessThanOrEqual(within)
    // A decibel is a fifth less squared difference.
    expect(distance(after, sharp)).toBeLessThan(0.8 * distance(before, sharp))
    means(after).forEach((mean, c) => {
      expect(Math.abs(mean - means(before)[c])).toBeLessThan(1)
    })
  })

  test('a blur too strong for its pixels is measured on a smaller copy, in full-size pixels', () => {
    const large = blurredBy(drawLeaves(300, 301, 3), soft(5), 11)
    const found = removeBlur(large)
    expect(found?.sharp).toBe(false)
    expect(Math.abs(found!.blur.size - 5)).toBeLessThan(1)
  })
})

test('after a long movement, detail finer than a half-size copy can show also returns', () => {
  const before = blurredBy(sharp, motion(13, 0.6), 8)
  const after = copyOf(before)
  expect(removeBlur(after)).toMatchObject({ sharp: false, blur: { kind: 'motion' } })
  expect(distance(after, sharp)).toBeLessThan(0.7 * distance(before, sharp))
  expect(fineness(after)).toBeGreaterThan(1.4 * fineness(before))
})

test('no pixel becomes more than six levels brighter or darker than the pixels that the blur mixed', () => {
  const before = blurredBy(sharp, defocus(3), 4)
  const after = copyOf(before)
  removeBlur(after)
  const reach = 6
  let most = 0
  for (let y = reach; y < SIDE - reach; y += 3) {
    for (let x = reach; x < SIDE - reach; x += 3) {
      let [low, high] = [255, 0]
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dx = -reach; dx <= reach; dx++) {
          const value = luma(before, (y + dy) * SIDE + x + dx)
          low = Math.min(low, value)
          high = Math.max(high, value)
        }
      }
      const value = luma(after, y * SIDE + x)
      most = Math.max(most, value - high, low - value)
    }
  }
  expect(most).toBeLessThanOrEqual(7)
})

test('a picture processed in bands has no seams', () => {
  const [width, height, most] = [200, 620, 200 * 256]
  const before = blurredBy(drawLeaves(width, height), defocus(3), 4)
  const [whole, banded] = [copyOf(before), copyOf(before)]
  expect(removeBlur(banded, most)).toEqual(removeBlur(whole))
  const apart = (one: Pixels, other: Pixels, from: number, to: number) => {
    let sum = 0
    for (let i = from * width; i < to * width; i++) sum += Math.abs(luma(one, i) - luma(other, i))
    return sum / ((to - from) * width)
  }
  for (const seam of [256, 512]) {
    const changed = apart(whole, before, seam - 4, seam + 4)
    expect(changed).toBeGreaterThan(3)
    expect(apart(banded, whole, seam - 4, seam + 4)).toBeLessThan(0.05 * changed)
  }
})

test('a sharp picture is not changed, byte for byte', () => {
  const same = copyOf(sharp)
  expect(removeBlur(same)).toMatchObject({ sharp: true })
  expect(Buffer.compare(same.data, sharp.data)).toBe(0)
})

test.each([
  ['one pixel', drawPicture(1, 1, () => [90, 80, 70])],
  ['a strip', drawPicture(1_200, 4, (x) => [x % 256, 80, 70])],
  ['all black', drawPicture(200, 160, () => [0, 0, 0])],
  ['all white', drawPicture(200, 160, () => [255, 255, 255])],
])('%s has too little detail to measure, and is not changed', (_, picture) => {
  const same = copyOf(picture)
  expect(removeBlur(same)).toBeUndefined()
  expect(Buffer.compare(same.data, picture.data)).toBe(0)
})

test('transparency stays, and fully transparent pixels are not changed', () => {
  const before = blurredBy(sharp, soft(2), 6)
  const data = new Uint8Array(SIDE * SIDE * 4)
  for (let i = 0; i < SIDE * SIDE; i++) {
    data.set(before.data.subarray(3 * i, 3 * i + 3), 4 * i)
    data[4 * i + 3] = i % SIDE < SIDE / 2 ? 0 : 255
  }
  const after: Pixels = { data: Uint8Array.from(data), width: SIDE, height: SIDE, channels: 4 }
  expect(removeBlur(after)).toMatchObject({ sharp: false })
  let changed = 0
  for (let i = 0; i < SIDE * SIDE; i++) {
    expect(after.data[4 * i + 3]).toBe(data[4 * i + 3])
    const moved = Math.abs(after.data[4 * i] - data[4 * i])
    if (i % SIDE < SIDE / 2) expect(moved).toBe(0)
    else changed += moved > 2 ? 1 : 0
  }
  expect(changed).toBeGreaterThan(1_000)
})
