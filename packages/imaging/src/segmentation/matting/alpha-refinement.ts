import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/guided-filter.ts'
import { Term, Trimap } from './alpha-model.ts'

/** Difference of colour (of 255) between subject and surroundings below which a mixture cannot be told, and above which it can. */
const CONTRAST = [24, 72] as const
/** How far beyond the surroundings' colour. */
const BEYOND = [0.15, 0.5] as const
/** How far beside the line between both colours a mixture may lie, as a share of their difference. */
const BESIDE = 0.5
/** How many times the unrest of the surroundings that difference must be: the threads of a coarse cloth are mixtures of nothing. */
const CONTRAST_TO_NOISE = [3.5, 7] as const
/** Pixels around in which their unrest is measured, and the least there is. */
const WINDOW = 16
const MIN_NOISE = 3
/** A mask that is so sure that something is the surroundings, or the subject, is believed. */
const UNDECIDED = [0.02, 0.12] as const

/**
 * The mask with its line where the picture has it: a network draws an edge some pixels wide and up to two pixels beside, while
 * a pixel that mixes the colours of both sides tells by itself how much there is of each.
 *
 * @param mask 0–1
 * @param terms in which the colours of subject and surroundings are
 * @returns another mask; of the same values where colours do not tell
 */
export function refineAlpha(small: Pixels, mask: Float32Array, trimap: Uint8Array, terms: Float32Array): Float32Array {
  const { data } = small
  const result = new Float32Array(mask)
  const noise = backgroundNoise(small, mask, terms)
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] !== Trimap.unknown) continue
    const found = mask[i]
    const undecided = smoothstep(...UNDECIDED, found) * smoothstep(...UNDECIDED, 1 - found)
    const at = Term.count * i
    if (undecided === 0 || terms[at + Term.foreground] < 0 || terms[at + Term.background] < 0) continue
    let [length, along, square, lighter] = [0, 0, 0, 0]
    for (let c = 0; c < 3; c++) {
      const around = terms[at + Term.background + c]
      const way = terms[at + Term.foreground + c] - around
      const here = data[3 * i + c] - around
      length += way * way
      along += way * here
      square += here * here
      lighter += here
    }
    if (length < 1) continue
    const share = along / length
    const beside = Math.sqrt(Math.max(0, square / length - share * share))
    // A table is darker beside a dish, never lighter: what is lighter than it where the dish is darker is a rim.
    const rim = lighter > 0 ? smoothstep(...BEYOND, -share) : 0
    const aside = Math.max(rim, smoothstep(0.4 * BESIDE, BESIDE, beside))
    const apart = Math.sqrt(length)
    const clear = smoothstep(...CONTRAST, apart) * smoothstep(...CONTRAST_TO_NOISE, apart / noise[i])
    const weight = undecided * clear * (1 - aside)
    result[i] = found + weight * (clamp(share, 0, 1) - found)
  }
  return result
}

/** How far colours that are firmly of the surroundings lie from their mean near by, 0–255. */
function backgroundNoise({ data, width, height }: Pixels, mask: Float32Array, terms: Float32Array): Float32Array {
  const squares = new Float32Array(mask.length)
  const counts = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const at = Term.count * i + Term.background
    if (mask[i] > 0.02 || terms[at] < 0) continue
    counts[i] = 1
    for (let c = 0; c < 3; c++) {
      squares[i] += (data[3 * i + c] - terms[at + c]) ** 2
    }
  }
  const [sum, count] = [boxMean(squares, width, height, WINDOW), boxMean(counts, width, height, WINDOW)]
  return sum.map((one, i) => Math.max(MIN_NOISE, Math.sqrt(one / Math.max(1e-3, count[i]))))
}
