import sharp from 'sharp'
import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { borderColours } from './border-colours.ts'
import { findDishByColour } from './find-dish-by-colour.ts'
import { distanceToNearest, opponentColour } from './opponent-colour.ts'
import { grabCut, Hint } from './vision/grab-cut.ts'

/** Long side of the copy that is segmented. GrabCut's time grows faster than its pixels. */
const SIDE = 320
/** Depth of the border that is taken for background, as a share of the short side. */
const BORDER_DEPTH = 0.02
/** How far beyond the dish's box its shadow may reach, as a share of the box. */
const MARGIN = 0.08
/** Share of the box's ellipse that is certainly dish. */
const CERTAIN_RADIUS = 0.5
/** Distance (of 1) from the border's colours from which a colour is probably, and certainly, a dish. */
const PROBABLE_DISTANCE = 0.12
const CERTAIN_DISTANCE = 0.3

/** A mask from colours alone: GrabCut, started from where the dish seems to be. `doubt` is 0–1. */
export async function classicalMask(small: Pixels): Promise<SoftMask & { readonly doubt: number }> {
  const { width, height } = small
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const data = await sharp(small.data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const reduced: Pixels = { data, ...size, channels: 3 }
  const dish = findDishByColour(reduced)
  const bits = await grabCut(reduced, dish.doubt === 1 ? hintsByColour(reduced) : hintsByBox(reduced, dish))
  const alpha = await sharp(
    bits.map((bit) => 255 * bit),
    { raw: { ...size, channels: 1 } },
  )
    .blur(0.8)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { alpha, width, height, doubt: dish.doubt }
}

/**
 * Hints for a picture in which no single thing stands out: a colour far from all colours of the border may be one of many
 * dishes.
 */
function hintsByColour({ data, width, height }: Pixels): Uint8Array {
  const colours = Array.from({ length: width * height }, (_, i) =>
    opponentColour(data[3 * i] / 255, data[3 * i + 1] / 255, data[3 * i + 2] / 255, 1),
  )
  const isBorder = (i: number) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1
  const surroundings = borderColours(colours.filter((_, i) => isBorder(i)))
  return Uint8Array.from(colours, (colour, i) => {
    if (isBorder(i)) return Hint.background
    const distance = distanceToNearest(colour, surroundings)
    if (distance > CERTAIN_DISTANCE) return Hint.foreground
    return distance > PROBABLE_DISTANCE ? Hint.probableForeground : Hint.probableBackground
  })
}

/**
 * Hints from the dish's box: its middle is dish, the picture's border is not, and the ellipse in the box divides the
 * rest.
 */
function hintsByBox({ width, height }: Size, dish: Box): Uint8Array {
  const [rx, ry] = [dish.width / 2, dish.height / 2]
  const [cx, cy] = [dish.left + rx, dish.top + ry]
  const border = Math.max(1, Math.round(BORDER_DEPTH * Math.min(width, height)))
  const hints = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [u, v] = [(x + 0.5 - cx) / rx, (y + 0.5 - cy) / ry]
      const radius = Math.hypot(u, v)
      const isBeyond = Math.max(Math.abs(u), Math.abs(v)) > 1 + 2 * MARGIN
      const isBorder = x < border || y < border || x >= width - border || y >= height - border
      if (isBeyond || (isBorder && radius >= 1)) hints[i] = Hint.background
      else if (radius < CERTAIN_RADIUS) hints[i] = Hint.foreground
      else hints[i] = radius < 1 ? Hint.probableForeground : Hint.probableBackground
    }
  }
  return hints
}
