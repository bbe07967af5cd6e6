import type { FontChoice } from './fonts/font-book.ts'

/** In points, from the upper left corner of the page. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of a picture, in shares of its sides. */
export type Part = Box

/** A line of text. The painters set it as it is. */
export interface TextShape {
  readonly kind: 'text'
  /** Exactly what is read, without the space at which the line was broken. */
  readonly text: string
  /** The field of the copy that it is from. */
  readonly field: string
  readonly font: FontChoice
  readonly size: number
  readonly color: string
  readonly direction: 'ltr' | 'rtl'
  /** The left end of the line. */
  readonly x: number
  readonly baseline: number
  /** What the line takes. */
  readonly box: Box
}

export interface FillShape {
  readonly kind: 'fill'
  readonly box: Box
  readonly color: string
  readonly radius?: number
}

export type Side = 'top' | 'bottom' | 'left' | 'right'

/** A veil over a picture, from nothing to `alpha` at `solidFrom`, so that text on the rest is readable whatever the picture. */
export interface ScrimShape {
  readonly kind: 'scrim'
  readonly box: Box
  readonly color: string
  readonly alpha: number
  /** The side at which it is dense. */
  readonly side: Side
  /** In shares of the way to that side. */
  readonly solidFrom: number
}

export interface OutlineShape {
  readonly kind: 'outline'
  readonly box: Box
  readonly color: string
  readonly width: number
}

export interface PictureShape {
  readonly kind: 'picture'
  /** Position among the pictures. */
  readonly picture: number
  readonly part: Part
  readonly box: Box
  /** Whether text may stand on it, above a scrim. */
  readonly isBackdrop: boolean
}

/** A dish without its surroundings. */
export interface CutOutShape {
  readonly kind: 'cut-out'
  readonly picture: number
  readonly box: Box
}

export interface LogoShape {
  readonly kind: 'logo'
  readonly box: Box
}

export type Shape = TextShape | FillShape | ScrimShape | OutlineShape | PictureShape | CutOutShape | LogoShape

export interface Page {
  /** In points. */
  readonly width: number
  readonly height: number
  /** From back to front. */
  readonly shapes: readonly Shape[]
}

/** Everything that painters need to know, and nothing else. */
export interface DrawingList {
  readonly layout: string
  readonly pages: readonly Page[]
}

export const inset = (box: Box, by: number): Box => ({
  x: box.x + by,
  y: box.y + by,
  width: box.width - 2 * by,
  height: box.height - 2 * by,
})
