import { AMERICAN } from './american.ts'
import { CHINESE } from './chinese-and-southeast-asian.ts'
import type { Dish } from './dish.ts'
import { EUROPEAN } from './european.ts'
import { INDIAN } from './indian.ts'
import { ITALIAN } from './italian.ts'
import { JAPANESE } from './japanese.ts'
import { MEXICAN } from './mexican-and-latin.ts'
import { MIDDLE_EASTERN } from './middle-eastern.ts'
import { SWEETS } from './sweets-and-drinks.ts'

/** Every dish that can be drawn by its name. */
export const DISHES: readonly Dish[] = [
  ...[...ITALIAN, ...JAPANESE, ...CHINESE, ...MEXICAN, ...INDIAN],
  ...[...AMERICAN, ...MIDDLE_EASTERN, ...EUROPEAN, ...SWEETS],
]
