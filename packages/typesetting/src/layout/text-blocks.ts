import type { Box, Shape, TextShape } from '../drawing-list.ts'
import type { FontBook, FontChoice, FontRole } from '../fonts/font-book.ts'
import { breakLines, endsLoosely } from '../text/break-lines.ts'
import { directionOf } from '../text/text-direction.ts'

/** What is set in a width and takes a height. */
export interface Laid {
  readonly height: number
  place(x: number, y: number): Shape[]
}

/** Something that is set in a width, smaller or larger. Undefined when a word of it is wider. */
export type Block = (width: number, scale: number) => Laid | undefined

export type Align = 'start' | 'center'

/** Sets texts with the fonts of one asset. */
export interface Setter {
  readonly book: FontBook
  font(text: string, role: FontRole): FontChoice
}

export interface TextStyle {
  readonly role: FontRole
  /** In points. A text that does not fit gets a smaller one, at least `min`. */
  readonly size: number
  readonly min: number
  readonly color: string
  readonly align: Align
  /** Behind the text. */
  readonly panel?: string
  /** Keeps its size when others become smaller. */
  readonly isFixed?: boolean
}

export interface FieldText {
  readonly text: string
  readonly field: string
}

/** Of the letters above and below the line on which they stand, in font sizes. */
const ASCENT = 0.78
const DESCENT = 0.22
/** Letters with marks above and below need more room from line to line. */
const TALL = /[\p{Script=Thai}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Lao}]/u
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** From line to line, in font sizes. */
export const lineHeightOf = (text: string, role: FontRole): number =>
  TALL.test(text)
    ? 1.5
    : WIDE.test(text)
      ? role === 'text'
        ? 1.5
        : 1.3
      : role === 'display'
        ? 1.12
        : role === 'text'
          ? 1.36
          : 1.25

export const sizeAt = ({ size, min, isFixed }: Pick<TextStyle, 'size' | 'min' | 'isFixed'>, scale: number): number =>
  isFixed ? size : Math.max(min, size * scale)

/** A line whose left end is at x, with the upper border of its room at y. */
export function lineShape(
  { text, field }: FieldText,
  { font, size, color, room, width, x, y }: LineOptions,
): TextShape {
  const baseline = y + (room - (ASCENT + DESCENT) * size) / 2 + ASCENT * size
  return {
    kind: 'text',
    text,
    field,
    font,
    size,
    color,
    direction: directionOf(text),
    x,
    baseline,
    box: { x, y, width, height: room },
  }
}

interface LineOptions {
  readonly font: FontChoice
  readonly size: number
  readonly color: string
  /** The height of the line. */
  readonly room: number
  readonly width: number
  readonly x: number
  readonly y: number
}

/** A paragraph. */
export const textBlock =
  (one: FieldText, style: TextStyle, setter: Setter): Block =>
  (width, scale) => {
    const { role, color, align, panel } = style
    const font = setter.font(one.text, role)
    const set = setLines(one.text, { font, width, size: sizeAt(style, scale), style }, setter)
    if (!set) return undefined
    const { size, lines, padding, measure } = set
    const room = lineHeightOf(one.text, role) * size
    const isFromRight = directionOf(one.text) === 'rtl'
    const widest = Math.max(...lines.map(measure))
    return {
      height: lines.length * room + padding * PANEL_HEIGHT,
      place: (x, y) => {
        const startOf = (lineWidth: number) =>
          align === 'center' ? (width - lineWidth) / 2 : isFromRight ? width - padding - lineWidth : padding
        const top = y + (padding * PANEL_HEIGHT) / 2 + (panel === undefined ? 0 : centring(set, font, room, setter))
        const texts = lines.map((text, index) => {
          const lineWidth = measure(text)
          const at = { x: x + startOf(lineWidth), y: top + index * room }
          return lineShape({ text, field: one.field }, { font, size, color, room, width: lineWidth, ...at })
        })
        if (panel === undefined) return texts
        const box: Box = {
          x: x + startOf(widest) - padding,
          y,
          width: widest + 2 * padding,
          height: lines.length * room + padding * PANEL_HEIGHT,
        }
        return [{ kind: 'fill', box, color: panel, radius: 0.18 * size }, ...texts]
      },
    }
  }

/** The lines of a paragraph. One whose longest word is wider than the line gets smaller letters than the others. */
function setLines(
  text: string,
  { font, width, size, style }: ParagraphOptions,
  { book }: Setter,
): SetLines | undefined {
  const least = style.isFixed ? size : Math.min(size, style.min)
  let largest: SetLines | undefined
  for (let tried = size; ; tried = Math.max(least, tried * SMALLER)) {
    const padding = style.panel === undefined ? 0 : 0.45 * tried
    const measure = (line: string) => book.measure(line, font, tried)
    const lines = breakLines(text, width - 2 * padding, measure)
    if (lines) {
      largest ??= { size: tried, lines, padding, measure }
      // A headline whose lines differ much or end amid a phrase is set smaller, if that mends them.
      if (style.role !== 'display' || isWellBroken(lines, measure)) return { size: tried, lines, padding, measure }
      if (tried < EVENED * largest.size) return largest
    }
    if (tried <= least) return largest
  }
}

interface SetLines {
  readonly size: number
  readonly lines: readonly string[]
  readonly padding: number
  measure(line: string): number
}

/** How far the lines of a panel move down so that letters, not their rooms, are in its middle. What hangs below counts half. */
function centring({ lines, size }: SetLines, font: FontChoice, room: number, { book }: Setter): number {
  const baseline = (room - (ASCENT + DESCENT) * size) / 2 + ASCENT * size
  const above = baseline - book.inkOf(lines[0] ?? '', font, size).above
  const below = room - baseline - book.inkOf(lines.at(-1) ?? '', font, size).below / 2
  return (below - above) / 2
}

/** Whether no line is short beside the longest one, and none ends in a word that belongs to the next. */
const isWellBroken = (lines: readonly string[], measure: (line: string) => number): boolean =>
  Math.min(...lines.map(measure)) >= SHORT_LINE * Math.max(...lines.map(measure)) &&
  !lines.slice(0, -1).some(endsLoosely)

const SHORT_LINE = 0.4
const EVENED = 0.72

interface ParagraphOptions {
  readonly font: FontChoice
  readonly width: number
  readonly size: number
  readonly style: TextStyle
}

const SMALLER = 0.95

/** Above and below the text of a panel, in paddings. */
const PANEL_HEIGHT = 0.8

/** A short line that separates. */
export const ruleBlock =
  (options: {
    readonly length: number
    readonly thickness: number
    readonly color: string
    readonly align: Align
    readonly isFromRight: boolean
  }): Block =>
  (width) => {
    const { thickness, color, align, isFromRight } = options
    const length = Math.min(width, options.length)
    const at = align === 'center' ? (width - length) / 2 : isFromRight ? width - length : 0
    return {
      height: thickness,
      place: (x, y) => [{ kind: 'fill', box: { x: x + at, y, width: length, height: thickness }, color }],
    }
  }

/** The logo, on a plate where the ground is not that of paper. */
export const logoBlock =
  (options: {
    readonly aspect: number
    readonly height: number
    readonly plate?: string
    readonly align: Align
    readonly isFromRight: boolean
  }): Block =>
  (width, scale) => {
    const { aspect, plate, align, isFromRight } = options
    const padding = plate === undefined ? 0 : 0.14 * options.height
    const most = Math.max(0.6, scale) * options.height
    const height = Math.min(most, (width - 2 * padding) / aspect)
    const logo = { width: height * aspect, height }
    const outer = { width: logo.width + 2 * padding, height: height + 2 * padding }
    const at = align === 'center' ? (width - outer.width) / 2 : isFromRight ? width - outer.width : 0
    return {
      height: outer.height,
      place: (x, y) => [
        ...(plate === undefined
          ? []
          : [{ kind: 'fill' as const, box: { x: x + at, y, ...outer }, color: plate, radius: padding }]),
        { kind: 'logo', box: { x: x + at + padding, y: y + padding, ...logo } },
      ],
    }
  }

export interface Stacked {
  readonly block: Block
  /** Above it, in points at full size; nothing above the first. */
  readonly gap: number
}

/** Blocks below one another. */
export const stack =
  (blocks: readonly Stacked[]): Block =>
  (width, scale) => {
    const laid: { laid: Laid; gap: number }[] = []
    for (const [index, { block, gap }] of blocks.entries()) {
      const one = block(width, scale)
      if (!one) return undefined
      laid.push({ laid: one, gap: index === 0 ? 0 : gap * Math.max(scale, LEAST_GAP) })
    }
    return {
      height: laid.reduce((sum, one) => sum + one.gap + one.laid.height, 0),
      place: (x, y) => {
        let at = y
        return laid.flatMap((one) => {
          at += one.gap
          const shapes = one.laid.place(x, at)
          at += one.laid.height
          return shapes
        })
      },
    }
  }

const LEAST_GAP = 0.35
