import { afterEach, describe, expect, test, vi } from 'vitest'
import { readComposition } from '../../src/operations/compose/read-composition.ts'
import { cleanText, hasAddress } from '../../src/operations/copy/clean-text.ts'
import { LANGUAGES, lexiconOf } from '../../src/operations/instructions/grammar/languages.ts'
import { MOST_TOKENS } from '../../src/operations/instructions/grammar/split-tokens.ts'
import { readInstruction } from '../../src/operations/instructions/read-instruction.ts'

/** The longest text that the document accepts. */
const LONGEST = 4_000

/** Texts of one language that are as bad as possible: words without spaces, mistyped, of many kinds, with every sign. */
const TEXTS: Readonly<Record<(typeof LANGUAGES)[number], readonly string[]>> = {
  en: ['%a', 'brightre, ', 'warmer, cooler, ', 'only the dish, ', '"a" logo top ', 'and '],
  es: ['%ñ', 'mas clraa y ', 'mas frio, mas calido, ', 'solo el plato, ', '"a" texto arriba ', 'y '],
  fr: ['%é', 'plus clarie et ', 'plus froid, plus chaud, ', 'seulement le plat, ', '«a» texte en haut ', 'et '],
  de: ['%ß', 'hellre und ', 'warmer, kalter, ', 'nur das gericht, ', '„a“ text oben ', 'schneide es zu und '],
  it: ['%ò', 'piu chiraa e ', 'piu freddo, piu caldo, ', 'solo il cibo, ', '"a" testo in alto ', 'e '],
  pt: ['%ã', 'mais calra e ', 'mais frio, mais quente, ', 'so a comida, ', '"a" texto em cima ', 'e '],
  ar: ['%أ', 'وال', 'أفتح، أغمق، ', 'الطبق فقط، ', 'والبيتكبير ', 'و '],
}

/** Looks at how often words are looked up, and at how many words each time. */
function countLookups(read: () => unknown): number {
  let looked = 0
  for (const language of LANGUAGES) {
    const lexicon = lexiconOf(language)
    const { match, familiarity, isJoined } = lexicon
    vi.spyOn(lexicon, 'match').mockImplementation((words) => {
      looked += words.length
      return match(words)
    })
    vi.spyOn(lexicon, 'familiarity').mockImplementation((word) => {
      looked++
      return familiarity(word)
    })
    vi.spyOn(lexicon, 'isJoined').mockImplementation((word) => {
      looked++
      return isJoined(word)
    })
  }
  read()
  vi.restoreAllMocks()
  return looked
}

afterEach(() => vi.restoreAllMocks())

const describeIt = (text: string) => readComposition(text, { names: ['a.jpg'], engines: { providers: [] } })

describe.each(LANGUAGES)('texts in %s', (language) => {
  test.each(TEXTS[language])('are read in steps that grow with their length, up to a bound: %j', (bit) => {
    for (const read of [readInstruction, describeIt]) {
      const count = (length: number) => countLookups(() => read(bit.repeat(LONGEST).slice(0, length)))
      expect(count(400)).toBeLessThanOrEqual(2.5 * count(200) + 100)
      // Each word is looked up in each language, for each reading once, together with the five that follow it.
      expect(count(LONGEST)).toBeLessThanOrEqual(120 * MOST_TOKENS)
    }
  })

  test.each(TEXTS[language])('of more than the most words are no instruction, and nothing is looked up: %j', (bit) => {
    const text = bit.repeat(LONGEST).slice(0, LONGEST)
    const { steps, notDone } = readInstruction(text)
    if (notDone[0]?.obstacle === 'length') expect([steps, countLookups(() => readInstruction(text))]).toEqual([[], 0])
    // Only letters in a row, which are one word.
    else expect(text).not.toMatch(/\P{L}/u)
  })
})

// A pattern that tries each sign with each other would not end here.
test.each(['@', '@.', 'a@', '.@', 'data:', 'www.', ' '])(
  'a caption for a text of nothing but %j is read at once',
  (bit) => {
    const cleaned = cleanText(`x ${bit.repeat(LONGEST).slice(0, LONGEST)}`)
    expect(cleaned.length).toBeLessThanOrEqual(LONGEST + 2)
    expect(hasAddress(`a ${bit.repeat(LONGEST)}`)).toBe(hasAddress(`a ${bit.repeat(4)}`))
  },
)
