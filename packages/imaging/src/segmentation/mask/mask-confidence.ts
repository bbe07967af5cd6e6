import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { ellipseFromMoments, ellipseOverlap } from '../plate/fit-ellipse.ts'
import type { FilteredMask } from './component-filter.ts'

/** A finder by colour alone is right often, and never knows. */
const CLASSICAL_FACTOR = 0.6

/** What is left of a confidence when a plate is suspected that is not in the mask. */
const MISSED_PLATE_FACTOR = 0.5

interface ConfidenceInputs {
  readonly plate: number | undefined
  readonly doubt: number | undefined
  readonly outline: number
  readonly missed: boolean
  readonly agreement: number | undefined
}

/** What is left of a confidence when two looks are sure of little that they see, and how far they must be sure. */
const DISAGREEMENT_FACTOR = 0.3
const AGREEMENT_RANGE = [0.8, 0.93] as const

/** How much of a doubt an outline that the picture draws too can take away. */
const CONFIRMED = 0.85

/**
 * How far a mask can be believed, from what it looks like: whether what was found is certain and what was not found
 * too, how much is undecided beyond the width of an edge, whether the picture draws its outline, how much of the frame's
 * border the subject lies on, into how many things it falls, and whether it is a sensible share of the picture.
 *
 * @param soft as it was found, `final` as it was mended
 * @param about `plate`: how well the rim of a plate that was added is seen, undefined where none was; `doubt`: of a mask
 *   from colours alone, how unsure they were (0–1); `missed`: whether a plate is suspected that is not in it; `outline`: how much of its outline the picture draws too (0–1);
 *   `agreement`: of two looks, how much of what they see they are sure of (0–1), undefined where there was one
 * @returns 0–1; 0 where nothing was found
 */
export function maskConfidence(
  soft: SoftMask,
  final: FilteredMask,
  { plate, doubt, outline, missed, agreement = 1 }: ConfidenceInputs,
): number {
  const { alpha, width, height } = soft
  const { bits, components } = final
  let [area, mass, undecided, lost, edge, border] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < bits.length; i++) {
    const value = alpha[i]
    // A plate that was added decides what lies on it.
    if (value > 40 && value < 215 && !(plate !== undefined && bits[i])) undecided++
    if (!bits[i]) {
      lost += value
      continue
    }
    area++
    mass += value
    const x = i % width
    const atBorder = x === 0 || x === width - 1 || i < width || i >= bits.length - width
    if (atBorder) border++
    else if (!bits[i - 1] || !bits[i + 1] || !bits[i - width] || !bits[i + width]) edge++
  }
  if (area === 0) return 0
  const beyondEdges = Math.max(0, undecided - 3 * edge)
  // A network is often unsure of glaze and gloss inside a line that is plain to see.
  const confirmed = CONFIRMED * smoothstep(0.7, 0.95, outline) * regularity(final)
  const surer = (share: number) => 1 - (1 - share) * (1 - confirmed)
  const decided = surer(1 - clamp(beyondEdges / area, 0, 1))
  // What a plate added was not in the mask; its rim speaks for it instead.
  const filled = plate === undefined ? surer(mass / (255 * area)) : plate
  const spilt = clamp(lost / (255 * area), 0, 1)
  const cut = border / (2 * (width + height))
  const share = area / bits.length
  const sensible = clamp(share / 0.03, 0.2, 1) * clamp((1.02 - share) / 0.12, 0.2, 1)
  const scattered = Math.max(0.7, 1 - 0.04 * Math.max(0, components - 2))
  const drawn = 0.35 + 0.65 * smoothstep(0.3, 0.75, outline)
  const all =
    0.98 *
    (missed ? MISSED_PLATE_FACTOR : 1) *
    (DISAGREEMENT_FACTOR + (1 - DISAGREEMENT_FACTOR) * smoothstep(...AGREEMENT_RANGE, agreement)) *
    drawn *
    decided *
    filled ** 2 *
    (1 - 0.6 * spilt) *
    (1 - 0.6 * cut) *
    sensible *
    scattered
  const believed = doubt === undefined ? all : CLASSICAL_FACTOR * (1 - 0.6 * doubt) * all
  return Math.round(100 * clamp(believed, 0.01, 1)) / 100
}

/** Ware is round or nearly so, heaps and tangles are not: 0–1. */
function regularity({ bits, width, components }: FilteredMask): number {
  const body = components === 1 ? ellipseFromMoments(bits, width) : undefined
  return body ? smoothstep(0.88, 0.96, ellipseOverlap(bits, width, body)) : 0
}
