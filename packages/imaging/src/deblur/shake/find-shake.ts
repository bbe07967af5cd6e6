import type { Plane } from '../../raster/planes/plane.ts'
import type { Blur, SymmetricBlur } from '../blur-kernels.ts'
import type { BlurMeasurement } from '../measure-blur.ts'
import { estimatePath } from './estimate-path.ts'
import { kernelDeviation, type PathKernel } from './path-kernel.ts'
import { shakePlaces } from './shake-places.ts'

/** Side of the square in which the path must fit, in pixels. */
const PATH_SIDE = 27
/** Shorter side of a picture that has room for the squares in which paths are looked for. */
const LEAST_SIDE = 288
/** Deviation of the light up to which there was no movement. */
const LEAST_DEVIATION = 1.15
/** Likeness of two paths, 0 to 1, from which they are the same movement. */
const SAME = 0.75
/**
 * Cost of the best blur of few numbers from which a shake is looked for. Photos without a shake lie at 0.4 to 0.6, shaken
 * ones at 0.7 to 0.9.
 */
const ODD_COST = 0.64
/** Cost from which that blur is wrong, even if no path is believed. A straight movement reaches 0.73, softness 0.6. */
const WRONG_COST = { soft: ODD_COST, defocus: 0.75, motion: 0.75 } as const

/** A shake, and whether it is certain enough to be undone. */
export interface FoundShake {
  readonly measured: BlurMeasurement
  readonly believed: boolean
}

/** The correlation of two kernels where they agree best, 1 for the same path. */
export const pathLikeness = (one: PathKernel, other: PathKernel): number => {
  const power = ({ values }: PathKernel) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  const { side } = one
  const reach = 4
  let most = 0
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      let sum = 0
      for (let y = Math.max(0, -dy); y < Math.min(side, side - dy); y++) {
        for (let x = Math.max(0, -dx); x < Math.min(side, side - dx); x++) {
          sum += one.values[y * side + x] * other.values[(y + dy) * side + x + dx]
        }
      }
      most = Math.max(most, sum)
    }
  }
  return most / (power(one) * power(other))
}

/**
 * Looks for the movement of a shaken camera, on any path. The path is estimated twice, from different parts of the picture.
 * It is believed if both agree and explain the picture better than every blur of few numbers does.
 *
 * @param measured which blur of few numbers explains the picture best
 * @returns undefined if nothing moved
 */
export const findShake = (luma: Plane, measured: BlurMeasurement<SymmetricBlur>): FoundShake | undefined => {
  if (measured.cost < ODD_COST || Math.min(luma.width, luma.height) < LEAST_SIDE) return undefined
  const [a, b, c, d] = shakePlaces(luma, 4)
  if (!d) return undefined
  const one = estimatePath(luma, a, d, PATH_SIDE)
  const other = estimatePath(luma, b, c, PATH_SIDE)
  if (Math.max(kernelDeviation(one), kernelDeviation(other)) < LEAST_DEVIATION) return undefined
  const likely = [one, other].map((path) => ({ blur: shakeOf(path), share: 0.5 }))
  const better = likely.filter(({ blur }) => measured.costOf(blur) < measured.cost)
  const believed = better.length === likely.length && pathLikeness(one, other) >= SAME
  // A blur of few numbers that explains the picture well enough, or better than any path, is removed as such.
  if (!believed && (better.length === 0 || measured.cost < WRONG_COST[measured.blur.kind])) return undefined
  return { measured: { ...measured, blur: shakeOf(one), likely }, believed }
}

const shakeOf = (path: PathKernel): Blur => ({ kind: 'shake', size: kernelDeviation(path), path })
