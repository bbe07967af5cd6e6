import { maskBits } from '../../raster/masks/binary-mask.ts'
import { borderOf, labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { shadowOnBackdrop } from './shadow-on-backdrop.ts'

/** Code from which a pixel of a backdrop is blank: white without detail, in its darkest channel. */
const BLANK = 251
/** Share of the border of the photo that must be blank. */
const LEAST_BORDER = 0.5
/** Share of a mask above which what is blank is no backdrop but a burnt-out plate that fills the photo. */
const MOST_OF_MASK = 0.35
/** Pixels on both sides of the way along which blank parts are connected, so that a gap in a pale rim lets nothing through. */
const HALF_WIDTH = 4
/** Alpha from which a pixel is inside a mask. */
const INSIDE = 128

const blankIn =
  ({ data }: Pixels) =>
  (i: number): boolean =>
    Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]) >= BLANK

/** Whether a photo shows its dish on a blank backdrop. */
export const isOnBlankBackdrop = (picture: Pixels): boolean => {
  const border = borderOf(picture)
  return border.filter(blankIn(picture)).length >= LEAST_BORDER * border.length
}

/**
 * Takes a blank backdrop out of a mask: in a photo on white, what is white without detail and connected with the border of the photo
 * is no part of the dish. A pale plate on it is easily lost to a network, and its rim is still there in the picture. The shadow that
 * the dish casts on such a backdrop goes with it.
 *
 * @param small RGB, of the mask's size
 * @returns the new alpha; that of the mask where the photo has no such backdrop, or where most of the dish itself is burnt out
 * @example const alpha = eraseBlankBackdrop(subject, small)
 */
export function eraseBlankBackdrop({ alpha, width, height }: SoftMask, picture: Pixels): Uint8Array {
  if (!isOnBlankBackdrop(picture)) return alpha
  const isBlank = blankIn(picture)
  const border = borderOf({ width, height })
  const blank = { bits: maskBits(alpha.length, isBlank), width, height }
  const wide = erode(blank, HALF_WIDTH)
  const { labels } = labelComponents(wide, 1)
  const outside = new Set(border.map((i) => labels[i]))
  outside.delete(0)
  const reached = dilate({ ...wide, bits: maskBits(alpha.length, (i) => outside.has(labels[i])) }, HALF_WIDTH).bits
  let [all, erased] = [0, 0]
  for (let i = 0; i < alpha.length; i++) {
    all += alpha[i]
    erased += alpha[i] * reached[i]
  }
  if (erased > MOST_OF_MASK * all) return alpha
  const dish = { bits: maskBits(alpha.length, (i) => alpha[i] >= INSIDE && reached[i] === 0), width, height }
  const shadow = shadowOnBackdrop(picture, dish, reached)
  const backdrop = boxMean(
    Float32Array.from(reached, (bit, i) => bit | shadow[i]),
    width,
    height,
    1,
  )
  return alpha.map((value, i) => Math.min(value, Math.round(255 * (1 - backdrop[i]))))
}
