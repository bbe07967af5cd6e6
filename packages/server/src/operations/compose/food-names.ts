import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { DRINKS } from '@platelight/drawing/preview/dishes/tables/drinks.ts'
import { normaliseText } from '../instructions/grammar/normalise-text.ts'

const drinks = new Set<unknown>(DRINKS)

/**
 * The words in names of dishes. In an instruction for pictures of dishes they name what the pictures show, and ask for nothing.
 * Drinks are left out, because a glass beside the dishes is a usual wish.
 */
const FOOD_WORDS: ReadonlySet<string> = new Set(
  DISHES.filter((dish) => !drinks.has(dish))
    .flatMap(({ name, also = '' }) => normaliseText(`${name} ${also}`).match(/\p{L}{3,}/gu) ?? [])
    .concat(['pasta', 'soup', 'salad', 'bread', 'rice', 'chips', 'sauce', 'dip', 'starter', 'suppe', 'salat', 'brot']),
)

/** Whether a normalised word is a part of the name of a dish, also in the plural. */
export const isFoodWord = (word: string): boolean =>
  FOOD_WORDS.has(word) || FOOD_WORDS.has(word.replace(/(es|s|en|n)$/u, ''))
