import { onOneLine } from './clean-text.ts'

/** Characters of a hashtag, with its sign. */
const MAX_LENGTH = 40
const MOST_WORDS = 6

/**
 * Words as a hashtag; undefined when there are none or too many.
 *
 * @example hashtagOf('Tonkotsu ramen') // '#TonkotsuRamen'
 */
export function hashtagOf(words: string): string | undefined {
  const parts = onOneLine(words.replace(/['’]/gu, '').replace(/[^\p{L}\p{N}\p{M}_]+/gu, ' ')).split(' ')
  // Scripts without capitals keep their words apart by a line.
  const joint = /[\p{Lu}\p{Ll}]/u.test(words) ? '' : '_'
  const text = parts.map(raised).join(joint)
  return /\p{L}/u.test(text) && parts.length <= MOST_WORDS && text.length < MAX_LENGTH ? `#${text}` : undefined
}

const raised = (word: string): string => {
  const [first = ''] = word
  return first.toLocaleUpperCase() + word.slice(first.length)
}

/** Each tag once, whatever its capitals, and at most so many. */
export function distinctTags(tags: readonly (string | undefined)[], most: number): string[] {
  const seen = new Set<string>()
  return tags
    .filter((tag): tag is string => {
      const key = tag?.toLocaleLowerCase()
      if (key === undefined || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, most)
}
