import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import { lazily } from '../../base/lazily.ts'
import { foodIndex, isFoodWord } from '../instructions/grammar/food-names.ts'
import { LANGUAGES, lexiconOf } from '../instructions/grammar/languages.ts'
import { normaliseText } from '../instructions/grammar/normalise-text.ts'
import { createPhraseIndex, LONGEST_PHRASE, type Phrase, phrasesOf } from '../instructions/grammar/phrase-index.ts'
import type { RawToken } from '../instructions/grammar/split-tokens.ts'
import {
  ARRANGING_PHRASES,
  JOINING_PHRASES,
  LIGHT_PHRASES,
  ORDINAL_PHRASES,
  PICTURE_PHRASES,
  PLACE_PHRASES,
  type Place,
  SURFACE_PHRASES,
} from './composition-words.ts'

/** What a part of a description says. */
export type Said =
  | { readonly kind: 'surface'; readonly backdrop: Backdrop }
  | { readonly kind: 'place'; readonly place: Place | 'row' }
  /** One of the pictures, by its position from 0. */
  | { readonly kind: 'picture'; readonly index: number }
  | { readonly kind: 'light' }
  /** “And”: what follows may be about another picture. */
  | { readonly kind: 'joint' }
  /** It only says that pictures are put together. */
  | { readonly kind: 'silent' }
  /** It says what the pictures show. */
  | { readonly kind: 'food' }
  | { readonly kind: 'other' }

/** Some tokens of a description that belong together. */
export type Part = Said & { readonly tokens: readonly RawToken[] }

const PICTURE = { kind: 'picture-noun' } as const
type Meaning = Said | typeof PICTURE

/** Made when a prompt is first read. Of phrases of the same length, the first list counts. */
const phraseIndex = lazily(() => {
  const rows: Phrase<Meaning>[] = [
    ...SURFACE_PHRASES.flatMap(([backdrop, phrases]) => phrasesOf<Meaning>({ kind: 'surface', backdrop }, phrases)),
    ...PLACE_PHRASES.flatMap(([place, phrases]) => phrasesOf<Meaning>({ kind: 'place', place }, phrases)),
    ...ORDINAL_PHRASES.flatMap((phrases, index) => phrasesOf<Meaning>({ kind: 'picture', index }, phrases)),
    ...phrasesOf<Meaning>({ kind: 'light' }, LIGHT_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'joint' }, JOINING_PHRASES),
    ...phrasesOf<Meaning>(PICTURE, PICTURE_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'silent' }, ARRANGING_PHRASES),
  ]
  return createPhraseIndex(rows)
})

/** Arabic writes these together with the next word. */
const ARABIC_PREFIX = /^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل)?/u

/** The word as the phrases have it. */
function plainWord(word: string): string {
  if (phraseIndex().isKnown(word)) return word
  const bare = word.replace(ARABIC_PREFIX, '')
  return phraseIndex().isKnown(bare) ? bare : word
}

/** Parts of file names that name nothing. */
const NAMELESS = /^(?:img|dsc|photo|image|picture|file|files|foto|bild|jpg|jpeg|png|webp|avif|heic|upl|the|and)$/
const LETTERS = /\p{L}{3,}/gu
/** Letters of a word that decide whether it is a name, because endings differ: “Salat” in “die Salate”. */
const ENDING = /(?:es|en|e|s|n|er)$/u

const stemOf = (word: string): string => (word.length > 4 ? word.replace(ENDING, '') : word).replace(/^ال/u, '')

/** The words of each file name that no other has. @example 'Cheese-Burger_01.jpg' // cheese, burger */
function namesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const words = normaliseText(name.replace(/\.\w{1,5}$/, '')).match(LETTERS) ?? []
    for (const word of words) {
      if (NAMELESS.test(word)) continue
      const stem = stemOf(word)
      found.set(stem, (found.get(stem) ?? index) === index ? index : Number.NaN)
    }
  }
  return found
}

/**
 * Divides a description into its parts. It is read once, whatever it says.
 *
 * @param names file names of the pictures, by which a prompt may call them
 */
export function partsOf(tokens: readonly RawToken[], names: readonly string[]): Part[] {
  const called = namesOf(names)
  const words = tokens.map((token) => (token.kind === 'word' ? plainWord(token.text) : undefined))
  const parts: Part[] = []
  for (let at = 0; at < tokens.length; ) {
    const run = words.slice(at, at + LONGEST_PHRASE)
    const end = run.indexOf(undefined)
    const whole = (end < 0 ? run : run.slice(0, end)).filter((word) => word !== undefined)
    const [word] = whole
    const phrase = phraseIndex().longest(whole)
    const food = foodIndex().longest(tokens.slice(at, at + whole.length).map(({ text }) => text))
    const named = word === undefined ? undefined : called.get(stemOf(word))
    const isNamed = named !== undefined && (phrase?.words.length ?? 1) === 1
    const isFood = !isNamed && food !== undefined && food.words.length > (phrase?.words.length ?? 0)
    const length = isFood ? food.words.length : (phrase?.words.length ?? 1)
    const own = tokens.slice(at, at + length)
    const next = tokens[at + length]
    at += length
    if (isNamed)
      parts.push(Number.isNaN(named) ? { kind: 'food', tokens: own } : { kind: 'picture', index: named, tokens: own })
    else if (isFood || (!phrase && word !== undefined && isUnknownFood(word))) parts.push({ kind: 'food', tokens: own })
    else if (!phrase) parts.push({ kind: 'other', tokens: own })
    else if (phrase.meaning.kind !== PICTURE.kind) parts.push({ ...phrase.meaning, tokens: own })
    else if (next?.kind === 'number' && Number.isInteger(next.value)) {
      parts.push({ kind: 'picture', index: next.value - 1, tokens: [...own, next] })
      at++
    } else parts.push({ kind: 'silent', tokens: own })
  }
  return parts
}

/** Whether a word is only known from names of dishes. */
const isUnknownFood = (word: string): boolean =>
  isFoodWord(word) && LANGUAGES.every((language) => lexiconOf(language).familiarity(word) < 1)
