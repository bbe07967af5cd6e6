import { angularFrequency, emptySpectrum, type Fourier, multiplyConjugate, type Spectrum } from '../fft.ts'

/** First and last weight of the thresholded gradients, and the factor between two rounds. */
const FIRST_WEIGHT = 2
const LAST_WEIGHT = 2_000
const STEP = 6

/** Squared length of the gradient operator at each frequency of a square. */
export const gradientPower = (side: number): Float64Array => {
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
export const sparseLatent = (
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
