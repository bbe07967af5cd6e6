import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'

/** Below this share of the frame a dish is lost in it, and this much of it is what a crop brings it to. */
const SMALL_DISH = 0.13
const TARGET_SHARE = 0.3
/** A crop keeps at least this share of each side, and this share of the dish's own size free around it. */
const MIN_KEPT = 0.6
const ROOM = 0.12

export interface DishBox extends Box {
  /** Share of the whole picture that the dish covers. */
  readonly share: number
}

/** The box of a mask in a picture's own pixels; undefined where there is none. */
export const dishBoxIn = ({ alpha, width, height }: SoftMask, size: Size): DishBox | undefined => {
  let [left, top, right, bottom, mass] = [width, height, -1, -1, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i]
      mass += value
      if (value < 128) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  const [across, down] = [size.width / width, size.height / height]
  const from = { x: Math.floor(left * across), y: Math.floor(top * down) }
  return {
    left: from.x,
    top: from.y,
    width: Math.min(size.width, Math.ceil((right + 1) * across)) - from.x,
    height: Math.min(size.height, Math.ceil((bottom + 1) * down)) - from.y,
    share: mass / (255 * width * height),
  }
}

const offsetOf = (whole: number, size: number, from: number, length: number): number =>
  Math.max(0, Math.min(whole - size, Math.round(from + length / 2 - size / 2)))

/**
 * A crop in the picture's own shape that brings the dish nearer to a share of the frame. The whole dish stays in it, with
 * room around, and no more than two fifths of a side go. Undefined where there is nothing to gain.
 *
 * @param wanted share of the frame that the dish should cover
 */
export const cropToShare = ({ width, height }: Size, dish: DishBox, wanted: number): Box | undefined => {
  const needed = Math.max((dish.width * (1 + 2 * ROOM)) / width, (dish.height * (1 + 2 * ROOM)) / height)
  const scale = Math.max(MIN_KEPT, needed, Math.sqrt(dish.share / wanted))
  if (scale > 0.95) return undefined
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return {
    left: offsetOf(width, size.width, dish.left, dish.width),
    top: offsetOf(height, size.height, dish.top, dish.height),
    ...size,
  }
}

/** The crop for a dish that is lost in its picture; undefined for any other. */
export const cropToDish = (pixels: Size, dish: DishBox): Box | undefined =>
  dish.share < SMALL_DISH ? cropToShare(pixels, dish, TARGET_SHARE) : undefined
