import { describe, expect, test } from 'vitest'
import { copyOf, seededRandom } from '../../../test/support/drawn-pictures.ts'
import { blurredBy, drawLeaves } from '../../../test/support/leaves.ts'
import { shake } from '../../../test/support/shake-paths.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { removeBlur } from '../remove-blur.ts'
import { pathLikeness } from './find-shake.ts'
import { centroid, kernelDeviation, type PathKernel, pathTransfer } from './path-kernel.ts'

const [WIDTH, HEIGHT] = [420, 400]
const sharp = drawLeaves(WIDTH, HEIGHT, 4)

const noisy = (picture: Pixels): Pixels => {
  const next = seededRandom(11)
  return { ...picture, data: picture.data.map((value) => value + 3 * (next() - 0.5)) }
}

/** Mean squared difference of luma, the border left out. */
const distance = (one: Pixels, other: Pixels) => {
  let [sum, count] = [0, 0]
  const at = ({ data }: Pixels, i: number) => lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2])
  for (let y = 28; y < HEIGHT - 28; y++) {
    for (let x = 28; x < WIDTH - 28; x++, count++) sum += (at(one, y * WIDTH + x) - at(other, y * WIDTH + x)) ** 2
  }
  return sum / count
}

describe('a hand that moves on a curve', () => {
  test('a bow is found and undone, with noise', () => {
    const before = noisy(blurredBy(sharp, shake(1, 10), 12))
    const after = copyOf(before)
    expect(removeBlur(after)).toMatchObject({ sharp: false, blur: { kind: 'shake' } })
    // Two decibels and more.
    expect(distance(after, sharp)).toBeLessThan(0.63 * distance(before, sharp))
  })

  test('a path too long to be told is said to be unclear, and nothing is changed', () => {
    const before = noisy(blurredBy(sharp, shake(3, 34), 36))
    const after = copyOf(before)
    expect(removeBlur(after)).toMatchObject({ sharp: false, unclear: true })
    expect(Buffer.compare(after.data, before.data)).toBe(0)
  })
})

const line = (side: number, length: number): PathKernel => ({
  side,
  values: Float64Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) - (side >> 1), Math.floor(i / side) - (side >> 1)]
    return y === 0 && Math.abs(x) <= (length - 1) / 2 ? 1 / length : 0
  }),
})

describe('a path', () => {
  test('has the transfer of its light, which does not move the picture', () => {
    const { re, im } = pathTransfer(line(9, 5), 64)
    expect(re[0]).toBeCloseTo(1, 9)
    for (let x = 1; x < 32; x++) {
      const turn = (2 * Math.PI * x) / 64
      expect(re[x]).toBeCloseTo((1 + 2 * Math.cos(turn) + 2 * Math.cos(2 * turn)) / 5, 9)
      expect(im[x]).toBeCloseTo(0, 9)
    }
    expect(kernelDeviation(line(9, 5))).toBeCloseTo(1, 9)
    for (const distance of centroid(line(9, 5))) expect(distance).toBeCloseTo(0, 9)
  })

  test('is like itself at another place and unlike a path across it', () => {
    const across = line(15, 9)
    const down: PathKernel = {
      side: 15,
      values: across.values.map((_, i) => across.values[(i % 15) * 15 + Math.floor(i / 15)]),
    }
    const moved: PathKernel = { side: 15, values: across.values.map((_, i) => across.values[i - 30] ?? 0) }
    expect(pathLikeness(across, moved)).toBeCloseTo(1, 6)
    expect(pathLikeness(across, down)).toBeLessThan(0.3)
  })
})
