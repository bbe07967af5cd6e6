import type { Dish } from './served-dish.ts'
import { AMERICAN } from './tables/american.ts'
import { AMERICAN_PLATES } from './tables/american-plates.ts'
import { BOWLS } from './tables/bowls.ts'
import { CHINESE } from './tables/chinese.ts'
import { DRINKS } from './tables/drinks.ts'
import { EUROPEAN } from './tables/european.ts'
import { FRENCH } from './tables/french.ts'
import { INDIAN } from './tables/indian.ts'
import { ITALIAN } from './tables/italian.ts'
import { ITALIAN_PLATES } from './tables/italian-plates.ts'
import { JAPANESE } from './tables/japanese.ts'
import { KOREAN } from './tables/korean.ts'
import { LATIN_AMERICAN } from './tables/latin-american.ts'
import { LEVANTINE } from './tables/levantine.ts'
import { MEXICAN } from './tables/mexican.ts'
import { MIDDLE_EASTERN } from './tables/middle-eastern.ts'
import { SOUTHEAST_ASIAN } from './tables/southeast-asian.ts'
import { DESSERTS } from './tables/sweets/desserts.ts'
import { SMALL_SWEETS } from './tables/sweets/small-sweets.ts'

const sweet = (row: Dish): Dish => ({ ...row, sweet: true })

/** Every dish that can be drawn by its name. Where two have a name in common, the earlier one is drawn. */
export const DISHES: readonly Dish[] = [
  ...AMERICAN,
  ...AMERICAN_PLATES,
  ...BOWLS,
  ...CHINESE,
  ...DESSERTS.map(sweet),
  ...SMALL_SWEETS.map(sweet),
  ...DRINKS,
  ...EUROPEAN,
  ...FRENCH,
  ...INDIAN,
  ...ITALIAN,
  ...ITALIAN_PLATES,
  ...JAPANESE,
  ...KOREAN,
  ...LATIN_AMERICAN,
  ...LEVANTINE,
  ...MEXICAN,
  ...MIDDLE_EASTERN,
  ...SOUTHEAST_ASIAN,
]
