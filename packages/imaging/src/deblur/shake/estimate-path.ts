import type { Plane } from '../../raster/planes/plane.ts'
import { createFourier, emptySpectrum, type Fourier, type Spectrum } from '../fft.ts'
import { enlargeKernel, type PathKernel, placeKernel } from './path-kernel.ts'
import type { Place } from './shake-places.ts'
import { differences, readReduced } from './shake-squares.ts'
import { addStatistics, emptyStatistics, solveKernel } from './solve-kernel.ts'
import { gradientPower, sparseLatent } from './sparse-latent.ts'
import { cutWeak, edgeLimit } from './strong-edges.ts'

const ROUNDS = 5
/** Cost of a gradient in the first round of a level, for values of 0–1, and the factor by which it falls each round. */
const COST = 0.008
const FALL = 1.15
/** The factor by which the limit of strong edges falls each round. */
const LIMIT_FALL = 1.1

interface Level {
  /** By how much the picture is reduced. */
  readonly factor: number
  /** Of the squares. */
  readonly side: number
  readonly kernelSide: number
}

const oddSide = (length: number): number => Math.max(3, 2 * Math.round((length - 1) / 2) + 1)

/** From the coarsest level, where the kernel is a few pixels, to the finest. */
const levelsOf = (kernelSide: number): Level[] => {
  const levels: Level[] = []
  for (let factor = 1; ; factor *= Math.SQRT2) {
    const size = oddSide(kernelSide / factor)
    const side = factor < 1.9 ? 256 : 128
    levels.unshift({ factor, side, kernelSide: size })
    if (size <= 3) return levels
  }
}

/** Spectra of two blurred squares and of their gradients, as real and imaginary part. */
interface Pair {
  readonly seen: Spectrum
  readonly across: Spectrum
  readonly down: Spectrum
}

const preparePair = (luma: Plane, one: Place, other: Place, level: Level, fourier: Fourier): Pair => {
  const { side, factor } = level
  const margin = level.kernelSide >> 1
  const seen = emptySpectrum(side)
  readReduced(luma, one, side, factor, seen.re)
  readReduced(luma, other, side, factor, seen.im)
  const [across, down] = [emptySpectrum(side), emptySpectrum(side)]
  differences(seen, side, false, margin, across)
  differences(seen, side, true, margin, down)
  fourier.forward(seen)
  fourier.forward(across)
  fourier.forward(down)
  return { seen, across, down }
}

/** What a round needs of a level, and the room to work in. */
interface Bench {
  readonly level: Level
  readonly fourier: Fourier
  readonly pair: Pair
  /** Power of gradients in each wave. */
  readonly gradients: Float64Array
}

/** One round: the picture with edges only, and the kernel that blurs its strong edges into the photo. */
const refinePath = (
  kernel: PathKernel,
  { level, fourier, pair, gradients }: Bench,
  cost: number,
  given?: number,
): { readonly kernel: PathKernel; readonly limit: number } => {
  const { side, kernelSide } = level
  const [transfer, across, down] = [emptySpectrum(side), emptySpectrum(side), emptySpectrum(side)]
  placeKernel(kernel, transfer, side)
  fourier.forward(transfer)
  const made = sparseLatent(pair.seen, transfer, gradients, cost, fourier)
  differences(made, side, false, kernelSide >> 1, across)
  differences(made, side, true, kernelSide >> 1, down)
  const limit = given ?? edgeLimit(across, down, kernelSide)
  cutWeak(across, down, limit)
  fourier.forward(across)
  fourier.forward(down)
  const statistics = emptyStatistics(side)
  addStatistics(across, pair.across, side, statistics)
  addStatistics(down, pair.down, side, statistics)
  return { kernel: solveKernel(statistics, kernelSide, fourier), limit }
}

/**
 * Estimates the kernel of a moving camera from two places, from coarse to fine: the picture is deblurred so that only edges
 * remain, then the kernel is solved for that blurs those edges into the photo.
 *
 * @param kernelSide of the square in which the path must fit, in pixels, odd
 */
export const estimatePath = (luma: Plane, one: Place, other: Place, kernelSide: number): PathKernel => {
  let kernel: PathKernel = { side: 3, values: Float64Array.from([0, 0, 0, 0.25, 0.5, 0.25, 0, 0, 0]) }
  let before: Level | undefined
  for (const level of levelsOf(kernelSide)) {
    const fourier = createFourier(level.side)
    const pair = preparePair(luma, one, other, level, fourier)
    const bench = { level, fourier, pair, gradients: gradientPower(level.side) }
    if (before) kernel = enlargeKernel(kernel, level.kernelSide, before.factor / level.factor)
    before = level
    let limit: number | undefined
    for (let [round, cost] = [0, COST]; round < ROUNDS; round++, cost /= FALL) {
      const refined = refinePath(kernel, bench, cost, limit)
      kernel = refined.kernel
      limit = refined.limit / LIMIT_FALL
    }
  }
  return kernel
}
