import type { Meaning } from '../words/word-meanings.ts'
import type { Language } from './languages.ts'

/** A word, with its meaning if that is known. */
interface SaidWord {
  readonly text: string
  readonly meaning?: Meaning
}

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

/** Whether a word compares what was said before with something else: “bigger than ever”, “wärmer als die Suppe”. */
export function isComparison(word: string, language: Language, before: readonly SaidWord[]): boolean {
  if (!THAN[language].has(word)) return false
  // “Mais quente do que a sopa.”
  const at = before.at(-1)?.text === 'do' ? -2 : -1
  const meaning = before.at(at)?.meaning
  const degree = before.at(at - 1)?.meaning
  return (meaning !== undefined && COMPARATIVE.test(meaning)) || degree === 'more' || degree === 'less'
}
