import createBidi from 'bidi-js'

const bidi = createBidi()

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => /(?!\p{Nd})[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

/** The direction of a paragraph: that of its first letter. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? 'rtl' : 'ltr'

/** A word or a space of a line, where it is seen. */
export interface SeenWord {
  /** Its characters from left to right. A character keeps its marks. */
  readonly characters: readonly string[]
  /** Where it stands in the text. */
  readonly position: number
}

/** The words of a line from left to right, and the spaces between them. */
export function seenWords(line: string): SeenWord[] {
  const order = bidi.getReorderedIndices(line, bidi.getEmbeddingLevels(line, directionOf(line)))
  const places = new Map(order.map((at, place) => [at, place]))
  const seen = [...CHARACTERS.segment(line)]
    .map(({ segment, index }) => ({ segment, index, place: places.get(index) ?? 0 }))
    .sort((a, b) => a.place - b.place)
  const words: { characters: string[]; position: number }[] = []
  let wasSpace = true
  for (const { segment, index } of seen) {
    const isSpace = /^\s/.test(segment)
    const word = words.at(-1)
    if (isSpace || wasSpace || !word) words.push({ characters: [segment], position: index })
    else {
      word.characters.push(segment)
      word.position = Math.min(word.position, index)
    }
    wasSpace = isSpace
  }
  return words
}

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
