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

const synonyms = lazily(() => {
  const found = new Map<string, Set<string>>()
  for (const { name, also = '' } of [...DISHES, ...KINDS, ...INGREDIENTS]) {
    const all = phrasesOf('dish', `${name},${also}`).map(({ words }) => words.join(' '))
    for (const one of all) found.set(one, new Set([...(found.get(one) ?? []), ...all]))
  }
  return found
})

/** What else a dish is called, in any language: fries for pommes. */
export const otherNamesOf = (name: string): readonly string[] => [...(synonyms().get(name) ?? [])]

const foodWords = lazily(() => new Set(foodNames().flatMap(({ words }) => words.filter((word) => word.length > 2))))

/** Letters of the shortest word that ends a German compound, and of what must stand before it. */
const SHORTEST_LAST = 4
const SHORTEST_FIRST = 3

/** Whether a normalised word is a part of the name of a dish, also in the plural or in a compound: it names what a picture shows. */
export function isFoodWord(word: string): boolean {
  const isName = (one: string) => foodWords().has(one) || foodWords().has(one.replace(/(es|s|en|n)$/u, ''))
  if (isName(word)) return true
  for (let at = SHORTEST_FIRST; at <= word.length - SHORTEST_LAST; at++) if (isName(word.slice(at))) return true
  return false
}
