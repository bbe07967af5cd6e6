import { clamp, type Pixels, smoothstep } from '../pixels.ts'
import { Term, Zone } from './edge-model.ts'

/** Difference of colour (of 255) between subject and surroundings below which a mixture cannot be told, and above which it can. */
const APART = [24, 72] as const
/** How far beyond the surroundings' colour. */
const BEYOND = [0.15, 0.5] as const
/** How far beside the line between both colours a mixture may lie, as a share of their difference. */
const BESIDE = 0.5
/** A mask that is so sure that something is the surroundings, or the subject, is believed. */
const OPEN = [0.02, 0.12] as const

/**
 * The mask with its line where the picture has it: a network draws an edge some pixels wide and up to two pixels beside, while
 * a pixel that mixes the colours of both sides tells by itself how much there is of each.
 *
 * @param mask 0–1
 * @param terms in which the colours of subject and surroundings are
 * @returns another mask; of the same values where colours do not tell
 */
export function unmixed({ data }: Pixels, mask: Float32Array, zones: Uint8Array, terms: Float32Array): Float32Array {
  const result = new Float32Array(mask)
  for (let i = 0; i < mask.length; i++) {
    if (zones[i] !== Zone.edge) continue
    const found = mask[i] as number
    const open = smoothstep(...OPEN, found) * smoothstep(...OPEN, 1 - found)
    const at = Term.count * i
    if (open === 0 || (terms[at + Term.subject] as number) < 0 || (terms[at + Term.around] as number) < 0) continue
    let [length, along, square, lighter] = [0, 0, 0, 0]
    for (let c = 0; c < 3; c++) {
      const around = terms[at + Term.around + c] as number
      const way = (terms[at + Term.subject + c] as number) - around
      const here = (data[3 * i + c] as number) - around
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
    const told = open * smoothstep(...APART, Math.sqrt(length)) * (1 - aside)
    result[i] = found + told * (clamp(share, 0, 1) - found)
  }
  return result
}
