import { isBlurry } from '../hero/dish-softness.ts'
import { MAX_ENLARGEMENT } from '../hero/place-in-frame.ts'
import { isSeeThrough } from '../hero/surface/choose-backdrop.ts'
import type { Warning } from '../warning.ts'
import type { PreparedDish } from './prepare-dish.ts'

/** Solidity below which an outline is not that of a whole dish. */
const SOLID = 0.9
/** Difference of tilts from which dishes visibly were photographed from different heights. */
const OTHER_ANGLE = 0.22

interface PlacedDish {
  readonly dish: PreparedDish
  readonly scale: number
}

/** What the caller should look at, with the positions of the photos. */
export function compositionWarnings(placed: readonly PlacedDish[], scene: { readonly tilt: number }): Warning[] {
  const about = (
    code: Warning['code'],
    is: (one: PlacedDish) => boolean,
    says: (which: string) => string,
  ): Warning[] => {
    const positions = placed.flatMap((one, at) => (is(one) ? [at] : []))
    return positions.length === 0 ? [] : [{ code, message: says(named(positions)) }]
  }
  const several = placed.length > 1
  return [
    ...about(
      'dish_cut',
      ({ dish }) => dish.isCut && !dish.trim,
      (which) => `${which}: the photo does not show the whole dish, so it was placed at the edge of the frame.`,
    ),
    ...about(
      'dish_trimmed',
      ({ dish }) => dish.trim !== undefined,
      (which) =>
        `${which}: the photo cuts the dish at sides that face each other, so its outline was rounded off. A photo of the whole dish looks better.`,
    ),
    ...about(
      'size_assumed',
      ({ dish }) => several && !dish.ware.known,
      (which) => `${which}: no plate shows how large the dish is, so its size beside the others is assumed.`,
    ),
    ...about(
      'angle_differs',
      ({ dish }) => several && Math.abs(dish.tilt - scene.tilt) > OTHER_ANGLE,
      (which) =>
        `${which}: this photo was taken from another height than most of the others, which shows. Photos from the same height look better together.`,
    ),
    ...about(
      'dish_incomplete',
      ({ dish }) => dish.solidity < SOLID,
      (which) => `${which}: the outline of the dish has deep notches, so a part of it may be missing.`,
    ),
    ...about(
      'outline_ragged',
      ({ dish }) => dish.isUneven && !dish.isCut,
      (which) =>
        `${which}: the outline of the dish is uneven: a thumb or something else in the photo may cover a piece of it, or be left on it. A photo of the dish alone looks better.`,
    ),
    ...about(
      'ware_see_through',
      ({ dish }) => isSeeThrough(dish.tones),
      (which) =>
        `${which}: the ware looks like glass, or like the old table: something of that table may be visible in it.`,
    ),
    ...about(
      'dish_enlarged',
      ({ scale }) => scale > MAX_ENLARGEMENT + 0.01,
      (which) => `${which}: the dish is small in the photo and was enlarged, which shows.`,
    ),
    ...about(
      'dish_blurred',
      ({ dish }) => isBlurry(dish.softness),
      (which) => `${which}: the dish is blurred in the photo.`,
    ),
  ]
}

/** “Picture 1” or “Pictures 1, 3”, counted as people count. */
const named = (positions: readonly number[]): string =>
  `${positions.length === 1 ? 'Picture' : 'Pictures'} ${positions.map((position) => position + 1).join(', ')}`
