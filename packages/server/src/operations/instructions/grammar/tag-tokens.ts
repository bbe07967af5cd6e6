import type { Meaning } from '../words/word-meanings.ts'
import { LANGUAGES, type Language, languagesOf, lexiconOf, likeliestLanguages } from './languages.ts'
import type { Match } from './lexicon.ts'
import { type RawToken, splitTokens } from './split-tokens.ts'

/** A token whose meaning is known, or a word that is unknown. */
export type Token =
  | Exclude<RawToken, { readonly kind: 'word' }>
  | { readonly kind: 'meaning'; readonly text: string; readonly meaning: Meaning; readonly language: Language }
  | { readonly kind: 'unknown'; readonly text: string }

/**
 * Splits a text and looks its words up.
 *
 * @returns the tokens with each word in the language that it is likely in; where several languages are equally likely for
 * the whole text, the tokens in each of these; and last, the tokens with words of other languages among them, as in
 * “heller please und crop square”
 */
export function tagTokens(text: string): Token[][] {
  const raw = splitTokens(text)
  const words = raw.map((token) => (token.kind === 'word' ? token.text : null))
  const mixed = languagesOf(words)
  const others = likeliestLanguages(words.filter((word) => word !== null))
  const readings = [mixed, ...others.map((language) => raw.map(() => language))]
  return [...readings.map((languages) => tagIn(raw, languages)), tagIn(raw, mixed, foreignMatch)]
}

/** Shorter words mean something in too many languages. “Y” and “e” are read where their language is. */
const SHORTEST_FOREIGN = 3

/** A word or phrase of any other language, as it is written there: a typing error would be likelier to be found than a word. */
function foreignMatch(run: readonly string[]): Match | undefined {
  const [word = ''] = run
  if (word.length < SHORTEST_FOREIGN) return undefined
  const language = LANGUAGES.find((one) => lexiconOf(one).familiarity(word) === 1 && lexiconOf(one).match(run, 0))
  return language && lexiconOf(language).match(run, 0)
}

function tagIn(
  raw: readonly RawToken[],
  languages: readonly Language[],
  otherwise?: (run: readonly string[]) => Match | undefined,
): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < raw.length; ) {
    const token = raw[at]
    const language = languages[at]
    if (!token || !language) break
    if (token.kind !== 'word') {
      tokens.push(token)
      at++
      continue
    }
    const run = wordsFrom(raw, languages, at)
    const lexicon = lexiconOf(language)
    if (lexicon.isJoined(token.text)) tokens.push({ kind: 'meaning', text: '', meaning: 'and', language })
    const known = lexicon.familiarity(token.text) === 1 ? lexicon.match(run, 0) : undefined
    const found = known ?? otherwise?.(run) ?? lexicon.match(run, 0)
    const length = found?.length ?? 1
    const words = run.slice(0, length).join(' ')
    tokens.push(
      found ? { kind: 'meaning', text: words, meaning: found.meaning, language } : { kind: 'unknown', text: words },
    )
    at += length
  }
  return tokens
}

/** The words from a position on that are in the same language. */
function wordsFrom(raw: readonly RawToken[], languages: readonly Language[], start: number): string[] {
  const words: string[] = []
  for (let at = start; at < raw.length; at++) {
    const token = raw[at]
    if (token?.kind !== 'word' || languages[at] !== languages[start]) break
    words.push(token.text)
  }
  return words
}
