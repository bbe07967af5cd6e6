import { normaliseText } from '../instructions/grammar/normalise-text.ts'
import type { Phrases } from './composition-words.ts'

/** A pattern that finds any of the phrases as whole words, the longest first. */
export function phrasePattern(phrases: Phrases): RegExp {
  const sources = phrases
    .split(',')
    .map((phrase) => normaliseText(phrase).trim())
    .filter((phrase) => phrase !== '')
    .sort((a, b) => b.length - a.length)
    .map((phrase) =>
      phrase
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(' ', '\\s+')
        .replaceAll('*', '\\p{L}*'),
    )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}
