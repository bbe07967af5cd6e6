import { transferFunction } from './blur-kernels.ts'
import { angularFrequency, type Fourier, type Spectrum } from './fft.ts'
import { thresholdGradients } from './gradient-threshold.ts'
import { type BlurMeasurement, SPECTRAL_FALL } from './measure-blur.ts'

/** Nothing is made sharper than a sharp photo: this deviation of softness stays. */
const TARGET_SOFTNESS = 0.45
/** Noise counts for more than its power: what is taken for grain is worse than a little softness. */
const NOISE_FACTOR = 2.5
/** How much of what the blur does not explain is kept: noise and texture, without which a picture looks painted. */
const RESIDUAL_SHARE = 0.4
/** What a step between two pixels costs, by its square root: few large ones are likelier than many small ones. */
const GRADIENT_COST = 0.8
/** How firmly the picture is held to its steps, round by round. */
const PENALTIES = [0.02, 0.1, 0.5]

/** A place for the spectrum of a square, or for two squares. */
export const emptySpectrum = (side: number): Spectrum => ({
  re: new Float64Array(side * side),
  im: new Float64Array(side * side),
})

/** What is known of each frequency. */
interface FrequencyWeights {
  /** Share of a wave that the likely blurs leave, and of its power: where they disagree it is more than the share's square. */
  readonly transfer: Float64Array
  readonly power: Float64Array
  /** The first guess: what makes most of a wave where the scene outshines the noise, nothing where it does not. */
  readonly wiener: Float64Array
  /** Power of the steps between neighbours in a wave. */
  readonly gradients: Float64Array
  /** What of a wave a sharp photo shows. */
  readonly target: Float64Array
}

const frequencyWeights = ({ likely, scene, noise }: BlurMeasurement, side: number): FrequencyWeights => {
  const make = () => new Float64Array(side * side)
  const known: FrequencyWeights = { transfer: make(), power: make(), wiener: make(), gradients: make(), target: make() }
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const [across, down] = [angularFrequency(x, side), angularFrequency(y, side)]
      const squared = across * across + down * down
      let [left, power] = [0, 0]
      for (const { blur, share } of likely) {
        const one = transferFunction(blur, across, down)
        left += share * one
        power += share * one * one
      }
      known.transfer[i] = left
      known.power[i] = power
      known.wiener[i] = left / (power + (NOISE_FACTOR * noise * squared ** (SPECTRAL_FALL / 2)) / scene)
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

/**
 * Takes a measured blur out of squares, in place; two of them at a time, as real and imaginary part.
 *
 * First by Wiener's filter, which rings beside edges. So it takes turns: the small steps are taken out of what was made,
 * and the picture is found that has the steps that are left and, blurred, is the one that was seen. A frequency on
 * which the likely blurs disagree counts for less, and at last what the blur does not explain is put back.
 */
export const createDeblurFilter = (measured: BlurMeasurement, fourier: Fourier): ((square: Spectrum) => void) => {
  const { side } = fourier
  const { transfer, power, wiener, gradients, target } = frequencyWeights(measured, side)
  const weight = 1 / (NOISE_FACTOR * measured.noise)
  const [made, edges] = [emptySpectrum(side), emptySpectrum(side)]
  return (square) => {
    fourier.forward(square)
    eachPart(square, made, (seen, to) => {
      for (let i = 0; i < to.length; i++) to[i] = seen[i] * wiener[i]
    })
    for (const firmness of PENALTIES) {
      fourier.backward(made)
      const limit = (GRADIENT_COST / firmness) ** (2 / 3)
      eachPart(made, edges, (from, to) => thresholdGradients(from, to, side, limit))
      fourier.forward(edges)
      for (const part of ['re', 'im'] as const) {
        const [seen, edge, to] = [square[part], edges[part], made[part]]
        // The first is the mean, which no blur changes.
        to[0] = seen[0]
        for (let i = 1; i < to.length; i++) {
          const asked = weight * transfer[i] * seen[i] + firmness * edge[i]
          to[i] = asked / (weight * power[i] + firmness * gradients[i])
        }
      }
    }
    eachPart(made, square, (found, seen) => {
      for (let i = 0; i < seen.length; i++) {
        const unexplained = seen[i] - transfer[i] * found[i]
        seen[i] = found[i] * target[i] + RESIDUAL_SHARE * unexplained
      }
    })
    fourier.backward(square)
  }
}
