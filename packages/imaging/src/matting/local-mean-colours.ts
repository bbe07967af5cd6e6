import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'

/** Radius of the near window, whose colours have weight 1. */
const NEAR_RADIUS = 5
/** Radius and weight of the far windows, on a coarse copy: they only count where the near one is empty. */
const FAR = [
  [4, 0.03],
  [16, 0.001],
] as const
/** How many pixels a pixel of the coarse copy is wide. */
const COARSE = 4
/** Weight below which no member is near enough. */
const MIN_WEIGHT = 1e-7

/** Red, green and blue, 0–1, one plane each. */
export type ColourPlanes = readonly [red: Float32Array, green: Float32Array, blue: Float32Array]

/** Where the three numbers of a pixel are written: at `stride · pixel + at`. */
interface Target {
  readonly into: Float32Array
  readonly stride: number
  readonly at: number
}

/**
 * Writes, for each pixel, the mean colour of the members of a set around it; the nearest members count most. Colours are
 * 0–255, and −1 if no member is near enough.
 *
 * @param members 1 where a pixel belongs to the set
 */
export function localMeanColours(
  colours: ColourPlanes,
  members: Float32Array,
  size: Pick<Pixels, 'width' | 'height'>,
  { into, stride, at }: Target,
): void {
  const { width, height } = size
  const channels = colours.map((colour) =>
    windowSums(
      members.map((member, i) => member * colour[i]),
      size,
    ),
  )
  const weights = windowSums(members, size)
  const across = Math.ceil(width / COARSE)
  const total = ({ near, far }: WindowSums, i: number, j: number) => near[i] + far[j]
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / COARSE) * across
    for (let x = 0; x < width; x++, i++) {
      const j = row + Math.floor(x / COARSE)
      const weight = total(weights, i, j)
      for (let c = 0; c < 3; c++) {
        into[stride * i + at + c] = weight > MIN_WEIGHT ? (255 * total(channels[c], i, j)) / weight : -1
      }
    }
  }
}

/** Weighted means around each pixel: of the near window in full size, of the far ones on the coarse copy. */
interface WindowSums {
  readonly near: Float32Array
  readonly far: Float32Array
}

function windowSums(plane: Float32Array, { width, height }: Pick<Pixels, 'width' | 'height'>): WindowSums {
  const across = Math.ceil(width / COARSE)
  const down = Math.ceil(height / COARSE)
  const coarse = new Float32Array(across * down)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / COARSE) * across
    for (let x = 0; x < width; x++, i++) coarse[row + Math.floor(x / COARSE)] += plane[i] / COARSE ** 2
  }
  const far = new Float32Array(across * down)
  for (const [radius, weight] of FAR) {
    const mean = boxMean(coarse, across, down, radius)
    for (let i = 0; i < far.length; i++) far[i] += weight * mean[i]
  }
  return { near: boxMean(plane, width, height, NEAR_RADIUS), far }
}
