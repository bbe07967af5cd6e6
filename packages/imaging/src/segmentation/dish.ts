import type { Box, Size } from '../raster/geometry.ts'

/** The box of a dish, and the point that matters most where not all of it can be shown. */
export interface Dish extends Box {
  readonly focus: { readonly x: number; readonly y: number }
}

/** The same dish in another size of the picture; the box grows to whole pixels. */
export function scaleDish({ focus, ...box }: Dish, from: Size, to: Size): Dish {
  const x = to.width / from.width
  const y = to.height / from.height
  const left = Math.floor(box.left * x)
  const top = Math.floor(box.top * y)
  return {
    left,
    top,
    width: Math.min(to.width - left, Math.ceil(box.width * x)),
    height: Math.min(to.height - top, Math.ceil(box.height * y)),
    focus: { x: focus.x * x, y: focus.y * y },
  }
}
