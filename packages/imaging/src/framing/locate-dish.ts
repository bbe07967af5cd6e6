import type { Networks } from '../network-port.ts'
import { growBox } from '../raster/geometry.ts'
import { ellipseMask } from '../raster/masks/ellipse-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { inferCoarseMask, SMALLEST_SIDE } from '../segmentation/coarse-inference.ts'
import { findSubjectForFrame, type Subject } from '../segmentation/find-subject.ts'
import type { SubjectHint } from '../segmentation/subject-hint.ts'
import { chooseFrame, type DishLocation } from './choose-frame.ts'
import type { Dish } from './dish.ts'
import { dishFromMask, scaleDish, widenThinParts } from './dish.ts'
import { measureBorders } from './extend/border-calmness.ts'
import { type DishByColour, findDishByColour } from './find-dish-by-colour.ts'
import { WHOLE_DISH } from './frame-rules.ts'
import type { ImageShot } from './shot-sizes.ts'
import { weighFood } from './weigh-food.ts'

/** The location of a photo's dish, and what found it. */
export interface LocatedDish extends DishLocation {
  /** What found it: `colour`, or the engine of the mask; `centre` if no dish was found or none was needed. */
  readonly by: string
  /** 0–1. */
  readonly confidence: number
}

/** Above this doubt, the box found by colour decides only if there is no network. */
const MAX_DOUBT = 0.2
/** In full doubt, each side of the box may be wrong by this share of its length. */
const ERROR_IN_DOUBT = 0.4
/** Below this confidence, a coarse mask is no better than the box found by colour. */
const MIN_CONFIDENCE = 0.15
/** The share of a dish that a coarse mask may lack at its rim. */
const COARSE_ERROR = 0.01

/** The result if no frame depends on the dish, or no dish was found. */
const CENTRED: LocatedDish = { dish: undefined, by: 'centre', confidence: 0 }

/** The location of the dish according to a subject that was found before. */
export function locateBySubject(picture: Pixels, subject: Subject): LocatedDish {
  const found = dishFromMask(subject)
  if (!found) return CENTRED
  return {
    dish: scaleDish(found, subject, picture),
    mask: subject,
    by: subject.engine,
    confidence: subject.confidence,
  }
}

/**
 * Finds the dish as exactly as the shots need it. Finding it by colour takes some milliseconds. That box decides if it is
 * certain and every shot holds it, grown by as much as it may be wrong. Otherwise the cut-out network computes a coarse
 * mask, which takes about a tenth of the time of an enhancement.
 *
 * @param picture full size, as decoded
 * @param networks without a cut-out network, colour decides alone
 * @param hint what the photo is of; it is then searched at full care
 * @param rough the dish as its light was measured on it, if it was
 */
export async function locateDish(
  picture: Pixels,
  analysisCopy: Pixels,
  shots: readonly ImageShot[],
  networks: Networks,
  hint?: SubjectHint,
  rough?: Subject,
): Promise<LocatedDish> {
  const cropped = shots.filter((shot) => shot !== 'original')
  if (cropped.length === 0) return CENTRED
  if (hint) return locateBySubject(picture, await findSubjectForFrame(picture, networks, MIN_CONFIDENCE, hint))
  const found = findDishByColour(analysisCopy)
  const dish = scaleDish(found, analysisCopy, picture)
  const atMost = enlargeByDoubt(dish, found.doubt, picture)
  const isSure = found.doubt <= MAX_DOUBT
  const byColour: LocatedDish =
    found.doubt === 1 ? CENTRED : { dish, by: 'colour', confidence: 1 - found.doubt, ...(!isSure && { atMost }) }
  const isEasy = isSure && cropped.every((shot) => fitsInside(picture, atMost, shot))
  const network = isEasy ? undefined : await networks.find('cutout')
  if (!network) return isEasy ? byColour : withBorders(picture, byColour, cropped)
  const placed = (subject: Subject): LocatedDish => ({
    ...locateBySubject(picture, subject),
    error: COARSE_ERROR,
    // Only the smallest input shows thin parts narrower than they are.
    ...(Math.max(subject.width, subject.height) <= SMALLEST_SIDE && { atMost: widenThinParts(subject) }),
  })
  const isConclusive = (coarse: Subject) => {
    const where = placed(coarse)
    return cropped.every((shot) => {
      const { dishInside, unsure } = chooseFrame(picture, where, shot)
      return !dishInside || !unsure
    })
  }
  const subject = await inferCoarseMask(analysisCopy, network, isConclusive, rough)
  return withBorders(picture, subject.confidence < MIN_CONFIDENCE ? byColour : placed(subject), cropped)
}

/** The location with its food weighed if any frame cannot hold the dish, and the borders measured if one needs more room. */
async function withBorders(picture: Pixels, where: LocatedDish, shots: readonly ImageShot[]): Promise<LocatedDish> {
  const { dish, mask } = where
  if (!dish) return where
  const frames = shots.map((shot) => chooseFrame(picture, where, shot))
  if (frames.every(({ dishInside, insets }) => dishInside && !insets)) return where
  const area = mask ?? ellipseMask(picture, dish)
  const borders = frames.some(({ insets }) => insets) ? await measureBorders(picture, area) : undefined
  return { ...where, food: await weighFood(picture, area), ...(borders && { borders }) }
}

function fitsInside(picture: Pixels, dish: Dish, shot: ImageShot): boolean {
  const { inside, insets } = chooseFrame(picture, { dish }, shot)
  return insets === undefined && inside >= WHOLE_DISH
}

/** The dish as large as it may be. */
function enlargeByDoubt(dish: Dish, doubt: DishByColour['doubt'], picture: Pixels): Dish {
  const share = ERROR_IN_DOUBT * doubt
  return { ...dish, ...growBox(dish, Math.ceil(share * dish.width), Math.ceil(share * dish.height), picture) }
}
