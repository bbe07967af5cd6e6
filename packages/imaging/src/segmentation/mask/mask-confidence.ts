import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { ellipseFromMoments, ellipseOverlap } from '../plate/fit-ellipse.ts'
import type { FilteredMask } from './component-filter.ts'

/**
 * The factor on GrabCut's masks: colours alone never are certain. With it, three of four that reach a half are right, which
 * was measured on photos with masks drawn by hand.
 */
const CLASSICAL_FACTOR = 0.9
/** Share of it that a mask from colours in full doubt loses. */
const DOUBT_COST = 0.6
/** The remaining share of a confidence if a plate is suspected that is not in the mask. */
const MISSED_PLATE_FACTOR = 0.5
/** What is left when two scales are sure of little of what they see, and the range of agreement in which it returns. */
const DISAGREEMENT_FACTOR = 0.3
const AGREEMENT_RANGE = [0.8, 0.93] as const
/** Alpha between which a pixel is undecided. */
const UNDECIDED = [40, 215] as const
/** How much of an uncertainty inside the mask a regular outline that the picture shows can remove. */
const CONFIRMED = 0.85
/** Even a perfect mask may be of the wrong thing. */
const MAX_CONFIDENCE = 0.98

interface ConfidenceInputs {
  /** How well the rim of an added plate is seen, 0–1; undefined if none was added. */
  readonly plate: number | undefined
  /** Doubt of a mask from colours alone, 0–1; undefined for a network's mask. */
  readonly doubt: number | undefined
  /** Share of the outline that the picture shows too. */
  readonly outline: number
  /** Whether a plate is suspected that is not in the mask. */
  readonly missed: boolean
  /** Share of what two scales see that they are sure of; undefined for one scale. */
  readonly agreement: number | undefined
}

/**
 * How far a mask can be trusted, judged by what it looks like: how decided it is inside and outside, whether the picture
 * shows its outline, how much of the frame's border it covers, into how many components it falls, and whether its share of
 * the picture is sensible.
 *
 * @param soft the mask as it was found
 * @param final the same mask after clean-up
 * @returns 0–1; 0 if nothing was found
 */
export function maskConfidence(
  soft: SoftMask,
  final: FilteredMask,
  { plate, doubt, outline, missed, agreement = 1 }: ConfidenceInputs,
): number {
  const { width, height } = soft
  const counts = countPixels(soft, final, plate !== undefined)
  const { area } = counts
  if (area === 0) return 0
  // A network is often unsure of glaze and gloss inside an outline that is plain to see.
  const confirmed = CONFIRMED * smoothstep(0.7, 0.95, outline) * regularity(final)
  const confirm = (share: number) => 1 - (1 - share) * (1 - confirmed)
  const decided = confirm(1 - clamp(Math.max(0, counts.undecided - 3 * counts.edge) / area, 0, 1))
  // An added plate was not in the mask. Its rim speaks for it instead.
  const filled = plate === undefined ? confirm(counts.mass / (255 * area)) : plate
  const spilt = clamp(counts.lost / (255 * area), 0, 1)
  const cut = counts.border / (2 * (width + height))
  const share = area / final.bits.length
  const sensible = clamp(share / 0.03, 0.2, 1) * clamp((1.02 - share) / 0.12, 0.2, 1)
  const scattered = Math.max(0.7, 1 - 0.04 * Math.max(0, final.components - 2))
  const drawn = 0.35 + 0.65 * smoothstep(0.3, 0.75, outline)
  const all =
    MAX_CONFIDENCE *
    (missed ? MISSED_PLATE_FACTOR : 1) *
    (DISAGREEMENT_FACTOR + (1 - DISAGREEMENT_FACTOR) * smoothstep(...AGREEMENT_RANGE, agreement)) *
    drawn *
    decided *
    filled ** 2 *
    (1 - 0.6 * spilt) *
    (1 - 0.6 * cut) *
    sensible *
    scattered
  const confidence = doubt === undefined ? all : CLASSICAL_FACTOR * (1 - DOUBT_COST * doubt) * all
  return Math.round(100 * clamp(confidence, 0.01, 1)) / 100
}

interface PixelCounts {
  /** Pixels of the final mask, and the sum of their soft alpha. */
  area: number
  mass: number
  /** Pixels that are neither clearly in nor clearly out. */
  undecided: number
  /** Sum of soft alpha outside the final mask. */
  lost: number
  /** Pixels on the outline within the frame, and on the frame's border. */
  edge: number
  border: number
}

function countPixels({ alpha, width }: SoftMask, { bits }: FilteredMask, hasPlate: boolean): PixelCounts {
  const counts: PixelCounts = { area: 0, mass: 0, undecided: 0, lost: 0, edge: 0, border: 0 }
  for (let i = 0; i < bits.length; i++) {
    const value = alpha[i]
    // An added plate decides what lies on it.
    if (value > UNDECIDED[0] && value < UNDECIDED[1] && !(hasPlate && bits[i])) counts.undecided++
    if (!bits[i]) {
      counts.lost += value
      continue
    }
    counts.area++
    counts.mass += value
    const x = i % width
    const atBorder = x === 0 || x === width - 1 || i < width || i >= bits.length - width
    if (atBorder) counts.border++
    else if (!bits[i - 1] || !bits[i + 1] || !bits[i - width] || !bits[i + width]) counts.edge++
  }
  return counts
}

/** How much a mask looks like tableware, 0–1: plates and bowls are nearly elliptic, heaps and tangles are not. */
function regularity({ bits, width, components }: FilteredMask): number {
  const ellipse = components === 1 ? ellipseFromMoments(bits, width) : undefined
  return ellipse ? smoothstep(0.88, 0.96, ellipseOverlap(bits, width, ellipse)) : 0
}
