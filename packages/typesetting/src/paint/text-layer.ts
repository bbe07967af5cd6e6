import { directionOf, isRightToLeft, seenWords } from '../text/text-direction.ts'
import { operatorsOf, type PdfFile, withOperators } from './pdf-file.ts'

/** A line of text as it was given to the canvas, between two marks. */
export interface MarkedText {
  readonly text: string
  /** The number of the space in the font that writes spaces. */
  readonly space: number
}

/** The rectangle that marks where a text begins and ends. Nothing else that is drawn has this place and size. */
export const MARK = { x: 1, y: 1, width: 3, height: 7 } as const
const MARKED = /1 1 3 7 re\nf\n/

/**
 * Says of each text of a PDF what it reads. Skia names the character of a glyph only where one glyph is one character, which
 * is not so for ligatures, Arabic, Hindi, Thai and emoji. Marks around the texts are taken away.
 *
 * @param texts in the order in which they were drawn
 */
export function nameTexts({ objects, trailer }: PdfFile, texts: readonly MarkedText[]): PdfFile {
  let next = 0
  const named = objects.map((object) => {
    const operators = operatorsOf(object)
    if (operators === undefined || !MARKED.test(operators)) return object
    const parts = operators.split(new RegExp(MARKED, 'g'))
    const written = parts.map((part, index) => {
      if (index % 2 === 0) return part
      const marked = texts[next++]
      if (!marked) throw new Error('the PDF has more texts than were drawn')
      return isRightToLeft(marked.text) ? spanEach(marked, part) : spanWhole(marked.text, part)
    })
    return withOperators(object, written.join(''))
  })
  if (next !== texts.length) throw new Error(`the PDF has ${next} texts and ${texts.length} were drawn`)
  return { objects: named, trailer }
}

const span = (text: string, operators: string) => `/Span <</ActualText <${hexadecimal(text)}>>> BDC\n${operators}EMC\n`

/**
 * A line in one span. The font of emoji is as high as several lines, and readers would take its height for that of the line.
 * So emoji read as nothing, and the letters beside them as the whole.
 */
function spanWhole(text: string, operators: string): string {
  const letters = operators.replace(EMOJI, '')
  const emoji = operators.match(EMOJI) ?? []
  return (emoji.length > 0 ? span('', emoji.join('')) : '') + span(text, letters)
}

/** Their glyphs have one byte. Larger ones are drawings. */
const EMOJI = /^BT\n(?:(?!ET\n).*\n)*?(?:\S+ \S+ Td )?<[0-9A-F]{2}> Tj\n(?:(?!ET\n).*\n)*?ET\n|^q\n[\s\S]*?\nQ\n/gm

/** UTF-16 with its mark, as PDF wants it. */
const hexadecimal = (text: string) =>
  `FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`

/** A glyph and the operators that draw it. */
interface Glyph {
  readonly operators: string
  /** From the left border of the page. */
  readonly x: number
  readonly number?: number
  /** Draw the marks and dots of the letter. */
  readonly marks?: string
}

/**
 * Names the characters of a line one by one, in the order of the text. Readers turn words from right to left around
 * themselves, so within a word they expect characters where they are seen.
 */
function spanEach({ text, space }: MarkedText, operators: string): string {
  const { before, glyphs, after } = readGlyphs(operators)
  const words = seenWords(text)
  const drawn = wordsOf(glyphs, ({ number }) => number === space)
  const pairs =
    words.length === drawn.length
      ? words.map(({ characters, position }, index) => ({ characters, position, own: drawn[index] ?? [] }))
      : [{ characters: words.flatMap(({ characters }) => characters), position: 0, own: drawn.flat() }]
  const isFromRight = directionOf(text) === 'rtl'
  const named = pairs.map(({ characters, position, own }, index) => {
    const [left, right] = [pairs[index - 2]?.position, pairs[index + 2]?.position]
    const turns = isFromRight
      ? !isRightToLeft(characters[0] ?? '') && (left === undefined || left > position)
      : isRightToLeft(characters.at(-1) ?? '') && (right === undefined || right > position)
    return {
      position,
      operators: spansOf(turned(characters, isFromRight, turns && !/\s/.test(characters[0] ?? '')), own),
    }
  })
  const ordered = named.sort((a, b) => a.position - b.position)
  return before + ordered.map((one) => one.operators).join('') + after
}

/** Words of the other direction end with a mark of the direction of the line, or readers take what follows for a part of them. */
function turned(characters: readonly string[], isFromRight: boolean, turns: boolean): readonly string[] {
  if (!turns) return characters
  return isFromRight
    ? characters.map((one, index) => (index === 0 ? RIGHT_TO_LEFT_MARK + one : one))
    : characters.map((one, index) => (index === characters.length - 1 ? one + LEFT_TO_RIGHT_MARK : one))
}

const RIGHT_TO_LEFT_MARK = '\u200f'
const LEFT_TO_RIGHT_MARK = '\u200e'

/** What stands between separators, with the separators as words of their own. */
function wordsOf<One>(list: readonly One[], isSeparator: (one: One) => boolean): One[][] {
  const words: One[][] = []
  let wasSeparator = true
  for (const one of list) {
    const separates = isSeparator(one)
    if (separates || wasSeparator) words.push([one])
    else words.at(-1)?.push(one)
    wasSeparator = separates
  }
  return words
}

/** Characters and glyphs are as many, or some share one: then they are dealt out evenly, in order. */
function spansOf(characters: readonly string[], drawn: readonly Glyph[]): string {
  const glyphs = withMarks(drawn, characters.length)
  return glyphs
    .map(({ operators, marks }, index) => {
      const from = Math.round((index * characters.length) / glyphs.length)
      const to = Math.round(((index + 1) * characters.length) / glyphs.length)
      // What shares a glyph is turned around, too.
      const named = characters.slice(from, to).map((one) => (isRightToLeft(one) ? turnedAround(one) : one))
      return (marks ? span('', marks) : '') + span(named.join(''), operators)
    })
    .join('')
}

function turnedAround(character: string): string {
  const [, letters = '', end = ''] = /^([^\u200e]*)(\u200e?)$/u.exec(character) ?? []
  return [...letters].reverse().join('') + end
}

/** Glyphs with their marks and dots, which are glyphs of their own before them. No more than there are characters. */
function withMarks(drawn: readonly Glyph[], count: number): Glyph[] {
  const glyphs = [...drawn]
  while (glyphs.length > count) {
    const steps = glyphs.slice(1).map(({ x }, index) => x - (glyphs[index]?.x ?? 0))
    const at = steps.indexOf(Math.min(...steps))
    const [mark, letter] = glyphs.slice(at, at + 2) as [Glyph, Glyph]
    // Readers take the place of what is drawn first for that of the character.
    const isRightOf = mark.x > letter.x
    const both = isRightOf
      ? { ...letter, marks: `${letter.marks ?? ''}${mark.marks ?? ''}${mark.operators}` }
      : {
          ...letter,
          x: mark.x,
          operators: mark.operators + letter.operators,
          marks: `${letter.marks ?? ''}${mark.marks ?? ''}`,
        }
    glyphs.splice(at, 2, both)
  }
  return glyphs
}

/** The glyphs of a text from left to right, each with operators that draw it alone. */
function readGlyphs(operators: string): { before: string; glyphs: Glyph[]; after: string } {
  const glyphs: Glyph[] = []
  let [font, matrix, left, x, y] = ['', '', 0, 0, 0]
  const [before, after]: string[][] = [[], []]
  const lines = operators.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const shown = /^(?:(\S+) (\S+) Td )?<([0-9A-F]+)> Tj$/.exec(line)
    if (shown) {
      const [, dx = '0', dy = '0', glyph = ''] = shown
      x += Number(dx)
      y += Number(dy)
      const drawing = `BT\n${font}\n${matrix}\n${x.toFixed(4)} ${y.toFixed(4)} Td <${glyph}> Tj\nET\n`
      glyphs.push({ operators: drawing, x: left + x, number: Number.parseInt(glyph, 16) })
    } else if (line.endsWith(' Tf')) font = line
    else if (line.endsWith(' Tm')) [matrix, left, x, y] = [line, Number(line.split(' ').at(-3)), 0, 0]
    else if (line === 'q') {
      const end = lines.indexOf('Q', at)
      glyphs.push({ operators: `${lines.slice(at, end + 1).join('\n')}\n`, x: Number.NEGATIVE_INFINITY })
      at = end
    } else if (line !== 'BT' && line !== 'ET' && line !== '') (glyphs.length === 0 ? before : after)?.push(`${line}\n`)
  }
  return { before: before?.join('') ?? '', glyphs, after: after?.join('') ?? '' }
}
