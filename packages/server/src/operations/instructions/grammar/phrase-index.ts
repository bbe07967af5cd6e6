import { normaliseText } from './normalise-text.ts'

/** Words that mean something together. One that ends in `*` stands for all words that begin like it. */
export interface Phrase<Meaning> {
  readonly words: readonly string[]
  readonly meaning: Meaning
}

export interface PhraseIndex<Meaning> {
  /** The longest phrase with which these words begin. */
  longest(words: readonly string[]): Phrase<Meaning> | undefined
  /** Whether a word is in any phrase. */
  isKnown(word: string): boolean
}

/** Words of the longest phrase. */
export const LONGEST_PHRASE = 6

/** Phrases of a list that are separated by commas, in normal letters. */
export const phrasesOf = <Meaning>(meaning: Meaning, list: string): Phrase<Meaning>[] =>
  list.split(',').flatMap((phrase) => {
    const words = normaliseText(phrase)
      .split(/[\s']+/)
      .filter((word) => word !== '')
    return words.length > 0 ? [{ meaning, words }] : []
  })

export const isStem = (word: string): boolean => word.endsWith('*')

const letters = ({ words }: Phrase<unknown>): number => words.join('').length
const beginsWithStem = ({ words: [first = ''] }: Phrase<unknown>): boolean => isStem(first)

/** More words first, then a whole word before a stem, then the longer stem. Of two equal phrases the first counts. */
const byLength = (a: Phrase<unknown>, b: Phrase<unknown>): number =>
  b.words.length - a.words.length || Number(beginsWithStem(a)) - Number(beginsWithStem(b)) || letters(b) - letters(a)

/** Makes phrases searchable by their first letter. */
export function createPhraseIndex<Meaning>(phrases: readonly Phrase<Meaning>[]): PhraseIndex<Meaning> {
  const literals = new Map<string, Phrase<Meaning>[]>()
  const stems = new Map<string, Phrase<Meaning>[]>()
  const vocabulary = new Set<string>()
  const openings = new Map<string, string[]>()
  for (const phrase of [...phrases].sort(byLength)) {
    const [first = ''] = phrase.words
    if (isStem(first)) pushTo(stems, first.charAt(0), phrase)
    else pushTo(literals, first, phrase)
    for (const word of phrase.words) {
      if (isStem(word)) pushTo(openings, word.charAt(0), word.slice(0, -1))
      else vocabulary.add(word)
    }
  }
  const fits = (pattern: string, word: string | undefined): boolean =>
    word !== undefined && (isStem(pattern) ? word.startsWith(pattern.slice(0, -1)) : word === pattern)
  return {
    longest(words) {
      const [first = ''] = words
      const isHere = (phrase: Phrase<Meaning>) => phrase.words.every((pattern, at) => fits(pattern, words[at]))
      const found = [literals.get(first), stems.get(first.charAt(0))].flatMap((some) => some?.find(isHere) ?? [])
      return found.sort(byLength)[0]
    },
    isKnown: (word) =>
      vocabulary.has(word) || openings.get(word.charAt(0))?.some((stem) => word.startsWith(stem)) === true,
  }
}

const pushTo = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
