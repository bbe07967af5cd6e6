import { DISHES } from '@platelight/drawing/preview/dishes/all-dishes.ts'
import { INGREDIENTS, KINDS } from '@platelight/drawing/preview/dishes/kinds-of-dish.ts'
import { lazily } from '../../../base/lazily.ts'
import { createPhraseIndex, type Phrase, phrasesOf } from './phrase-index.ts'

/** Names of dishes, kinds of dish and ingredients in all languages, as phrases. */
export const foodNames: () => readonly Phrase<'dish'>[] = lazily(() =>
  [...DISHES, ...KINDS, ...INGREDIENTS].flatMap(({ name, also = '' }) => phrasesOf('dish', `${name},${also}`)),
)

/** The names, as they are written. */
export const foodIndex = lazily(() => createPhraseIndex(foodNames()))

const foodWords = lazily(() => new Set(foodNames().flatMap(({ words }) => words.filter((word) => word.length > 2))))

/** Whether a normalised word is a part of the name of a dish, also in the plural: it names what a picture shows. */
export const isFoodWord = (word: string): boolean =>
  foodWords().has(word) || foodWords().has(word.replace(/(es|s|en|n)$/u, ''))
