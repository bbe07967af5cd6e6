import { lazily } from '../../../base/lazily.ts'
import { WORDS_AR } from '../words/words-ar.ts'
import { WORDS_DE } from '../words/words-de.ts'
import { WORDS_EN } from '../words/words-en.ts'
import { WORDS_ES } from '../words/words-es.ts'
import { WORDS_FR } from '../words/words-fr.ts'
import { WORDS_IT } from '../words/words-it.ts'
import { WORDS_PT } from '../words/words-pt.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'

/** The languages in which instructions are understood. */
export const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

/** Languages in which an adjective stands before its noun. The others put it behind. */
export const ADJECTIVE_FIRST: readonly Language[] = ['en', 'de']

/**
 * The Arabic article and the one-letter words that are written together with the next word; pronouns, and the endings of a woman
 * and of an adverb.
 */
const ARABIC_AFFIXES = {
  prefixes: ['وال', 'بال', 'لل', 'فال', 'كال', 'ال', 'و', 'ب', 'ل', 'ف'],
  suffixes: ['ها', 'كم', 'ه', 'ي', 'ا'],
}

/** Made when an instruction is first read: that takes a while, and a start should not. */
const LEXICONS: Readonly<Record<Language, () => Lexicon>> = {
  en: lazily(() => createLexicon(WORDS_EN)),
  es: lazily(() => createLexicon(WORDS_ES)),
  fr: lazily(() => createLexicon(WORDS_FR)),
  de: lazily(() => createLexicon(WORDS_DE)),
  it: lazily(() => createLexicon(WORDS_IT)),
  pt: lazily(() => createLexicon(WORDS_PT)),
  ar: lazily(() => createLexicon(WORDS_AR, ARABIC_AFFIXES)),
}

export const lexiconOf = (language: Language): Lexicon => LEXICONS[language]()

/** How much a change of language within a sentence costs, in unknown words. */
const CHANGE = 1.4
/** How much a change costs where a clause may end. */
const CHANGE_AT_BREAK = 0.7

/** Languages in which a text is at least as likely as the likeliest of them. The same word may mean something else in each. */
export function likeliestLanguages(words: readonly string[]): Language[] {
  const scores = LANGUAGES.map((language) => {
    const { familiarity } = lexiconOf(language)
    return { language, score: words.reduce((sum, word) => sum + familiarity(word), 0) }
  })
  const most = Math.max(...scores.map(({ score }) => score))
  return scores.filter(({ score }) => score === most && score > 0).map(({ language }) => language)
}

/**
 * The most likely language of each word: languages in which it is known are likelier, and neighbours rarely differ (the
 * Viterbi path). A text in two languages is so divided where its language changes.
 *
 * @param words null where a clause may end
 */
export function languagesOf(words: readonly (string | null)[]): Language[] {
  let scores = LANGUAGES.map((_, index) => -0.01 * index)
  const came: number[][] = []
  for (const word of words) {
    const best = scores.indexOf(Math.max(...scores))
    const change = word === null ? CHANGE_AT_BREAK : CHANGE
    const from = scores.map((score, index) => ((scores[best] ?? 0) - change > score ? best : index))
    came.push(from)
    scores = LANGUAGES.map((language, index) => {
      const before = Math.max(scores[index] ?? 0, (scores[best] ?? 0) - change)
      return before + (word === null ? 0 : lexiconOf(language).familiarity(word))
    })
  }
  const path: Language[] = []
  let at = scores.indexOf(Math.max(...scores))
  for (let i = words.length - 1; i >= 0; i--) {
    path[i] = LANGUAGES[at] ?? 'en'
    at = came[i]?.[at] ?? at
  }
  return path
}
