import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'

/** How far the subject may reach beyond a box, which is drawn by hand, as a share of its sides. */
export const BOX_PLAY = 0.05

/** A rectangle around the subject, in fractions of the picture's sides from its top left. Parts outside are cut off. */
export interface HintBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A point on the subject, in fractions of the picture's sides from its top left. */
export type HintPoint = Pick<HintBox, 'x' | 'y'>

/** The pixels of a hint's box, at least one; parts outside the picture are cut off. */
export function boxInPixels({ x, y, width, height }: HintBox, picture: Size): Box {
  const left = clamp(Math.floor(x * picture.width), 0, picture.width - 1)
  const top = clamp(Math.floor(y * picture.height), 0, picture.height - 1)
  return {
    left,
    top,
    width: clamp(Math.ceil((x + width) * picture.width) - left, 1, picture.width - left),
    height: clamp(Math.ceil((y + height) * picture.height) - top, 1, picture.height - top),
  }
}

/** A box in fractions of the sides of one around it, both in the same pixels. */
export const fractionsOf = (box: Box, { left, top, width, height }: Box): HintBox => ({
  x: (box.left - left) / width,
  y: (box.top - top) / height,
  width: box.width / width,
  height: box.height / height,
})

/** The pixel of a hint's point. */
export const pointInPixels = ({ x, y }: HintPoint, { width, height }: Size) => ({
  x: clamp(Math.floor(x * width), 0, width - 1),
  y: clamp(Math.floor(y * height), 0, height - 1),
})

/** A square around a point, moved into the picture. */
export function squareAround({ x, y }: HintPoint, { width, height }: Size, share: number): Box {
  const side = Math.max(1, Math.round(share * Math.min(width, height)))
  return {
    left: clamp(Math.round(x - side / 2), 0, width - side),
    top: clamp(Math.round(y - side / 2), 0, height - side),
    width: side,
    height: side,
  }
}
