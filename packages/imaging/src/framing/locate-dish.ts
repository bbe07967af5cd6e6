import type { Networks } from '../network-port.ts'
import { growBox } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { inferCoarseMask, SMALLEST_SIDE } from '../segmentation/coarse-inference.ts'
import type { Dish } from '../segmentation/dish.ts'
import { scaleDish } from '../segmentation/dish.ts'
import { dishFromMask, widenThinParts } from '../segmentation/dish-from-mask.ts'
import { type DishByColour, findDishByColour } from '../segmentation/find-dish-by-colour.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { chooseFrame, type DishLocation } from './choose-frame.ts'
import { WHOLE_DISH } from './frame-rules.ts'
import type { ImageShot } from './shot-sizes.ts'

/** Where the dish of a photo is, and who says so. */
export interface LocatedDish extends DishLocation {
  /** What placed the crops: `colour`, or the engine of the mask; `centre` where no dish was found or none was needed. */
  readonly by: string
  /** 0–1. */
  readonly confidence: number
}

/** Colours in more doubt than this decide only where no network can be asked. */
const MOST_DOUBT = 0.2
/** In full doubt a box may be wrong by this share of itself at each side. */
const ERROR_IN_DOUBT = 0.4
/** A coarse mask less sure than this is no better than the colours. */
const LEAST_CONFIDENCE = 0.15
/** Share of a dish that a coarse mask may lack at its rim. */
const COARSE_ERROR = 0.01

/** The answer where nothing has to be placed, or nothing can be. */
const CENTRED: LocatedDish = { dish: undefined, by: 'centre', confidence: 0 }

/** Whereabouts from a subject that is known already. */
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
 * Finds the dish as far as the shots need to know. Colours are asked first: they cost some milliseconds, and where they
 * are sure and every shot holds what they found with as much room as they are in doubt, they decide. Else the cut-out
 * network is asked for a coarse mask, which takes about a tenth of what the rest of an enhancement does.
 *
 * @param picture full size, as decoded
 * @param analysisCopy its small copy
 * @param networks without a cut-out network the colours decide alone
 */
export async function locateDish(
  picture: Pixels,
  analysisCopy: Pixels,
  shots: readonly ImageShot[],
  networks: Networks,
): Promise<LocatedDish> {
  const cropped = shots.filter((shot) => shot !== 'original')
  if (cropped.length === 0) return CENTRED
  const found = findDishByColour(analysisCopy)
  const dish = scaleDish(found, analysisCopy, picture)
  const atMost = enlargeByDoubt(dish, found.doubt, picture)
  const isSure = found.doubt <= MOST_DOUBT
  const byColour: LocatedDish =
    found.doubt === 1 ? CENTRED : { dish, by: 'colour', confidence: 1 - found.doubt, ...(!isSure && { atMost }) }
  const isEasy = isSure && cropped.every((shot) => fitsInside(picture, atMost, shot))
  const network = isEasy ? undefined : await networks.find('cutout')
  if (!network) return byColour
  const placed = (subject: Subject): LocatedDish => ({
    ...locateBySubject(picture, subject),
    error: COARSE_ERROR,
    // From nearer what is thin looks as wide as it is.
    ...(Math.max(subject.width, subject.height) <= SMALLEST_SIDE && { atMost: widenThinParts(subject) }),
  })
  const subject = await inferCoarseMask(analysisCopy, network, (coarse) => {
    const where = placed(coarse)
    return cropped.every((shot) => {
      const { dishInside, unsure } = chooseFrame(picture, where, shot)
      return !dishInside || !unsure
    })
  })
  return subject.confidence < LEAST_CONFIDENCE ? byColour : placed(subject)
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
