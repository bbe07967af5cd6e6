import type { Meaning } from '../words/word-meanings.ts'
import { isComparison } from './is-comparison.ts'
import { joinSeparableVerbs } from './join-separable-verbs.ts'
import { LANGUAGES, type Language, languagesOf, lexiconOf, likeliestLanguages } from './languages.ts'
import type { Match } from './lexicon.ts'
import { LONGEST_PHRASE } from './phrase-index.ts'
import type { RawToken } from './split-tokens.ts'

/** A token whose meaning is known, or a word that is unknown. */
export type Token =
  | Exclude<RawToken, { readonly kind: 'word' }>
  | { readonly kind: 'meaning'; readonly text: string; readonly meaning: Meaning; readonly language: Language }
  | { readonly kind: 'unknown'; readonly text: string }

/** What tokens say that only tell what a picture shows; undefined for all others. */
export type Told = ReadonlyMap<RawToken, 'filler' | 'dish' | 'thing' | undefined>

/** Meanings that such tokens keep: how much, of what, and that something shall be. */
const KEPT: ReadonlySet<Meaning> = new Set<Meaning>([
  ...(['background', 'dish', 'plate', 'table', 'highlights', 'shadows', 'everything', 'only'] as const),
  ...(['slightly', 'much', 'more', 'less', 'too', 'wish', 'not', 'without'] as const),
])

/**
 * Looks the words of a text up.
 *
 * @returns the tokens with each word in the language that it is likely in; where several languages are equally likely for
 * the whole text, the tokens in each of these; and last, the tokens with words of other languages among them, as in
 * “heller please und crop square”
 */
export function tagTokens(raw: readonly RawToken[], told?: Told): Token[][] {
  const words = raw.map((token) => (token.kind === 'word' ? token.text : null))
  const mixed = languagesOf(words)
  const others = likeliestLanguages(words.filter((word) => word !== null))
  const readings = [mixed, ...others.map((language) => raw.map(() => language))]
  return [...readings.map((languages) => tagIn(raw, languages, told)), tagIn(raw, mixed, told, foreignMatch)]
}

/** Shorter words mean something in too many languages. “Y” and “e” are read where their language is. */
const SHORTEST_FOREIGN = 3
/** What is meant in its own language only: “four” is an oven in French, and “serve” is “it needs” in Italian. */
const OWN = /^number:|^(?:wish|state|reason)$/

/** A word or phrase of any other language, as it is written there: a typing error would be likelier to be found than a word. */
function foreignMatch(run: readonly string[]): Match | undefined {
  const [word = ''] = run
  if (word.length < SHORTEST_FOREIGN) return undefined
  const language = LANGUAGES.find((one) => lexiconOf(one).familiarity(word) === 1 && lexiconOf(one).match(run))
  const found = language && lexiconOf(language).match(run)
  return found && !OWN.test(found.meaning) ? found : undefined
}

function tagIn(
  raw: readonly RawToken[],
  languages: readonly Language[],
  told: Told | undefined,
  otherwise?: (run: readonly string[]) => Match | undefined,
): Token[] {
  const tokens: Token[] = []
  const joined = languages.includes('de') ? joinSeparableVerbs(raw, languages, lexiconOf('de')) : raw
  for (let at = 0; at < raw.length; ) {
    const token = joined[at]
    const language = languages[at]
    if (!language) break
    if (!token) {
      at++
      continue
    }
    if (token.kind !== 'word') {
      tokens.push(token)
      at++
      continue
    }
    const run = wordsFrom(joined, languages, at)
    const lexicon = lexiconOf(language)
    if (lexicon.isJoined(token.text)) tokens.push({ kind: 'meaning', text: '', meaning: 'and', language })
    const known = lexicon.familiarity(token.text) === 1 ? lexicon.match(run) : undefined
    const match = known ?? otherwise?.(run) ?? lexicon.match(run)
    // What compares things orders nothing, so the word is like one that is not understood.
    const isPhrase = match !== undefined && match.length > 1 && match.meaning !== 'only'
    const isCompared = !isPhrase && isComparison(token.text, language, tokens)
    const found = isCompared ? undefined : match
    const length = found?.length ?? 1
    const words = run.slice(0, length).join(' ')
    const tells =
      !isCompared && raw.slice(at, at + length).every((one) => told?.get(one)) ? told?.get(token) : undefined
    const isKept = tells !== 'thing' && found !== undefined && KEPT.has(found.meaning)
    const meaning = tells && !isKept ? tells : found?.meaning
    tokens.push(meaning ? { kind: 'meaning', text: words, meaning, language } : { kind: 'unknown', text: words })
    at += length
  }
  return tokens
}

/** The words from a position on that are in the same language, as many as the longest phrase has. */
function wordsFrom(raw: readonly (RawToken | undefined)[], languages: readonly Language[], start: number): string[] {
  const words: string[] = []
  for (let at = start; at < start + LONGEST_PHRASE; at++) {
    const token = raw[at]
    if (token?.kind !== 'word' || languages[at] !== languages[start]) break
    words.push(token.text)
  }
  return words
}
