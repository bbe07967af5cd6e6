import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'
import { lazily } from '../../base/lazily.ts'
import { foodIndex, isFoodWord, otherNamesOf } from '../instructions/grammar/food-names.ts'
import { isMistyped } from '../instructions/grammar/is-mistyped.ts'
import { ADJECTIVE_FIRST, LANGUAGES, lexiconOf, likeliestLanguages } from '../instructions/grammar/languages.ts'
import { normaliseText } from '../instructions/grammar/normalise-text.ts'
import { createPhraseIndex, LONGEST_PHRASE, type Phrase, phrasesOf } from '../instructions/grammar/phrase-index.ts'
import type { RawToken } from '../instructions/grammar/split-tokens.ts'
import {
  ARRANGING_PHRASES,
  DENYING_PHRASES,
  IN_PHRASES,
  JOINING_PHRASES,
  LIGHT_PHRASES,
  OF_PHRASES,
  ON_PHRASES,
  ORDINAL_PHRASES,
  PICTURE_PHRASES,
  PLACE_PHRASES,
  type Place,
  type Row,
  SERVING_PHRASES,
  SURFACE_PHRASES,
} from './composition-words.ts'

/** What a part of a description says. */
export type Said =
  | {
      readonly kind: 'surface'
      readonly backdrop: Backdrop
      /** Whether an adjective would stand before its noun. */
      readonly isAttributive?: boolean
    }
  | { readonly kind: 'place'; readonly place: Place | Row }
  /** One of the pictures, by its position from 0. */
  | { readonly kind: 'picture'; readonly index: number }
  | { readonly kind: 'light' }
  /** “And”: what follows may be about another picture. */
  | { readonly kind: 'joint' }
  /** It only says that pictures are put together. */
  | { readonly kind: 'silent'; readonly role?: 'not' | 'on' | 'in' | 'of' }
  /** It says what the pictures show. */
  | { readonly kind: 'food' }
  /** An adjective of light or colour. */
  | { readonly kind: 'quality' }
  | { readonly kind: 'other' }

/** Some tokens of a description that belong together. */
export type Part = Said & { readonly tokens: readonly RawToken[] }

const ON: Phrase<Meaning> = { meaning: { kind: 'silent', role: 'on' }, words: ['no'] }
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
    ...phrasesOf<Meaning>({ kind: 'silent', role: 'not' }, DENYING_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'silent', role: 'on' }, ON_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'silent', role: 'in' }, IN_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'silent', role: 'of' }, OF_PHRASES),
    ...phrasesOf<Meaning>(PICTURE, PICTURE_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'food' }, SERVING_PHRASES),
    ...phrasesOf<Meaning>({ kind: 'silent' }, ARRANGING_PHRASES),
  ]
  return createPhraseIndex(rows)
})

/** Arabic writes these together with the next word. */
const ARABIC_AND = 'و'
const ARABIC_PREFIX = /^(?:و|ف)?(?:بال|كال|لل|ال|ب|ل)?/u

/** The words of phrases in which typing errors are found. */
const spelled = lazily(() => {
  const phrases = [...SURFACE_PHRASES, ...PLACE_PHRASES].flatMap(([, list]) => phrasesOf('', list))
  return [...new Set(phrases.flatMap(({ words }) => words.map((word) => word.replace('*', ''))))]
})

/** The word as the phrases have it. */
function plainWord(word: string): string {
  const forms = [word, word.replace(ARABIC_AND, ''), word.replace(ARABIC_PREFIX, '')]
  const { isKnown, longest } = phraseIndex()
  const found = forms.find((one) => longest([one])) ?? forms.find(isKnown)
  if (found !== undefined) return found
  if (isFoodWord(word) || meaningsOf(word).length > 0) return word
  return spelled().find((other) => isMistyped(word, other)) ?? word
}

/** What a word means in each language of instructions that has it. */
const meaningsOf = (word: string): string[] =>
  LANGUAGES.flatMap((language) => {
    const { familiarity, match } = lexiconOf(language)
    return familiarity(word) === 1 ? (match([word])?.meaning ?? []) : []
  })

/** A word that is in no phrase. */
function kindOf(word: string): 'food' | 'quality' | 'other' {
  const meanings = meaningsOf(word)
  if (meanings.some((meaning) => /^(is|hue):|^(light|warmth)[+-]$/.test(meaning))) return 'quality'
  return meanings.includes('dish') || (meanings.length === 0 && isFoodWord(word)) ? 'food' : 'other'
}

/** Parts of file names that name nothing. */
const NAMELESS = /^(?:img|dsc|photo|image|picture|file|files|foto|bild|jpg|jpeg|png|webp|avif|heic|upl|the|and)$/
const LETTERS = /\p{L}{3,}/gu
/** Letters of a word that decide whether it is a name, because endings differ: “Salat” in “die Salate”. */
const ENDING = /(?:er)?[aeio]?[sn]?$/u

const stemOf = (word: string): string => (word.length > 4 ? word.replace(ENDING, '') : word).replace(/^ال/u, '')

/**
 * The words by which each picture may be called: those of its file name, and what a dish of that name is called elsewhere. A word
 * for two of them names none.
 *
 * @example namesOf(['Cheese-Burger_01.jpg']) // cheese, burger, hamburguesa …
 */
function namesOf(names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [index, name] of names.entries()) {
    const words = (normaliseText(name.replace(/\.\w{1,5}$/, '')).match(LETTERS) ?? []).filter(
      (word) => !NAMELESS.test(word),
    )
    for (const word of new Set(words.flatMap((one) => [one, ...otherNamesOf(one)]))) {
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
  const indices = namesOf(names)
  const words = tokens.map((token) => (token.kind === 'word' ? plainWord(token.text) : undefined))
  // “No” is “on the” in Portuguese.
  const language = likeliestLanguages(words.filter((word) => word !== undefined)).at(0)
  const isPortuguese = language === 'pt'
  const isAttributive = language !== undefined && ADJECTIVE_FIRST.includes(language)
  const indexOf = (name: string) => indices.get(stemOf(name)) ?? indices.get(stemOf(name.replace(ARABIC_PREFIX, '')))
  const parts: Part[] = []
  for (let at = 0; at < tokens.length; ) {
    const run = words.slice(at, at + LONGEST_PHRASE)
    const end = run.indexOf(undefined)
    const whole = (end < 0 ? run : run.slice(0, end)).filter((word) => word !== undefined)
    const [word] = whole
    const text = tokens[at]?.text ?? ''
    const isJoined = text.startsWith(ARABIC_AND) && !indices.has(stemOf(text))
    if (isJoined && (word !== text || indexOf(text) !== undefined)) parts.push({ kind: 'joint', tokens: [] })
    // “With oak” is one word in Arabic.
    if (word !== text && text.startsWith('ب')) parts.push({ kind: 'silent', role: 'of', tokens: [] })
    const phrase = isPortuguese && word === 'no' ? ON : phraseIndex().longest(whole)
    const food = foodIndex().longest(tokens.slice(at, at + whole.length).map((token) => token.text))
    const isFood = food !== undefined && food.words.length > (phrase?.words.length ?? 1)
    const length = isFood ? food.words.length : (phrase?.words.length ?? 1)
    const called = isFood ? food.words.join(' ') : length === 1 && word !== undefined ? text : ''
    const named = indexOf(called)
    const own = tokens.slice(at, at + length)
    const next = tokens[at + length]
    at += length
    if (named !== undefined)
      parts.push(Number.isNaN(named) ? { kind: 'food', tokens: own } : { kind: 'picture', index: named, tokens: own })
    else if (isFood) parts.push({ kind: 'food', tokens: own })
    else if (!phrase) parts.push({ kind: word === undefined ? 'other' : kindOf(word), tokens: own })
    else if (phrase.meaning.kind === 'surface') parts.push({ ...phrase.meaning, isAttributive, tokens: own })
    else if (phrase.meaning.kind !== PICTURE.kind) parts.push({ ...phrase.meaning, tokens: own })
    else if (next?.kind === 'number' && Number.isInteger(next.value)) {
      parts.push({ kind: 'picture', index: next.value - 1, tokens: [...own, next] })
      at++
    } else parts.push({ kind: 'silent', tokens: own })
  }
  return parts
}
