import { cameraTilt } from '../hero/camera-tilt.ts'
import { developDish, planDishDevelopment } from '../hero/develop-dish.ts'
import { measureSoftness } from '../hero/dish-softness.ts'
import { type ExtractedDish, extractDish } from '../hero/extract-dish.ts'
import { keyLightSide } from '../hero/key-light-side.ts'
import { outlineSolidity } from '../hero/outline-solidity.ts'
import { type CutSides, type DishExtent, dishExtent } from '../hero/place-in-frame.ts'
import type { DishTones } from '../hero/surface/dish-tones.ts'
import { DISH_CM } from '../hero/surface/ground-projection.ts'
import { outlineRaggedness, RAGGED } from '../matting/outline-raggedness.ts'
import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { type OutlineSupport, outlineSupport } from './outline-support.ts'
import { NOTCHED, type RoundWare, roundWare } from './round-ware.ts'
import { type TrimmedOutline, trimmedOutline } from './trimmed-outline.ts'

/** The dish of one photo, extracted and developed, with all that decides where it is placed. */
export interface PreparedDish {
  /** The part of the photo that holds it, and where its box begins in that part. */
  readonly part: ExtractedDish
  /** The size of its box in pixels of the part. */
  readonly box: Size
  readonly support: OutlineSupport
  /** Sides at which it meets the edge of the frame, because the photo cuts it there. */
  readonly pinned: CutSides
  /** Its rounded outline, if the photo cuts it at two sides that face each other, so that no edge of a frame can hide both. */
  readonly trim: TrimmedOutline | undefined
  readonly isCut: boolean
  readonly tilt: number
  readonly tones: DishTones
  readonly ware: WareSize
  /** The side from which it is lit already. */
  readonly lit: 'left' | 'right'
  /** Solidity of its outline, 0–1. */
  readonly solidity: number
  /** Its outline is ragged, or its rim has a notch. */
  readonly isUneven: boolean
  /** Deviation of its Gaussian blur where it has 1,024 pixels on its long side; 0 if that cannot be measured. */
  readonly softness: number
}

/** Long side that a dish has at most in a composition. */
const LONGEST = 1600
/** Solidity of an outline below which it is not that of a dish. */
const LEAST_SOLID = 0.6

const UNCUT: CutSides = { left: false, right: false, top: false, bottom: false }

/**
 * Extracts the dish of a photo, so that the photo itself need not stay in memory.
 *
 * @returns undefined if the mask is empty, or is so ragged that it cannot be the outline of a dish
 */
export async function prepareDish(pixels: Pixels, subject: Subject): Promise<PreparedDish | undefined> {
  const extent = dishExtent(subject)
  if (!extent) return undefined
  const { solidity } = outlineSolidity(subject, extent)
  if (solidity < LEAST_SOLID) return undefined
  const { box, cut } = extent
  const { recipe, tones } = await planDishDevelopment(pixels, subject)
  const perMask = { x: pixels.width / subject.width, y: pixels.height / subject.height }
  const less = Math.min(1, LONGEST / Math.max(box.width * perMask.x, box.height * perMask.y))
  const part = await extractDish(pixels, subject, extent, less)
  const softness = await measureSoftness(part.pixels)
  await developDish(part.pixels, recipe)
  const round = roundWare(subject, extent)
  const trim = (cut.left && cut.right) || (cut.top && cut.bottom) ? trimmedOutline(subject, extent) : undefined
  return {
    part,
    box: {
      width: Math.max(1, Math.round(box.width * perMask.x * less)),
      height: Math.max(1, Math.round(box.height * perMask.y * less)),
    },
    support: outlineSupport(subject, box),
    pinned: trim ? UNCUT : cut,
    trim,
    isCut: isCutAnywhere(extent),
    tilt: cameraTilt(subject),
    tones,
    ware: wareSize(subject, extent, round),
    lit: keyLightSide(part.pixels),
    solidity,
    isUneven: outlineRaggedness(subject).amount >= RAGGED || (round?.notch ?? 0) >= NOTCHED,
    softness,
  }
}

const isCutAnywhere = ({ cut }: DishExtent): boolean => Object.values(cut).some(Boolean)

/** How large a dish is, as far as its ware tells. */
interface WareSize {
  /** Width of its box in centimetres. */
  readonly cm: number
  /** Whether a plate, a cup or a glass tells it. Otherwise it is assumed to be as large as most dishes. */
  readonly known: boolean
}

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
function wareSize(subject: Subject, { box }: DishExtent, round: RoundWare | undefined): WareSize {
  const known = subject.objects?.find(
    ({ label, score, box: seen }) =>
      KNOWN_WIDTHS.has(label) && score >= MIN_SCORE && seen.width * seen.height >= MIN_COVERED * box.width * box.height,
  )
  const usual = known && KNOWN_WIDTHS.get(known.label)
  if (usual !== undefined) return { cm: usual, known: true }
  const plate = round?.ellipse
  if (plate) return { cm: Math.min(MOST, box.width / (2 * Math.max(plate.a, plate.b))) * DISH_CM, known: true }
  const longer = Math.max(box.width, box.height)
  return { cm: (WITHOUT_WARE * DISH_CM * box.width) / longer, known: false }
}
