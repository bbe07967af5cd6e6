import type { Meaning } from '../words/word-meanings.ts'
import { type Language, languagesOf, lexiconOf, likeliestLanguages } from './languages.ts'
import { type RawToken, splitTokens } from './split-tokens.ts'

/** A token whose meaning is known, or a word that is unknown. */
export type Token =
  | Exclude<RawToken, { readonly kind: 'word' }>
  | { readonly kind: 'meaning'; readonly text: string; readonly meaning: Meaning; readonly language: Language }
  | { readonly kind: 'unknown'; readonly text: string }

/**
 * Splits a text and looks its words up.
 *
 * @returns the tokens with each word in the language that it is likely in; and, where several languages are equally likely for
 * the whole text, the tokens in each of these
 */
export function tagTokens(text: string): Token[][] {
  const raw = splitTokens(text)
  const words = raw.map((token) => (token.kind === 'word' ? token.text : null))
  const mixed = languagesOf(words)
  const others = likeliestLanguages(words.filter((word) => word !== null))
  return [mixed, ...others.map((language) => raw.map(() => language))].map((languages) => tagIn(raw, languages))
}

function tagIn(raw: readonly RawToken[], languages: readonly Language[]): Token[] {
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
    const found = lexicon.match(run, 0)
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
