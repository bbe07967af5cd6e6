import type { Box, Size } from '../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../raster/masks/binary-mask.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import { dilate, openMask } from '../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../raster/masks/soft-mask.ts'

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

/** What is thinner than this share of the short side sticks out of a dish: chopsticks, handles, stems. */
const THIN = 0.03
/** Alpha from which a pixel belongs to the dish. */
const MIN_ALPHA = 128

/**
 * The dish of a subject's mask: its box without thin things that stick out, and its centroid as the focus.
 *
 * @returns in the mask's pixels; undefined if the mask is empty
 */
export function dishFromMask(subject: SoftMask): Dish | undefined {
  const mask = thresholdMask(subject, MIN_ALPHA)
  return boxWithCentroid(openMask(mask, thinRadius(mask))) ?? boxWithCentroid(mask)
}

/**
 * A coarse mask with its thin parts made as wide as they may be. Such a mask often shows only one edge of a handle or a
 * spoon.
 *
 * @returns alpha of 0 or 255
 */
export function widenThinParts(subject: SoftMask): SoftMask {
  const mask = thresholdMask(subject, MIN_ALPHA)
  const { bits, width, height } = mask
  const radius = thinRadius(mask)
  const body = openMask(mask, radius)
  const thin = { bits: maskBits(bits.length, (i) => bits[i] === 1 && body.bits[i] === 0), width, height }
  const wide = dilate(thin, radius)
  return { alpha: bits.map((bit, i) => 255 * (bit | wide.bits[i])), width, height }
}

const thinRadius = ({ width, height }: BinaryMask) => Math.max(1, Math.round((THIN / 2) * Math.min(width, height)))

function boxWithCentroid(mask: BinaryMask): Dish | undefined {
  const box = maskBox(mask.bits, mask, 1)
  if (!box) return undefined
  let [count, across, down] = [0, 0, 0]
  for (let y = 0, i = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++, i++) {
      if (mask.bits[i] === 0) continue
      count++
      across += x + 0.5
      down += y + 0.5
    }
  }
  return { ...box, focus: { x: across / count, y: down / count } }
}
