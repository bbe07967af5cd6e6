import type { Box } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { DishLocation, Framing } from './choose-frame.ts'
import { createCanvasExtension } from './extend/extend-canvas.ts'
import type { Insets, Side } from './extend/open-sides.ts'

/** A picture, and the part of it that is the shot. */
export interface ShotPixels {
  readonly pixels: Pixels
  readonly crop: Box
}

/**
 * The pixels of several frames of one picture: a part of it, or a wider picture where a frame reaches beyond it. What lies
 * beyond is decided once for all frames; a wider picture is rendered when its frame is asked for.
 */
export async function renderShots(
  picture: Pixels,
  where: DishLocation,
  framings: readonly Framing[],
): Promise<(framing: Framing) => ShotPixels> {
  const wide = framings.flatMap(({ insets }) => insets ?? [])
  const widest = (side: Side) => Math.max(0, ...wide.map((insets) => insets[side]))
  const most: Insets = { left: widest('left'), top: widest('top'), right: widest('right'), bottom: widest('bottom') }
  const extension =
    wide.length === 0
      ? undefined
      : await createCanvasExtension(picture, most, where.mask ?? ellipseMask(picture, where))
  return ({ window, insets }) => {
    if (!extension || !insets) return { pixels: picture, crop: window }
    const pixels = extension.extended(insets)
    return { pixels, crop: { left: 0, top: 0, width: pixels.width, height: pixels.height } }
  }
}

/** Long side of the mask that stands in for a missing one. */
const SIDE = 256

/** A dish without a mask is taken to be the ellipse in its box. */
function ellipseMask({ width, height }: Pixels, { dish }: DishLocation) {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const alpha = new Uint8Array(size.width * size.height)
  if (!dish) return { alpha, ...size }
  for (let y = 0, i = 0; y < size.height; y++) {
    const v = ((((y + 0.5) / size.height) * height - dish.top) / dish.height) * 2 - 1
    for (let x = 0; x < size.width; x++, i++) {
      const u = ((((x + 0.5) / size.width) * width - dish.left) / dish.width) * 2 - 1
      if (u * u + v * v <= 1) alpha[i] = 255
    }
  }
  return { alpha, ...size }
}
