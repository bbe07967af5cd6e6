import { expect, test } from 'vitest'
import { drawDish, drawPicture, means, seededRandom } from '../../../test/support/drawn-pictures.ts'
import { lumaSsim } from '../../../test/support/picture-measures.ts'
import type { Pixels } from '../pixels.ts'
import { enlarge, enlargedBands, sharpenEnlarged } from './enlarge.ts'
import { resample, type Scale } from './resample.ts'

const SCALES = [2, 4] as const

/** The mean of each block of scale x scale pixels, which is the picture in its original size. */
const reduce = ({ data, width, height, channels }: Pixels, scale: Scale): Pixels => {
  const [across, down] = [width / scale, height / scale]
  return drawPicture(across, down, (x, y) => {
    const sum = [0, 0, 0]
    for (let i = 0; i < scale * scale; i++) {
      const at = ((y * scale + Math.floor(i / scale)) * width + x * scale + (i % scale)) * channels
      for (let c = 0; c < 3; c++) sum[c] += data[at + c]
    }
    return sum.map((total) => total / scale ** 2) as never
  })
}

test.each(SCALES)('at %dx a flat picture does not change, also at its edges', (scale) => {
  const { data, width, height } = enlarge(
    drawPicture(7, 5, () => [180, 90, 30]),
    scale,
  )
  expect([width, height]).toEqual([7 * scale, 5 * scale])
  expect([...new Set(data)].sort()).toEqual([180, 30, 90])
})

test.each(SCALES)('at %dx a hard edge stays in position and steep, without a halo', (scale) => {
  const { data, width } = enlarge(
    drawPicture(40, 12, (x) => (x < 20 ? [40, 40, 40] : [210, 210, 210])),
    scale,
  )
  const row = Array.from({ length: width }, (_, x) => data[(6 * scale * width + x) * 3])
  expect(Math.min(...row)).toBeGreaterThanOrEqual(40 - 5)
  expect(Math.max(...row)).toBeLessThanOrEqual(210 + 5)
  const between = row.filter((value) => value > 60 && value < 190)
  expect(between.length).toBeLessThanOrEqual(scale)
  // Equally far from both ends, so nothing has moved by half a pixel.
  expect(row.findIndex((value) => value >= 125)).toBe(20 * scale)
})

test.each(SCALES)('at %dx nothing moves, rotates or changes colour', (scale) => {
  const dish = drawDish(160, 120)
  const back = reduce(enlarge(dish, scale), scale)
  expect(lumaSsim(dish, back)).toBeGreaterThan(0.97)
  means(back).forEach((mean, channel) => {
    expect(Math.abs(mean - means(dish)[channel])).toBeLessThan(0.6)
  })
})

test('grain is enlarged and not sharpened', () => {
  const next = seededRandom(3)
  const plain = drawPicture(64, 64, () => Array(3).fill(120 + (next() - 0.5) * 3) as never)
  const enlarged = resample(plain, 2)
  const before = Uint8Array.from(enlarged.data)
  sharpenEnlarged(enlarged, 2)
  const changed = enlarged.data.filter((value, i) => Math.abs(value - before[i]) > 1)
  expect(changed.length).toBe(0)
})

test.each([
  [1, 1],
  [1, 9],
  [9, 1],
  [2, 3],
  [5, 4],
])('a picture of %d x %d is enlarged', (width, height) => {
  const next = seededRandom(width * height)
  const tiny = drawPicture(width, height, () => [next() * 255, next() * 255, next() * 255])
  for (const scale of SCALES) {
    const larger = enlarge(tiny, scale)
    expect(larger.data.length).toBe(width * height * scale ** 2 * 3)
    // Every pixel was written: none is 0 unless its surroundings are.
    expect(Math.min(...larger.data)).toBeGreaterThanOrEqual(Math.max(0, Math.min(...tiny.data) - 40))
  }
})

test('the rows of a tall picture come from the right positions', () => {
  const tall = drawPicture(3, 120, (_, y) => [2 * y, 255 - 2 * y, 7])
  const { data, width } = resample(tall, 4)
  for (let y = 8; y < 472; y++) {
    expect(Math.abs(data[y * width * 3] - ((y + 0.5) / 4 - 0.5) * 2)).toBeLessThan(1.5)
  }
})

test.each(SCALES)('at %dx the bands together equal the picture enlarged in one pass', (scale) => {
  // Wide enough for several bands.
  const wide = drawDish(12_000 / scale, 150, 5)
  const bands = [...enlargedBands(wide, scale)]
  expect(bands.length).toBeGreaterThan(1)
  expect(Buffer.compare(Buffer.concat(bands), enlarge(wide, scale).data)).toBe(0)
})
