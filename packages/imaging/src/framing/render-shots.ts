import type { Box } from '../raster/geometry.ts'
import { ellipseMask } from '../raster/masks/ellipse-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { DishLocation, Framing } from './choose-frame.ts'
import { type Continuation, createCanvasExtension } from './extend/extend-canvas.ts'
import { copyableSurface } from './extend/foreign-objects.ts'
import type { Insets, Side } from './extend/open-sides.ts'

/** A picture, and the part of it that is the shot. */
export interface ShotPixels {
  readonly pixels: Pixels
  readonly crop: Box
}

/**
 * The pixels of several frames of one picture: a part of it, or a wider picture where a frame reaches beyond it. What lies
 * beyond is decided once for all frames that are continued in the same way; a wider picture is rendered when its frame is
 * asked for.
 */
export async function renderShots(
  picture: Pixels,
  where: DishLocation,
  framings: readonly Framing[],
): Promise<(framing: Framing) => Promise<ShotPixels>> {
  const extensions = {
    texture: await extensionFor(picture, where, framings, 'texture'),
    soft: await extensionFor(picture, where, framings, 'soft'),
  }
  return async ({ window, insets, by }) => {
    const extension = insets && extensions[by ?? 'texture']
    if (!extension) return { pixels: picture, crop: window }
    const pixels = await extension.extended(insets)
    return { pixels, crop: { left: 0, top: 0, width: pixels.width, height: pixels.height } }
  }
}

async function extensionFor(picture: Pixels, where: DishLocation, framings: readonly Framing[], by: Continuation) {
  const wide = framings.flatMap((framing) => (framing.insets && (framing.by ?? 'texture') === by ? framing.insets : []))
  if (wide.length === 0) return undefined
  const widest = (side: Side) => Math.max(0, ...wide.map((insets) => insets[side]))
  const most: Insets = { left: widest('left'), top: widest('top'), right: widest('right'), bottom: widest('bottom') }
  return createCanvasExtension(picture, most, copyableSurface(where.mask ?? ellipseMask(picture, where.dish)), by)
}
