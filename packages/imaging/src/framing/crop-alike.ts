import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type Box, growBox, type Size } from '../raster/geometry.ts'
import type { DishBox } from './crop-to-dish.ts'
import { ALIKE_CROP } from './frame-rules.ts'

/** The frame that the photos of one menu should share. */
export interface SharedFrame {
  /** Width over height. */
  readonly aspect: number
  /** Share of the frame that the dish covers. */
  readonly share: number
  /** The middle of the dish's box, as shares of the frame's width and height. */
  readonly x: number
  readonly y: number
}

export interface AlikeCrop {
  /** The part to keep; undefined if the photo is framed like that already, or nearly. */
  readonly crop: Box | undefined
  /** Whether the shape, and the place of the dish, are those of the shared frame. */
  readonly hasShape: boolean
  readonly hasPlace: boolean
}

/**
 * A crop that frames a dish as another photo frames its own: the same shape, with the dish as large and at the same place, as
 * far as the photo allows. The dish stays whole, with a little room around it where the photo has it. At least three fifths
 * of the largest frame of that shape are kept on each side.
 */
export function cropAlike(picture: Size, dish: DishBox, wanted: SharedFrame): AlikeCrop {
  const held = growBox(dish, ALIKE_CROP.room * dish.width, ALIKE_CROP.room * dish.height, picture)
  const own = picture.width / picture.height
  const isOwn = Math.abs(Math.log(wanted.aspect / own)) < ALIKE_CROP.sameShape
  // The shape nearest to the shared one into which the whole dish fits.
  const aspect = isOwn ? own : clamp(wanted.aspect, held.width / picture.height, picture.width / held.height)
  const widest = Math.min(picture.width, picture.height * aspect)
  const narrowest = Math.min(widest, Math.max(held.width, held.height * aspect, ALIKE_CROP.minKept * widest))
  const area = (dish.share * picture.width * picture.height) / wanted.share
  const sized = clamp(Math.sqrt(area * aspect), narrowest, widest)
  const middle = { x: dish.left + dish.width / 2, y: dish.top + dish.height / 2 }
  const placed = Math.min(reach(middle.x, picture.width, wanted.x), reach(middle.y, picture.height, wanted.y) * aspect)
  const width = clamp(placed, Math.max(narrowest, sized / ALIKE_CROP.closer), sized)
  const size = {
    width: Math.max(1, Math.min(picture.width, Math.round(width))),
    height: Math.max(1, Math.min(picture.height, Math.round(width / aspect))),
  }
  const left = startHolding(middle.x - wanted.x * size.width, size.width, picture.width, [held.left, held.width])
  const top = startHolding(middle.y - wanted.y * size.height, size.height, picture.height, [held.top, held.height])
  const off = Math.max(
    Math.abs((middle.x - left) / size.width - wanted.x),
    Math.abs((middle.y - top) / size.height - wanted.y),
  )
  return {
    crop: isOwn && width > ALIKE_CROP.maxKept * widest ? undefined : { left, top, ...size },
    hasShape: isOwn || Math.abs(Math.log(wanted.aspect / aspect)) < ALIKE_CROP.sameShape,
    hasPlace: off <= ALIKE_CROP.samePlace,
  }
}

/** The longest side of a frame that has a place at the wanted share of it. */
const reach = (place: number, whole: number, wanted: number): number =>
  Math.min(place / Math.max(0.01, wanted), (whole - place) / Math.max(0.01, 1 - wanted))

/** Where a frame begins that lies within the photo and holds a part of it. */
const startHolding = (
  start: number,
  size: number,
  whole: number,
  [from, length]: readonly [number, number],
): number => {
  const first = Math.max(0, Math.ceil(from + length) - size)
  return Math.round(clamp(start, first, Math.max(first, Math.min(whole - size, Math.floor(from)))))
}
