import { type Plane, plane } from '../plane.ts'
import { passes } from './blur.ts'
import { createFourier, frequency, type Spectrum } from './fft.ts'
import { FALL, type Measurement } from './measure-blur.ts'

/** Side of a square that is worked on at once, and what of it on each side only leads in. */
const SIDE = 256
const MARGIN = 32
const CORE = SIDE - 2 * MARGIN
/** Over so many pixels a square fades to its mean at its border, so that its two ends meet. */
const FADE = 12

/** Nothing is made sharper than a sharp photo: this deviation of softness stays. */
const LEFT = 0.45
/**
 * Noise counts for more than its power: what is taken for grain is worse than a little softness. Most of all after a
 * movement, which is never quite a straight line: what is not there comes back as ripples.
 */
const CAUTION = { soft: 2.5, defocus: 2.5, motion: 8 } as const
/** No detail is strengthened more often than this. */
const MOST = 8

/** What each frequency is multiplied by (Wiener): much where the scene outshines the noise, nothing where it does not. */
const gainsOf = ({ blur, scene, noise }: Measurement): Float64Array => {
  const gains = new Float64Array(SIDE * SIDE)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const [across, down] = [frequency(x, SIDE), frequency(y, SIDE)]
      const squared = across * across + down * down
      const left = passes(blur, across, down)
      const doubt = (CAUTION[blur.kind] * noise * squared ** (FALL / 2)) / scene
      const wanted = Math.exp((-LEFT * LEFT * squared) / 2)
      gains[i] = i === 0 ? 1 : Math.max(-MOST, Math.min(MOST, (left * wanted) / (left * left + doubt)))
    }
  }
  return gains
}

const mirrored = (at: number, length: number): number => {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const place = ((at % period) + period) % period
  return place < length ? place : period - place
}

const fade = Float64Array.from({ length: SIDE }, (_, i) => {
  const inside = Math.min(i + 0.5, SIDE - i - 0.5) / FADE
  return inside >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * inside)
})

/** A square of a channel around its core, its mean taken away. */
const readSquare = ({ data, width, height }: Plane, left: number, top: number, square: Float64Array): number => {
  const columns = Int32Array.from({ length: SIDE }, (_, x) => mirrored(left - MARGIN + x, width))
  let sum = 0
  for (let y = 0, to = 0; y < SIDE; y++) {
    const row = mirrored(top - MARGIN + y, height) * width
    for (let x = 0; x < SIDE; x++, to++) {
      const value = data[row + (columns[x] as number)] as number
      square[to] = value
      sum += value
    }
  }
  const mean = sum / (SIDE * SIDE)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      square[i] = ((square[i] as number) - mean) * (fade[x] as number) * (fade[y] as number)
    }
  }
  return mean
}

const writeCore = (square: Float64Array, mean: number, left: number, top: number, result: Plane): void => {
  const right = Math.min(result.width, left + CORE)
  const bottom = Math.min(result.height, top + CORE)
  for (let y = top; y < bottom; y++) {
    let from = (y - top + MARGIN) * SIDE + MARGIN
    for (let x = left; x < right; x++, from++) result.data[y * result.width + x] = (square[from] as number) + mean
  }
}

/** Takes a measured blur out of a channel, square by square; two squares share one transform, as real and imaginary. */
export const deconvolve = (source: Plane, measured: Measurement): Plane => {
  const fourier = createFourier(SIDE)
  const gains = gainsOf(measured)
  const result = plane(source.width, source.height)
  const square: Spectrum = { re: new Float64Array(SIDE * SIDE), im: new Float64Array(SIDE * SIDE) }
  for (let top = 0; top < source.height; top += CORE) {
    for (let left = 0; left < source.width; left += 2 * CORE) {
      const means = [readSquare(source, left, top, square.re), readSquare(source, left + CORE, top, square.im)] as const
      fourier.forward(square)
      for (let i = 0; i < gains.length; i++) {
        square.re[i] = (square.re[i] as number) * (gains[i] as number)
        square.im[i] = (square.im[i] as number) * (gains[i] as number)
      }
      fourier.backward(square)
      writeCore(square.re, means[0], left, top, result)
      if (left + CORE < source.width) writeCore(square.im, means[1], left + CORE, top, result)
    }
  }
  return result
}
