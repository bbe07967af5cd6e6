import type { Plane } from '../../raster/planes/plane.ts'
import {
  angularFrequency,
  createFourier,
  emptySpectrum,
  type Fourier,
  multiplyConjugate,
  type Spectrum,
} from '../fft.ts'
import { enlargeKernel, type PathKernel, placeKernel } from './path-kernel.ts'
import type { Place } from './shake-places.ts'
import { differences, readReduced } from './shake-squares.ts'
import { addStatistics, emptyStatistics, solveKernel } from './solve-kernel.ts'

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

/** First and last weight of the thresholded gradients, and the factor between two rounds. */
const FIRST_WEIGHT = 2
const LAST_WEIGHT = 2_000
const STEP = 6

/** Squared length of the gradient operator at each frequency of a square. */
const gradientPower = (side: number): Float64Array => {
  const power = new Float64Array(side * side)
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      power[i] = 4 - 2 * Math.cos(angularFrequency(x, side)) - 2 * Math.cos(angularFrequency(y, side))
    }
  }
  return power
}

/** Keeps gradients whose squared length is above a limit, and writes their negative divergence (periodic borders). */
const keepStrongGradients = (from: Float64Array, to: Float64Array, side: number, limit: number): void => {
  to.fill(0)
  for (let y = 0, i = 0; y < side; y++) {
    const below = y === side - 1 ? -y * side : side
    for (let x = 0; x < side; x++, i++) {
      const right = x === side - 1 ? i - x : i + 1
      const across = from[right] - from[i]
      const down = from[i + below] - from[i]
      if (across * across + down * down < limit) continue
      to[i] -= across + down
      to[right] += across
      to[i + below] += down
    }
  }
}

/**
 * Two squares deblurred with as few gradients as possible, as real and imaginary part: edges become steep, and texture
 * and ripples vanish (Xu, Zheng, Jia 2013: gradients are counted, not summed; half-quadratic splitting).
 *
 * @param seen spectrum of the blurred squares
 * @param transfer spectrum of the blur
 * @param cost of one gradient, for values of 0–1
 */
const sparseLatent = (
  seen: Spectrum,
  transfer: Spectrum,
  gradients: Float64Array,
  cost: number,
  fourier: Fourier,
): Spectrum => {
  const { side } = fourier
  const length = side * side
  const [matched, made, edges] = [emptySpectrum(side), emptySpectrum(side), emptySpectrum(side)]
  multiplyConjugate(seen, transfer, matched)
  const power = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    const [a, b] = [transfer.re[i], transfer.im[i]]
    power[i] = a * a + b * b
  }
  made.re.set(seen.re)
  made.im.set(seen.im)
  fourier.backward(made)
  for (let weight = FIRST_WEIGHT * cost; weight < LAST_WEIGHT; weight *= STEP) {
    keepStrongGradients(made.re, edges.re, side, cost / weight)
    keepStrongGradients(made.im, edges.im, side, cost / weight)
    fourier.forward(edges)
    for (let i = 0; i < length; i++) {
      const share = 1 / (power[i] + weight * gradients[i] + 1e-9)
      made.re[i] = (matched.re[i] + weight * edges.re[i]) * share
      made.im[i] = (matched.im[i] + weight * edges.im[i]) * share
    }
    fourier.backward(made)
  }
  return made
}

/**
 * Only strong gradients tell the kernel: the length from which there are enough of each direction, more for a larger kernel
 * (Cho, Lee 2009).
 */
const edgeLimit = (across: Spectrum, down: Spectrum, kernelSide: number): number => {
  const wanted = 2 * kernelSide * Math.sqrt(across.re.length)
  const counts = Array.from({ length: 4 }, () => new Float64Array(512))
  const count = (u: Float64Array, v: Float64Array) => {
    for (let i = 0; i < u.length; i++) {
      const size = Math.hypot(u[i], v[i])
      if (size < 1e-3) continue
      const turn = ((Math.atan2(v[i], u[i]) + Math.PI) / (Math.PI / 4)) & 3
      counts[turn][Math.min(511, Math.floor(size * 1024))]++
    }
  }
  count(across.re, down.re)
  count(across.im, down.im)
  let limit = 1
  for (const list of counts) {
    let [sum, bin] = [0, 511]
    while (bin > 0 && sum < wanted) sum += list[bin--]
    limit = Math.min(limit, bin / 1024)
  }
  return limit
}

/** Gradients below a limit become 0, in place. */
const cutWeak = (across: Spectrum, down: Spectrum, limit: number): void => {
  const one = (u: Float64Array, v: Float64Array) => {
    for (let i = 0; i < u.length; i++) {
      if (u[i] * u[i] + v[i] * v[i] < limit * limit) u[i] = v[i] = 0
    }
  }
  one(across.re, down.re)
  one(across.im, down.im)
}
