import { COMMON_WORDS } from '../words/common-words.ts'
import { isUnit, type Meaning, type Words } from '../words/word-meanings.ts'
import { foodNames, isFoodWord } from './food-names.ts'
import { isMistyped } from './is-mistyped.ts'
import { createPhraseIndex, isStem, LONGEST_PHRASE, type Phrase, phrasesOf } from './phrase-index.ts'

/** A phrase at the beginning of some words. */
export interface Match {
  readonly meaning: Meaning
  /** How many of the words it takes. */
  readonly length: number
}

export interface Lexicon {
  /** The longest phrase with which these words begin. */
  match(words: readonly string[]): Match | undefined
  /** Whether “and” is written together with the word. */
  isJoined(word: string): boolean
  /** How well a single word belongs to the language: 1 if it is in a phrase, less if it is only similar to one. */
  familiarity(word: string): number
}

/** What may be written in front of a word and behind it. */
export interface Affixes {
  readonly prefixes: readonly string[]
  readonly suffixes: readonly string[]
}

/** The word without each of its affixes, those in front first. */
function withoutAffixes(word: string, { prefixes, suffixes }: Affixes): string[] {
  const behind = prefixes
    .filter((prefix) => word.startsWith(prefix) && word.length > prefix.length + 1)
    .map((prefix) => word.slice(prefix.length))
  const before = [word, ...behind].flatMap((rest) =>
    suffixes
      .filter((suffix) => rest.endsWith(suffix) && rest.length > suffix.length + 1)
      .map((suffix) => rest.slice(0, -suffix.length)),
  )
  return [...behind, ...before]
}

/** What is known of a word. */
interface Entry {
  /** The word without what is written in front of it. */
  readonly plain: string
  readonly isKnown: boolean
  /** The word that was meant, if it has a typing error. */
  readonly meant: Phrase<Meaning> | undefined
}

const ARABIC_ARTICLE = 'ال'
const ARABIC_AND = 'و'
/** Words that begin with the letters of the article: colours. */
const LIKE_ARTICLE: ReadonlySet<string> = new Set(['الوان'])
/** Words of fewer letters keep what is written in front of them. */
const SHORTEST_BARE = 4
/** Words that are remembered. Callers choose them, so they must not grow without end. */
const MOST_REMEMBERED = 2_000

/** Meanings of words that are not guessed from similar ones: a wrong amount is worse than an unknown word. */
const isGuessed = (meaning: Meaning): boolean =>
  !isUnit(meaning) && meaning !== 'filler' && meaning !== 'unseen' && !/^(number|hue|platform|format):/.test(meaning)

/**
 * Makes the words of one language searchable, together with those that all languages share and the names of dishes.
 *
 * @param affixes what may be written together with a word, as the article in Arabic
 */
export function createLexicon(words: Words, affixes: Affixes = { prefixes: [], suffixes: [] }): Lexicon {
  const withoutArticle = (word: string) =>
    affixes.prefixes.length > 0 &&
    word.startsWith(ARABIC_ARTICLE) &&
    word.length > SHORTEST_BARE &&
    !LIKE_ARTICLE.has(word)
      ? word.slice(ARABIC_ARTICLE.length)
      : word
  const own: Phrase<Meaning>[] = [words, COMMON_WORDS].flatMap((part) =>
    // The keys of the object are its meanings; Object.entries forgets that.
    Object.entries(part).flatMap(([meaning, list]) => phrasesOf(meaning as Meaning, list ?? '')),
  )
  const bare = <M>(phrase: Phrase<M>) => ({ ...phrase, words: phrase.words.map(withoutArticle) })
  const phrases = own.map(bare)
  const index = createPhraseIndex(phrases)
  // The same letters mean a dish in one language and something else in another, so the words of the language come first.
  const foods = createPhraseIndex(foodNames().map(bare))
  const isKnown = (word: string) => index.isKnown(word) || foods.isKnown(word)
  const guessable = new Map<string, Phrase<Meaning>[]>()
  for (const phrase of phrases) {
    const [word = ''] = phrase.words
    if (phrase.words.length > 1 || isStem(word) || !isGuessed(phrase.meaning)) continue
    guessable.set(word.charAt(0), [...(guessable.get(word.charAt(0)) ?? []), phrase])
  }

  /** The word that was meant, if a single one is similar enough. It begins alike, or with its first letters swapped. */
  const similar = (word: string): Phrase<Meaning> | undefined =>
    isFoodWord(word)
      ? undefined
      : [word.charAt(0), word.charAt(1)]
          .flatMap((first) => guessable.get(first) ?? [])
          .find(({ words: [other = ''] }) => isMistyped(word, other))

  const entries = new Map<string, Entry>()
  function entryOf(word: string): Entry {
    const found = entries.get(word)
    if (found) return found
    const rests = isKnown(word) ? [] : withoutAffixes(word, affixes)
    const plain = rests.find(isKnown) ?? rests.find(similar) ?? word
    const entry = { plain, isKnown: index.isKnown(plain), meant: isKnown(plain) ? undefined : similar(plain) }
    if (entries.size >= MOST_REMEMBERED) entries.clear()
    entries.set(word, entry)
    return entry
  }

  return {
    match(given) {
      const some = given.slice(0, LONGEST_PHRASE).map(entryOf)
      const plain = some.map((entry) => entry.plain)
      const [word, food] = [index.longest(plain), foods.longest(plain)]
      const isFood = food && (!word || food.words.length > word.words.length)
      const found = (isFood ? food : word) ?? some[0]?.meant
      return found && { meaning: found.meaning, length: found.words.length }
    },
    isJoined: (word) => word.startsWith(ARABIC_AND) && entryOf(word).plain !== word,
    familiarity(word) {
      const entry = entryOf(word)
      if (entry.isKnown) return 1
      return entry.meant ? 0.6 : 0
    },
  }
}
