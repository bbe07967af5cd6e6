import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Rows, rowsBetween } from './draw-over.ts'

/** Letters as strokes in a box one unit wide and 1.4 high, so that no font is needed. A number pair is a point. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  P: ['M0.1 1.4L0.1 0L0.55 0C1.05 0 1.05 0.76 0.55 0.76L0.1 0.76'],
  R: ['M0.1 1.4L0.1 0L0.55 0C1.05 0 1.05 0.74 0.55 0.74L0.1 0.74', 'M0.55 0.74L0.92 1.4'],
  E: ['M0.85 0L0.1 0L0.1 1.4L0.85 1.4', 'M0.1 0.68L0.74 0.68'],
  V: ['M0.02 0L0.5 1.4L0.98 0'],
  I: ['M0.3 0L0.3 1.4'],
  W: ['M0 0L0.34 1.4L0.68 0.2L1.02 1.4L1.36 0'],
}
const WIDTHS: Readonly<Record<string, number>> = { I: 0.6, W: 1.36 }
const WORD = 'PREVIEW'
const GAP = 0.42
const WORD_WIDTH = [...WORD].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 1), GAP * (WORD.length - 1))
const LETTER_HEIGHT = 1.4

/** Share of the picture's width that the word takes, of the height at most, and where its middle is. */
const WIDTH_SHARE = 0.38
const HEIGHT_SHARE = 0.1
const MIDDLE = 0.885

/** The size of the letters and where the word begins. */
function placeOf(width: number, height: number) {
  const size = Math.min((width * WIDTH_SHARE) / WORD_WIDTH, (height * HEIGHT_SHARE) / LETTER_HEIGHT)
  return { size, left: (width - size * WORD_WIDTH) / 2, top: height * MIDDLE - (size * LETTER_HEIGHT) / 2 }
}

/** The rows that the mark takes with its edge. */
export function markRows(width: number, height: number): Rows {
  const { size, top } = placeOf(width, height)
  return rowsBetween(top - size, top + size * (LETTER_HEIGHT + 1), height)
}

/**
 * Writes PREVIEW below the dish, where it hides no food: white with a dark edge, so that it can be read on anything, and so
 * close to the dish that cutting it off leaves the dish without its table.
 */
export function drawPreviewMark(context: SKRSContext2D, width: number, height: number): void {
  const { size, left, top } = placeOf(width, height)
  context.save()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [style, line] of [
    ['rgba(18,14,10,0.16)', 0.5],
    ['rgba(18,14,10,0.3)', 0.32],
    ['rgba(255,255,255,0.94)', 0.15],
  ] as const) {
    context.strokeStyle = style
    context.lineWidth = line * size
    let x = left
    context.beginPath()
    for (const letter of WORD) {
      for (const stroke of LETTERS[letter] ?? []) tracePath(context, stroke, x, top, size)
      x += size * ((WIDTHS[letter] ?? 1) + GAP)
    }
    context.stroke()
  }
  context.restore()
}

/** The mark as a strip over the whole width of a picture of that size: RGBA, not premultiplied, from the row `top` on. */
export function previewMark(width: number, height: number) {
  const { top, bottom } = markRows(width, height)
  const strip = createCanvas(width, bottom - top)
  const context = strip.getContext('2d')
  context.translate(0, -top)
  drawPreviewMark(context, width, height)
  const { data } = context.getImageData(0, 0, width, bottom - top)
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height: bottom - top, top }
}

/** Adds moves, lines and curves, written as in SVG. */
function tracePath(context: SKRSContext2D, path: string, x: number, y: number, size: number): void {
  for (const [, command, numbers = ''] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
      .trim()
      .split(/\s+/)
      .map((text, at) => (at % 2 === 0 ? x : y) + Number(text) * size)
    if (command === 'M') context.moveTo(a, b)
    else if (command === 'L') context.lineTo(a, b)
    else context.bezierCurveTo(a, b, c, d, e, f)
  }
}
