import { COMMON_WORDS } from '../words/common-words.ts'
import type { Meaning, Words } from '../words/word-meanings.ts'
import { normaliseText } from './normalise-text.ts'

interface Phrase {
  readonly words: readonly string[]
  readonly meaning: Meaning
}

/** A phrase at the beginning of some words. */
export interface Match {
  readonly meaning: Meaning
  /** How many of the words it takes. */
  readonly length: number
}

export interface Lexicon {
  /** The longest phrase at a position. */
  match(words: readonly string[], at: number): Match | undefined
  /** Whether “and” is written together with the word. */
  isJoined(word: string): boolean
  /** How well a single word belongs to the language: 1 if it is in a phrase, less if it is only similar to one. */
  familiarity(word: string): number
}

const ARABIC_ARTICLE = 'ال'
const ARABIC_AND = 'و'
/** Words that begin with the letters of the article: colours. */
const LIKE_ARTICLE: ReadonlySet<string> = new Set(['الوان'])

/** Words of fewer letters are not corrected: too many of them are alike. */
const SHORTEST_TYPO = 4
/** The same for stems, because any ending may follow them. */
const SHORTEST_STEM = 5
/** Words of this many letters may have two typing errors. */
const LONG_WORD = 8

const typosOf = (word: string): number => (word.length < SHORTEST_TYPO ? 0 : word.length < LONG_WORD ? 1 : 2)

const isStem = (word: string): boolean => word.endsWith('*')
const fits = (pattern: string, word: string | undefined): boolean =>
  word !== undefined && (isStem(pattern) ? word.startsWith(pattern.slice(0, -1)) : word === pattern)

/**
 * Makes the words of one language searchable, together with those that all languages share.
 *
 * @param prefixes what may be written in front of a word, as the article in Arabic
 */
export function createLexicon(words: Words, prefixes: readonly string[] = []): Lexicon {
  const withoutArticle = (word: string) =>
    prefixes.length > 0 && word.startsWith(ARABIC_ARTICLE) && word.length > SHORTEST_TYPO && !LIKE_ARTICLE.has(word)
      ? word.slice(ARABIC_ARTICLE.length)
      : word
  const phrases: Phrase[] = [words, COMMON_WORDS].flatMap((part) =>
    Object.entries(part).flatMap(([meaning, list]) =>
      (list ?? '').split(',').map((phrase) => ({
        // The keys of the object are its meanings; Object.entries forgets that.
        meaning: meaning as Meaning,
        words: normaliseText(phrase)
          .trim()
          .split(/[\s']+/)
          .map(withoutArticle),
      })),
    ),
  )
  const literals = new Map<string, Phrase[]>()
  const stems: Phrase[] = []
  for (const phrase of phrases) {
    const [first = ''] = phrase.words
    if (isStem(first)) stems.push(phrase)
    else literals.set(first, [...(literals.get(first) ?? []), phrase])
  }
  const vocabulary = new Set(phrases.flatMap((phrase) => phrase.words.filter((word) => !isStem(word))))
  const openings = [...new Set(phrases.flatMap((phrase) => phrase.words.filter(isStem)))].map((stem) =>
    stem.slice(0, -1),
  )
  const singles = new Map<string, Phrase[]>()
  for (const phrase of phrases) {
    const [word = ''] = phrase.words
    const shortest = isStem(word) ? SHORTEST_STEM + 1 : SHORTEST_TYPO
    if (phrase.words.length > 1 || word.length < shortest) continue
    singles.set(word.charAt(0), [...(singles.get(word.charAt(0)) ?? []), phrase])
  }
  const corrections = new Map<string, Phrase | undefined>()

  const letters = (phrase: Phrase) => phrase.words.join('').length
  /** More words first, then a whole word before a stem, then the longer stem. */
  const isBetter = (a: Phrase, b: Phrase | undefined): boolean =>
    b === undefined ||
    a.words.length > b.words.length ||
    (a.words.length === b.words.length &&
      (isStem(a.words[0] ?? '') === isStem(b.words[0] ?? '') ? letters(a) > letters(b) : isStem(b.words[0] ?? '')))

  function exact(words: readonly string[], at: number): Phrase | undefined {
    let best: Phrase | undefined
    for (const phrase of [...(literals.get(words[at] ?? '') ?? []), ...stems]) {
      const isHere = phrase.words.every((pattern, i) => fits(pattern, words[at + i]))
      if (isHere && isBetter(phrase, best)) best = phrase
    }
    return best
  }

  /** The most similar word. A word that begins otherwise is another word, except for swapped first letters. */
  function similar(word: string): Phrase | undefined {
    const most = typosOf(word)
    if (most === 0) return undefined
    let best: { phrase: Phrase; distance: number } | undefined
    const candidates = [...(singles.get(word.charAt(0)) ?? []), ...(singles.get(word.charAt(1)) ?? [])]
    for (const phrase of candidates) {
      const [pattern = ''] = phrase.words
      const stem = isStem(pattern) ? pattern.slice(0, -1) : undefined
      const [first, second] = stem ?? pattern
      if (word[0] !== first && !(word[0] === second && word[1] === first)) continue
      const allowed = Math.min(most, typosOf(stem ?? pattern))
      if (stem === undefined ? Math.abs(word.length - pattern.length) > allowed : word.length < stem.length - 1)
        continue
      const lengths = stem === undefined ? [word.length] : [stem.length - 1, stem.length, stem.length + 1]
      const distance = Math.min(
        ...lengths.map((length) => editDistance(word.slice(0, length), stem ?? pattern, allowed)),
      )
      // A stem needs a closer likeness, because any ending may follow it.
      if (distance > (stem === undefined ? allowed : 1)) continue
      if (!best || distance < best.distance) best = { phrase, distance }
    }
    return best?.phrase
  }

  function corrected(word: string): Phrase | undefined {
    if (!corrections.has(word)) {
      // Callers choose the words, so what is remembered must not grow without end.
      if (corrections.size > 2_000) corrections.clear()
      corrections.set(word, similar(word))
    }
    return corrections.get(word)
  }

  const isKnown = (word: string) => vocabulary.has(word) || openings.some((stem) => word.startsWith(stem))
  /** The word without what is written in front of it, if only that is known. */
  function bare(word: string): string {
    if (isKnown(word)) return word
    const rests = prefixes
      .filter((prefix) => word.startsWith(prefix) && word.length > prefix.length + 1)
      .map((prefix) => word.slice(prefix.length))
    return rests.find(isKnown) ?? rests.find((rest) => corrected(rest)) ?? word
  }

  return {
    match(given, at) {
      const words = given.slice(at, at + 6).map(bare)
      const found = exact(words, 0) ?? (words[0] === undefined ? undefined : corrected(words[0]))
      return found && { meaning: found.meaning, length: found.words.length }
    },
    isJoined: (word) => word.startsWith(ARABIC_AND) && bare(word) !== word,
    familiarity(word) {
      const plain = bare(word)
      if (isKnown(plain)) return 1
      return corrected(plain) ? 0.6 : 0
    },
  }
}

/**
 * How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other. It gives
 * up above `most`.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = above
    above = row
  }
  return above[b.length] ?? most + 1
}
