import { createCanvas } from '@napi-rs/canvas'
import { type Fonts, fontOf, loadFonts } from './lettering-fonts.ts'

/** Text that is set in lines and not yet drawn. */
export interface Lettering {
  /** Of the letters, in pixels. */
  readonly width: number
  readonly height: number
  /**
   * Draws the letters with a soft shadow, which keeps them readable on a busy picture.
   *
   * @param colours as `#rrggbb`
   */
  draw(colours: LetteringColours): DrawnLettering
}

export interface LetteringColours {
  readonly letters: string
  readonly shadow: string
}

/** RGBA, not premultiplied. The letters have `margin` pixels around them for the shadow. */
export interface DrawnLettering {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly margin: number
}

export interface LetteringOptions {
  /** Font size in pixels. A text that does not fit gets a smaller one. */
  readonly size: number
  readonly maxWidth: number
  readonly maxHeight: number
  /** Where short lines are beside long ones. */
  readonly align: 'left' | 'center' | 'right'
  readonly fonts: Fonts
}

/** From one line to the next, in font sizes. */
const LINE = 1.22
/** Reach of the shadow in font sizes. */
const SHADOW = 0.2
/** The shadow is drawn that often, so that small letters stay readable and it still has no hard edge. */
const SHADOWS = 2
/** Lines of a title. Only below half its size may a text have more. */
const FEW_LINES = 3
/** Each try makes the letters that much smaller. */
const SMALLER = 0.93
/** The smallest letters, in pixels. */
const SMALLEST = 1

/**
 * Sets a text in lines. Line breaks of the text stay, and its letters become smaller until all lines fit.
 *
 * @example setLettering('Today only', { size: 80, maxWidth: 900, maxHeight: 400, align: 'left', fonts }).width
 */
export function setLettering(text: string, options: LetteringOptions): Lettering {
  const { maxWidth, maxHeight, fonts } = options
  loadFonts(fonts)
  const context = createCanvas(1, 1).getContext('2d')
  const measure = (line: string) => context.measureText(line).width
  for (let size = options.size; ; size *= SMALLER) {
    context.font = fontOf(fonts, size)
    const lines = breakLines(text, maxWidth, measure)
    const width = Math.ceil(Math.max(...lines.map(measure)))
    const height = Math.ceil(((lines.length - 1) * LINE + 1) * size)
    const most = size < options.size / 2 ? Number.POSITIVE_INFINITY : FEW_LINES
    const isFitting = width <= maxWidth && height <= maxHeight && lines.length <= most
    if (!isFitting && size > SMALLEST) continue
    return { width, height, draw: (colours) => drawLines(lines, { ...options, size, width, height }, colours) }
  }
}

function drawLines(
  lines: readonly string[],
  { size, width, height, align, fonts }: LetteringOptions & { readonly width: number; readonly height: number },
  { letters, shadow }: LetteringColours,
): DrawnLettering {
  const reach = SHADOW * size
  const margin = Math.ceil(2 * reach)
  const canvas = createCanvas(width + 2 * margin, height + 2 * margin)
  const context = canvas.getContext('2d')
  context.font = fontOf(fonts, size)
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  context.fillStyle = letters
  context.shadowColor = shadow
  context.shadowBlur = reach
  const x = margin + (align === 'left' ? 0 : align === 'right' ? width : width / 2)
  const baseline = baselineOf(context.measureText('Hg'), size)
  for (let time = 0; time <= SHADOWS; time++) {
    // Last without a shadow, so that no line lies under that of another.
    if (time === SHADOWS) context.shadowColor = 'transparent'
    for (const [index, line] of lines.entries()) {
      context.direction = isRightToLeft(line) ? 'rtl' : 'ltr'
      context.fillText(line, x, margin + baseline + index * LINE * size)
    }
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    width: canvas.width,
    height: canvas.height,
    margin,
  }
}

/** Where the letters stand in their box, so that what is above capitals and below descenders is the same. */
const baselineOf = (
  {
    actualBoundingBoxAscent: above,
    actualBoundingBoxDescent: below,
  }: { readonly actualBoundingBoxAscent: number; readonly actualBoundingBoxDescent: number },
  size: number,
): number => (size - above - below) / 2 + above

/** A line is written in the direction of its first letter. */
const isRightToLeft = (line: string): boolean => /^[^\p{L}]*\p{Script=Arabic}/u.test(line)

/**
 * Breaks a text into lines between its words. A word that is wider than a line is a line of its own.
 *
 * @param measure the width of a line
 */
export function breakLines(text: string, maxWidth: number, measure: (line: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((one) => one !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line === '' || measure(longer) <= maxWidth) line = longer
      else {
        lines.push(line)
        line = word
      }
    }
    return line === '' ? lines : [...lines, line]
  })
}
