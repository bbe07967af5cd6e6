import type { Language } from './languages.ts'
import type { Token } from './tag-tokens.ts'

/** What follows a comparative where things are compared with each other. Elsewhere most of these words say nothing. */
const THAN: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['than']),
  es: new Set(['que']),
  fr: new Set(['que', 'qu']),
  de: new Set(['als']),
  it: new Set(['di', 'del', 'dello', 'della', 'dell', 'dei', 'degli', 'delle', 'che']),
  pt: new Set(['que']),
  ar: new Set(['من']),
}

const COMPARATIVE = /^(?:light|warmth|contrast|colour|sharpen|denoise)[+-]$|^(?:improve|closer|upscale|resize)$/
const isMoreOrLess = (token: Token | undefined): boolean =>
  token?.kind === 'meaning' && (token.meaning === 'more' || token.meaning === 'less')

/** Whether a word compares what was said before with something else: “bigger than ever”, “wärmer als die Suppe”. */
export function isComparison(word: string, language: Language, before: readonly Token[]): boolean {
  if (!THAN[language].has(word)) return false
  // “Mais quente do que a sopa.”
  const at = before.at(-1)?.text === 'do' ? -2 : -1
  const last = before.at(at)
  return (last?.kind === 'meaning' && COMPARATIVE.test(last.meaning)) || isMoreOrLess(before.at(at - 1))
}
