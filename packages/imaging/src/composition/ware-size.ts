import type { DishExtent } from '../hero/place-in-frame.ts'
import { DISH_CM } from '../hero/surface/ground-projection.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { openMask } from '../raster/masks/morphology.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { type Ellipse, ellipseFromMoments, ellipseOverlap } from '../segmentation/plate/fit-ellipse.ts'

/** How large a dish is, as far as its ware tells. */
export interface WareSize {
  /** Width of its box in centimetres. */
  readonly cm: number
  /** Whether a plate, a cup or a glass tells it. Otherwise it is assumed to be as large as most dishes. */
  readonly told: boolean
}

/** Overlap with an ellipse from which an outline is that of round ware. */
const MIN_ROUND = 0.9
/** What is thinner than this share of the box does not count: spoons, chopsticks, handles. */
const THIN = 0.06
/** Usual widths in centimetres of things that a detector knows and that are not as wide as a plate. */
const KNOWN_WIDTHS: ReadonlyMap<string, number> = new Map([
  ['cup', 10],
  ['wine glass', 8],
])
/** Share of the box that a recognised thing takes at least to be the dish itself, and the least score. */
const MIN_COVERED = 0.6
const MIN_SCORE = 0.4
/** The widest and the narrowest box, relative to a plate. A board with several bowls is wider than one plate. */
const MOST = 1.6
/** Food without ware is served on a plate, which it does not fill. */
const WITHOUT_WARE = 0.85

/**
 * The size of a dish in centimetres. Round ware counts as a dinner plate, by the longer axis of its ellipse, whatever stands
 * out over its rim. A cup and a glass have sizes of their own.
 */
export function wareSize(subject: Subject, { box }: DishExtent): WareSize {
  const known = subject.objects?.find(
    ({ label, score, box: seen }) =>
      KNOWN_WIDTHS.has(label) && score >= MIN_SCORE && seen.width * seen.height >= MIN_COVERED * box.width * box.height,
  )
  const usual = known && KNOWN_WIDTHS.get(known.label)
  if (usual !== undefined) return { cm: usual, told: true }
  const plate = roundWare(subject, Math.max(box.width, box.height)) ?? subject.plates?.[0]
  if (plate) return { cm: Math.min(MOST, box.width / (2 * Math.max(plate.a, plate.b))) * DISH_CM, told: true }
  const longer = Math.max(box.width, box.height)
  return { cm: (WITHOUT_WARE * DISH_CM * box.width) / longer, told: false }
}

/** The ellipse of the outline, if it is one. */
function roundWare({ alpha, width, height }: Subject, longer: number): Ellipse | undefined {
  const bits = maskBits(alpha.length, (i) => alpha[i] > 127)
  const mask = openMask({ bits, width, height }, Math.max(1, Math.round((THIN / 2) * longer)))
  const ellipse = ellipseFromMoments(mask.bits, width)
  return ellipse && ellipseOverlap(mask.bits, width, ellipse) >= MIN_ROUND ? ellipse : undefined
}
