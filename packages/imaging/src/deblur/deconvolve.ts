import { mirrorIndex } from '../raster/mirror-index.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { transferSpectrum } from './blur-kernels.ts'
import {
  angularFrequency,
  createFourier,
  emptySpectrum,
  type Fourier,
  multiplyConjugate,
  type Spectrum,
} from './fft.ts'
import { type BlurMeasurement, SPECTRAL_FALL } from './measure-blur.ts'

/** Side of the squares that are deconvolved, and the margin on each side that is thrown away. */
const SIDE = 256
const MARGIN = 32
const CORE = SIDE - 2 * MARGIN
/** Width of the border in which a square fades to its mean, so that it can be continued periodically. */
const TAPER = 12

const taper = Float64Array.from({ length: SIDE }, (_, i) => {
  const inside = Math.min(i + 0.5, SIDE - i - 0.5) / TAPER
  return inside >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * inside)
})

/** Reads a square of a channel around its core, without its mean, which is returned. */
const readSquare = ({ data, width, height }: Plane, left: number, top: number, square: Float64Array): number => {
  const columns = Int32Array.from({ length: SIDE }, (_, x) => mirrorIndex(left - MARGIN + x, width))
  let sum = 0
  for (let y = 0, to = 0; y < SIDE; y++) {
    const row = mirrorIndex(top - MARGIN + y, height) * width
    for (let x = 0; x < SIDE; x++, to++) {
      const value = data[row + columns[x]]
      square[to] = value
      sum += value
    }
  }
  const mean = sum / (SIDE * SIDE)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      square[i] = (square[i] - mean) * taper[x] * taper[y]
    }
  }
  return mean
}

const writeCore = (square: Float64Array, mean: number, left: number, top: number, result: Plane): void => {
  const right = Math.min(result.width, left + CORE)
  const bottom = Math.min(result.height, top + CORE)
  for (let y = top; y < bottom; y++) {
    let from = (y - top + MARGIN) * SIDE + MARGIN
    for (let x = left; x < right; x++, from++) result.data[y * result.width + x] = square[from] + mean
  }
}

/**
 * Removes a measured blur from channels, square by square. Two squares share one transform, as real and imaginary part.
 */
export const createDeconvolver = (measured: BlurMeasurement): ((source: Plane) => Plane) => {
  const sharpen = createDeblurFilter(measured, createFourier(SIDE))
  const square = emptySpectrum(SIDE)
  return (source) => {
    const result = plane(source.width, source.height)
    for (let top = 0; top < source.height; top += CORE) {
      for (let left = 0; left < source.width; left += 2 * CORE) {
        const one = readSquare(source, left, top, square.re)
        const other = readSquare(source, left + CORE, top, square.im)
        sharpen(square)
        writeCore(square.re, one, left, top, result)
        if (left + CORE < source.width) writeCore(square.im, other, left + CORE, top, result)
      }
    }
    return result
  }
}

/** Softness (deviation) that remains: nothing is made sharper than a sharp photo. */
const TARGET_SOFTNESS = 0.45
/** Factor on the power of noise: amplified grain is worse than a little softness. */
const NOISE_FACTOR = 2.5
/** Share of the residual that is kept: noise and texture, without which a picture looks painted. */
const RESIDUAL_SHARE = 0.4
/** Cost of a gradient's square root: a few large gradients are likelier than many small ones. */
const GRADIENT_COST = 0.8
/** Weight of the thresholded gradients, round by round. */
const PENALTIES = [0.02, 0.1, 0.5]

/** What the filter needs of each frequency. */
interface FrequencyWeights {
  /**
   * Mean transfer of the likely blurs, and mean of its square. Where the blurs disagree, the second exceeds the first
   * squared.
   */
  readonly transfer: Spectrum
  readonly power: Float64Array
  /** Share of the conjugate transfer in the Wiener filter. */
  readonly wiener: Float64Array
  /** Power of the gradients in a wave. */
  readonly gradients: Float64Array
  /** Transfer that a sharp photo has. */
  readonly target: Float64Array
}

const frequencyWeights = ({ likely, scene, noise }: BlurMeasurement, side: number): FrequencyWeights => {
  const make = () => new Float64Array(side * side)
  const transfer = emptySpectrum(side)
  const known = { transfer, power: make(), wiener: make(), gradients: make(), target: make() }
  for (const { blur, share } of likely) {
    const one = transferSpectrum(blur, side)
    for (let i = 0; i < one.re.length; i++) {
      transfer.re[i] += share * one.re[i]
      transfer.im[i] += share * one.im[i]
      known.power[i] += share * (one.re[i] ** 2 + one.im[i] ** 2)
    }
  }
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const [across, down] = [angularFrequency(x, side), angularFrequency(y, side)]
      const squared = across * across + down * down
      known.wiener[i] = 1 / (known.power[i] + (NOISE_FACTOR * noise * squared ** (SPECTRAL_FALL / 2)) / scene)
      known.gradients[i] = 4 - 2 * Math.cos(across) - 2 * Math.cos(down)
      known.target[i] = Math.exp((-TARGET_SOFTNESS * TARGET_SOFTNESS * squared) / 2)
    }
  }
  return known
}

/** Calls with the real and the imaginary parts of two spectra. */
const eachPart = (one: Spectrum, other: Spectrum, work: (one: Float64Array, other: Float64Array) => void): void => {
  work(one.re, other.re)
  work(one.im, other.im)
}

/** Replaces a photo by its deblurred picture, made a little softer, and a share of what that does not explain. */
const addResidual = (seen: Spectrum, made: Spectrum, { transfer, target }: FrequencyWeights): void => {
  for (let i = 0; i < seen.re.length; i++) {
    const re = seen.re[i] - (transfer.re[i] * made.re[i] - transfer.im[i] * made.im[i])
    const im = seen.im[i] - (transfer.re[i] * made.im[i] + transfer.im[i] * made.re[i])
    seen.re[i] = made.re[i] * target[i] + RESIDUAL_SHARE * re
    seen.im[i] = made.im[i] * target[i] + RESIDUAL_SHARE * im
  }
}

/**
 * Creates the filter that removes a measured blur from squares, in place; two at a time, as real and imaginary part.
 *
 * It starts with a Wiener filter, which rings beside edges. Then it alternates: small gradients are removed, and the picture
 * is solved for that has the remaining gradients and, blurred, equals the photo. A frequency on which the likely blurs
 * disagree counts for less. Finally a part of the residual is added again.
 */
const createDeblurFilter = (measured: BlurMeasurement, fourier: Fourier): ((square: Spectrum) => void) => {
  const { side } = fourier
  const weights = frequencyWeights(measured, side)
  const { transfer, power, wiener, gradients } = weights
  const weight = 1 / (NOISE_FACTOR * measured.noise)
  const [matched, made, edges] = [emptySpectrum(side), emptySpectrum(side), emptySpectrum(side)]
  return (square) => {
    fourier.forward(square)
    multiplyConjugate(square, transfer, matched)
    eachPart(matched, made, (from, to) => {
      for (let i = 0; i < to.length; i++) to[i] = from[i] * wiener[i]
    })
    for (const firmness of PENALTIES) {
      fourier.backward(made)
      const limit = (GRADIENT_COST / firmness) ** (2 / 3)
      eachPart(made, edges, (from, to) => thresholdGradients(from, to, side, limit))
      fourier.forward(edges)
      for (const part of ['re', 'im'] as const) {
        const [from, edge, to] = [matched[part], edges[part], made[part]]
        // Index 0 is the mean, which no blur changes.
        to[0] = square[part][0]
        for (let i = 1; i < to.length; i++) {
          to[i] = (weight * from[i] + firmness * edge[i]) / (weight * power[i] + firmness * gradients[i])
        }
      }
    }
    addResidual(square, made, weights)
    fourier.backward(square)
  }
}

/** Shrinks a step between two neighbours. A small step is a ripple and vanishes; a large one is an edge and stays. */
const shrinkStep = (step: number, cut: number): number => {
  const size = Math.abs(step)
  const lost = cut / (size * Math.sqrt(size))
  return lost < 1 ? step * (1 - lost) : 0
}

/**
 * Thresholds the gradients of a square with periodic borders, and writes the negative divergence of those that remain
 * (half-quadratic splitting with a sparse prior; Krishnan, Fergus 2009).
 *
 * @param limit steps below it vanish; those well above hardly change
 */
const thresholdGradients = (from: Float64Array, to: Float64Array, side: number, limit: number): void => {
  to.fill(0)
  const cut = limit ** 1.5
  for (let y = 0, i = 0; y < side; y++) {
    const below = y === side - 1 ? -y * side : side
    for (let x = 0; x < side; x++, i++) {
      const right = x === side - 1 ? i - x : i + 1
      const here = from[i]
      const across = shrinkStep(from[right] - here, cut)
      const down = shrinkStep(from[i + below] - here, cut)
      to[i] = to[i] - across - down
      to[right] += across
      to[i + below] += down
    }
  }
}
