import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/guided-filter.ts'

/** Nearest colours first, farther ones where there is no near one: radius and weight; the far ones on a coarse copy. */
const NEAR = [5, 1] as const
const FAR = [
  [4, 0.03],
  [16, 0.001],
] as const
const COARSE = 4

/** Red, green and blue, 0–1, each by itself. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array]

/** Where the three numbers of a pixel go: at `stride · pixel + at`. */
interface Target {
  readonly into: Float32Array
  readonly stride: number
  readonly at: number
}

/**
 * The mean colour of the pixels that are firmly of a kind around each pixel, the nearest counting most: 0–255, and −1 where
 * there is none.
 *
 * @param members 1 where a pixel is of the kind
 */
export function localMeanColours(
  colours: Planes,
  members: Float32Array,
  { width, height }: Pixels,
  { into, stride, at }: Target,
): void {
  const across = Math.ceil(width / COARSE)
  const down = Math.ceil(height / COARSE)
  const near: Float32Array[] = []
  const far: Float32Array[] = []
  for (let c = 0; c < 4; c++) {
    const colour = colours[c]
    const plane = new Float32Array(members)
    if (colour) for (let i = 0; i < plane.length; i++) plane[i] *= colour[i]
    near.push(boxMean(plane, width, height, NEAR[0]))
    const coarse = new Float32Array(across * down)
    for (let y = 0, i = 0; y < height; y++) {
      const row = Math.floor(y / COARSE) * across
      for (let x = 0; x < width; x++, i++) {
        const to = row + Math.floor(x / COARSE)
        coarse[to] += plane[i] / COARSE ** 2
      }
    }
    const sum = new Float32Array(across * down)
    for (const [radius, weight] of FAR) {
      const mean = boxMean(coarse, across, down, radius)
      for (let i = 0; i < sum.length; i++) sum[i] += weight * mean[i]
    }
    far.push(sum)
  }
  const total = (c: number, i: number, j: number) => NEAR[1] * near[c][i] + far[c][j]
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / COARSE) * across
    for (let x = 0; x < width; x++, i++) {
      const j = row + Math.floor(x / COARSE)
      const share = total(3, i, j)
      for (let c = 0; c < 3; c++) into[stride * i + at + c] = share > 1e-7 ? (255 * total(c, i, j)) / share : -1
    }
  }
}
