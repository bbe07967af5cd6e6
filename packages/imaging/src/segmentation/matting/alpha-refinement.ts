import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { Term, Trimap } from './alpha-model.ts'

/**
 * Difference of colour (of 255) between both sides: below the first a mixture cannot be measured, above the second it
 * can.
 */
const CONTRAST = [24, 72] as const
/** The same difference in multiples of the background's noise: the threads of a coarse cloth look like mixtures. */
const CONTRAST_TO_NOISE = [3.5, 7] as const
/**
 * How far beyond the background's colour a lighter pixel lies before it is taken for a rim, as a share of the
 * difference.
 */
const BEYOND = [0.15, 0.5] as const
/** How far beside the line between both colours a mixture may lie, as a share of the difference. */
const BESIDE = 0.5
/** Radius in which the background's noise is measured, and the least noise assumed. */
const NOISE_RADIUS = 16
const MIN_NOISE = 3
/** A mask that is nearly 0 or nearly 1 is kept as it is; between these values refinement fades in. */
const UNDECIDED = [0.02, 0.12] as const

/**
 * Moves the outline of a mask to where the picture has it. A network draws an edge several pixels wide and up to two
 * pixels beside the real one. A pixel whose colour is a mixture of both sides tells the share of each by itself: this is
 * alpha by projection onto the line between foreground and background colour.
 *
 * @param mask 0–1
 * @param terms of the alpha model, with the local colours of both sides
 * @returns a new mask, 0–1; unchanged where colours do not separate the sides
 */
export function refineAlpha(small: Pixels, mask: Float32Array, trimap: Uint8Array, terms: Float32Array): Float32Array {
  const result = new Float32Array(mask)
  const noise = backgroundNoise(small, mask, terms)
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] !== Trimap.unknown) continue
    const before = mask[i]
    const undecided = smoothstep(...UNDECIDED, before) * smoothstep(...UNDECIDED, 1 - before)
    const at = Term.count * i
    if (undecided === 0 || terms[at + Term.foreground] < 0 || terms[at + Term.background] < 0) continue
    const mixture = mixtureOf(small.data, 3 * i, terms, at)
    if (!mixture) continue
    const { share, beside, contrast, isLighter } = mixture
    // A dish darkens the table beside it. A lighter pixel where the dish is darker than the table belongs to a rim.
    const rim = isLighter ? smoothstep(...BEYOND, -share) : 0
    const unlikely = Math.max(rim, smoothstep(0.4 * BESIDE, BESIDE, beside))
    const clear = smoothstep(...CONTRAST, contrast) * smoothstep(...CONTRAST_TO_NOISE, contrast / noise[i])
    const weight = undecided * clear * (1 - unlikely)
    result[i] = before + weight * (clamp(share, 0, 1) - before)
  }
  return result
}

interface Mixture {
  /** Position on the line from background (0) to foreground colour (1). */
  readonly share: number
  /** Distance from that line, as a share of its length. */
  readonly beside: number
  /** Length of the line, 0–255. */
  readonly contrast: number
  /** Whether the pixel is lighter than the background. */
  readonly isLighter: boolean
}

/** How a pixel's colour lies between the local colours of both sides; undefined if these are the same. */
function mixtureOf(data: Uint8Array, from: number, terms: Float32Array, at: number): Mixture | undefined {
  let [length, along, square, lighter] = [0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const background = terms[at + Term.background + c]
    const difference = terms[at + Term.foreground + c] - background
    const here = data[from + c] - background
    length += difference * difference
    along += difference * here
    square += here * here
    lighter += here
  }
  if (length < 1) return undefined
  const share = along / length
  const beside = Math.sqrt(Math.max(0, square / length - share * share))
  return { share, beside, contrast: Math.sqrt(length), isLighter: lighter > 0 }
}

/** Deviation of certain background pixels from their local mean colour, 0–255. */
function backgroundNoise({ data, width, height }: Pixels, mask: Float32Array, terms: Float32Array): Float32Array {
  const squares = new Float32Array(mask.length)
  const counts = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const at = Term.count * i + Term.background
    if (mask[i] > UNDECIDED[0] || terms[at] < 0) continue
    counts[i] = 1
    for (let c = 0; c < 3; c++) squares[i] += (data[3 * i + c] - terms[at + c]) ** 2
  }
  const sum = boxMean(squares, width, height, NOISE_RADIUS)
  const count = boxMean(counts, width, height, NOISE_RADIUS)
  return sum.map((one, i) => Math.max(MIN_NOISE, Math.sqrt(one / Math.max(1e-3, count[i]))))
}
