import { type Box, type Size, scaleBox } from '../raster/geometry.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { CLOSE_CROP } from './frame-rules.ts'
import { startInside } from './place-span.ts'

export interface DishBox extends Box {
  /** Share of the whole picture that the dish covers. */
  readonly share: number
}

/** The box of a mask in a picture's own pixels; undefined if the mask is empty. */
export const dishBoxIn = (mask: SoftMask, picture: Size): DishBox | undefined => {
  const { alpha, width, height } = mask
  const box = maskBox(alpha, mask, 128)
  if (!box) return undefined
  const mass = alpha.reduce((sum, value) => sum + value, 0)
  return { ...scaleBox(box, mask, picture), share: mass / (255 * width * height) }
}

/**
 * A crop in the picture's own shape that brings the dish closer to a share of the frame. The whole dish stays in it with
 * room around it, and at most two fifths of each side are cut off. Undefined if the crop would gain too little.
 *
 * @param wanted share of the frame that the dish should cover
 */
export const cropToShare = ({ width, height }: Size, dish: DishBox, wanted: number): Box | undefined => {
  const withRoom = 1 + 2 * CLOSE_CROP.room
  const needed = Math.max((dish.width * withRoom) / width, (dish.height * withRoom) / height)
  const scale = Math.max(CLOSE_CROP.minKept, needed, Math.sqrt(dish.share / wanted))
  if (scale > CLOSE_CROP.maxKept) return undefined
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return {
    left: Math.round(startInside(dish.left + dish.width / 2, size.width, width)),
    top: Math.round(startInside(dish.top + dish.height / 2, size.height, height)),
    ...size,
  }
}

/** The crop for a dish that is lost in its picture; undefined for any other. */
export const cropToDish = (picture: Size, dish: DishBox): Box | undefined =>
  dish.share < CLOSE_CROP.smallDish ? cropToShare(picture, dish, CLOSE_CROP.targetShare) : undefined
