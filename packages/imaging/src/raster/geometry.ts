/** A size in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle in pixels; left and top are inside the picture, width and height at least 1. */
export interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** A box with `x` added at its left and right and `y` above and below, as far as the picture has room. */
export function growBox({ left, top, width, height }: Box, x: number, y: number, picture: Size): Box {
  const from = { left: Math.max(0, left - x), top: Math.max(0, top - y) }
  return {
    ...from,
    width: Math.min(picture.width, left + width + x) - from.left,
    height: Math.min(picture.height, top + height + y) - from.top,
  }
}

/** The whole pixels that a box of one copy of a picture touches on a copy of another size. */
export function scaleBox(box: Box, from: Size, to: Size): Box {
  const [x, y] = [to.width / from.width, to.height / from.height]
  const start = { left: Math.floor(box.left * x), top: Math.floor(box.top * y) }
  return {
    ...start,
    width: Math.min(to.width, Math.ceil((box.left + box.width) * x)) - start.left,
    height: Math.min(to.height, Math.ceil((box.top + box.height) * y)) - start.top,
  }
}

/** Whether a box holds a pixel. */
export const holds = ({ left, top, width, height }: Box, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

/** What two boxes have in common, as a share of what either covers. */
export function boxOverlap(a: Box | undefined, b: Box): number {
  if (!a) return 0
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  const both = Math.max(0, width) * Math.max(0, height)
  return both / (a.width * a.height + b.width * b.height - both)
}
