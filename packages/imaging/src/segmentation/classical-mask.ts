import sharp from 'sharp'
import type { Box } from '../raster/geometry.ts'
import { lumaOf } from '../raster/luma.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { borderColours, type Colour, distanceToNearest } from './border-colours.ts'
import { findDishByColour } from './find-dish-by-colour.ts'
import { grabCut, Hint } from './vision/grab-cut.ts'

/** Long side of the copy that is parted; GrabCut's time grows faster than its pixels. */
const SIDE = 320
/** Depth of the rim that is taken for surroundings, and how far out of the dish's box its shadow may lie. */
const BORDER_DEPTH = 0.02
const MARGIN = 0.08
/** How far (of 1) a colour is from the rim's that may be a dish, and that is one. */
const PROBABLE_DISTANCE = 0.12
const CERTAIN_DISTANCE = 0.3

/** A mask from colours alone: where the dish seems to be is the beginning, GrabCut draws the line. `doubt` is 0–1. */
export async function classicalMask(small: Pixels): Promise<SoftMask & { readonly doubt: number }> {
  const { width, height } = small
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const data = await sharp(small.data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer()
  const tiny: Pixels = { data, ...size, channels: 3 }
  const dish = findDishByColour(tiny)
  const bits = await grabCut(tiny, dish.doubt === 1 ? hintsByColour(tiny) : hintsByBox(tiny, dish))
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

/** Where no one thing stands out: what is far from every colour of the rim may be one of many dishes. */
function hintsByColour({ data, width, height }: Pixels): Uint8Array {
  const colours = Array.from({ length: width * height }, (_, i): Colour => {
    const [r, g, b] = [0, 1, 2].map((c) => data[3 * i + c] / 255) as [number, number, number]
    return [lumaOf(r, g, b), r - g, b - (r + g) / 2]
  })
  const isRim = (i: number) => i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1
  const backgrounds = borderColours(colours.filter((_, i) => isRim(i)))
  return Uint8Array.from(colours, (colour, i) => {
    if (isRim(i)) return Hint.background
    const odd = distanceToNearest(colour, backgrounds)
    return odd > CERTAIN_DISTANCE
      ? Hint.foreground
      : odd > PROBABLE_DISTANCE
        ? Hint.probableForeground
        : Hint.probableBackground
  })
}

/** What is known before: the middle of the dish is dish, the picture's rim is not, and the box parts the rest. */
function hintsByBox({ width, height }: Pixels, dish: Box): Uint8Array {
  const [rx, ry] = [dish.width / 2, dish.height / 2]
  const [cx, cy] = [dish.left + rx, dish.top + ry]
  const rim = Math.max(1, Math.round(BORDER_DEPTH * Math.min(width, height)))
  const marks = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const out = Math.hypot((x + 0.5 - cx) / rx, (y + 0.5 - cy) / ry)
      const beyond = Math.max(Math.abs(x + 0.5 - cx) / rx, Math.abs(y + 0.5 - cy) / ry) > 1 + 2 * MARGIN
      const atRim = x < rim || y < rim || x >= width - rim || y >= height - rim
      const inside = out < 1
      marks[y * width + x] =
        beyond || (atRim && !inside)
          ? Hint.background
          : out < 0.5
            ? Hint.foreground
            : inside
              ? Hint.probableForeground
              : Hint.probableBackground
    }
  }
  return marks
}
