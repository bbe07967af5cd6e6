import { angularFrequency, emptySpectrum, type Spectrum } from './fft.ts'
import { kernelDeviation, type PathKernel, pathTransfer } from './shake/path-kernel.ts'

/** A blur of few numbers, the same seen from either end: a Gaussian softness, a lens out of focus, or a straight movement. */
export type SymmetricBlur =
  | { readonly kind: 'soft'; readonly size: number }
  | { readonly kind: 'defocus'; readonly size: number; readonly base: number }
  | { readonly kind: 'motion'; readonly size: number; readonly base: number; readonly angle: number }

/**
 * The blur of a photo. Sizes are in pixels; that of a shake, which is a movement on any path, is the deviation of its light.
 * `base` is the additional softness (deviation): even a sharp photo has a little.
 */
export type Blur = SymmetricBlur | { readonly kind: 'shake'; readonly size: number; readonly path: PathKernel }

/** The Bessel function of the first kind and order one (rational approximations, error below 1e-7). */
const besselJ1 = (x: number): number => {
  const z = Math.abs(x)
  if (z < 3) {
    const t = (x / 3) ** 2
    const sum =
      0.5 +
      t * (-0.56249985 + t * (0.21093573 + t * (-0.03954289 + t * (0.00443319 + t * (-0.00031761 + t * 0.00001109)))))
    return x * sum
  }
  const t = 3 / z
  const amplitude =
    0.79788456 +
    t * (0.00000156 + t * (0.01659667 + t * (0.00017105 + t * (-0.00249511 + t * (0.00113653 - t * 0.00020033)))))
  const phase =
    z -
    2.35619449 +
    t * (0.12499612 + t * (0.0000565 + t * (-0.00637879 + t * (0.00074348 + t * (0.00079824 - t * 0.00029166)))))
  return (Math.sign(x) * amplitude * Math.cos(phase)) / Math.sqrt(z)
}

/**
 * The optical transfer function of a blur: the factor on a wave, negative where it is inverted. Frequencies in radians
 * per pixel.
 */
export const transferFunction = (blur: SymmetricBlur, across: number, down: number): number => {
  const squared = across * across + down * down
  if (blur.kind === 'soft') return Math.exp((-blur.size * blur.size * squared) / 2)
  const base = Math.exp((-blur.base * blur.base * squared) / 2)
  if (blur.kind === 'defocus') {
    const z = blur.size * Math.sqrt(squared)
    return z < 1e-6 ? base : ((2 * besselJ1(z)) / z) * base
  }
  const z = ((across * Math.cos(blur.angle) + down * Math.sin(blur.angle)) * blur.size) / 2
  return Math.abs(z) < 1e-6 ? base : (Math.sin(z) / z) * base
}

/** The standard deviation of a blur's kernel, in pixels. */
export const blurDeviation = (blur: Blur): number => {
  if (blur.kind === 'soft') return blur.size
  if (blur.kind === 'shake') return kernelDeviation(blur.path)
  return Math.hypot(blur.base, blur.kind === 'defocus' ? blur.size / 2 : blur.size / Math.sqrt(12))
}

/** The optical transfer function of a blur at all frequencies of a square. */
export const transferSpectrum = (blur: Blur, side: number): Spectrum => {
  if (blur.kind === 'shake') return pathTransfer(blur.path, side)
  const made = emptySpectrum(side)
  for (let y = 0, i = 0; y < side; y++) {
    const down = angularFrequency(y, side)
    for (let x = 0; x < side; x++, i++) made.re[i] = transferFunction(blur, angularFrequency(x, side), down)
  }
  return made
}
