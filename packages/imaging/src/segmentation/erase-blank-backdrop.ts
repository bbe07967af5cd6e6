import { maskBits } from '../raster/masks/binary-mask.ts'
import { bitsOfComponents, borderOf, componentsAtBorder, findComponents } from '../raster/masks/mask-components.ts'
import { dilate, erode } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { shadowOnBackdrop } from './shadow-on-backdrop.ts'

/** Code from which a pixel of a backdrop is blank, in its darkest channel, and the share of the border that must be. */
const BLANK = 251
const LEAST_BORDER = 0.5
/** Share of a mask above which what is blank is no backdrop but a burnt-out plate that fills the photo. */
const MOST_OF_MASK = 0.35
/** Alpha from which a pixel is inside a mask. */
const INSIDE = 128
/** Pixels on both sides of the way along which blank parts are connected, so that a gap in a pale rim lets nothing through. */
const HALF_WIDTH = 4

/**
 * Takes a blank backdrop out of a mask: in a photo on white, what is white without detail and connected with the border of the photo
 * is no part of the dish. The shadow that the dish casts on it goes with it.
 *
 * @param picture RGB, of the mask's size
 * @returns the same mask where the photo has no such backdrop
 */
export function eraseBlankBackdrop(mask: SoftMask, picture: Pixels): SoftMask {
  const { alpha, width, height } = mask
  const isBlank = (i: number) => Math.min(...picture.data.subarray(3 * i, 3 * i + 3)) >= BLANK
  const border = borderOf(mask)
  if (border.filter(isBlank).length < LEAST_BORDER * border.length) return mask
  const bits = maskBits(alpha.length, isBlank)
  const wide = erode({ bits, width, height }, HALF_WIDTH)
  const parts = findComponents(wide, 1)
  const outside = bitsOfComponents(parts, componentsAtBorder(parts, mask), alpha.length)
  const backdrop = dilate({ bits: outside, width, height }, HALF_WIDTH).bits
  const dish = { bits: maskBits(alpha.length, (i) => alpha[i] >= INSIDE && backdrop[i] === 0), width, height }
  const shadow = shadowOnBackdrop(picture, dish, backdrop)
  const gone = boxMean(
    Float32Array.from(backdrop, (bit, i) => bit | shadow[i]),
    width,
    height,
    1,
  )
  const erased = alpha.map((value, i) => Math.min(value, Math.round(255 * (1 - gone[i]))))
  const mass = (of: Uint8Array) => of.reduce((sum, value) => sum + value, 0)
  return mass(alpha.map((value, i) => (backdrop[i] ? 0 : value))) < (1 - MOST_OF_MASK) * mass(alpha)
    ? mask
    : { ...mask, alpha: erased }
}
