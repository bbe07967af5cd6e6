import type { Box, Size } from '../../raster/geometry.ts'
import { shownShare, sidesBeyond } from './beyond-photo.ts'
import type { Borders } from './border-calmness.ts'
import type { Side } from './open-sides.ts'

/** Steps in which a border is moved inwards, as a share of that side of the photo. */
const STEP = 0.02
/** The largest share of a side that is cut off there. */
const MOST = 0.25
/** Distance that is kept from the dish, as a share of the longer side: its contact shadow lies there. */
const FROM_DISH = 0.03

/**
 * The part of a photo whose borders nothing crosses where a frame reaches beyond them: what the photo itself cuts there, a
 * glass or the edge of the table, is cut off with the strip in which it lies. A side at which that would take too much, or
 * come too near to the dish, stays as it is.
 *
 * @param frame reaches beyond the photo
 */
export function calmPart(photo: Size, dish: Box, frame: Box, borders: Borders): Box {
  let part: Box = { left: 0, top: 0, width: photo.width, height: photo.height }
  const gap = FROM_DISH * Math.max(photo.width, photo.height)
  for (const side of sidesBeyond(frame, photo)) {
    const shown = shownShare(frame, photo, side)
    const room = Math.min(roomBeside(photo, dish, side) - gap, MOST * lengthAt(photo, side))
    const step = STEP * lengthAt(photo, side)
    const isCalm = (cut: number) => {
      const at = borders.within(cutOff(part, side, Math.round(cut)))
      return at.open[side] && at.isCalm(side, ...shown)
    }
    for (let cut = 0; cut <= room; cut += step) {
      // A pattern has single calm lines, between two of its stripes, so the next line has to be calm too.
      if (!isCalm(cut) || (cut > 0 && !isCalm(cut + step))) continue
      part = cutOff(part, side, Math.round(cut))
      break
    }
  }
  return part
}

const lengthAt = ({ width, height }: Size, side: Side): number => (side === 'left' || side === 'right' ? width : height)

const roomBeside = ({ width, height }: Size, dish: Box, side: Side): number =>
  ({
    left: dish.left,
    top: dish.top,
    right: width - dish.left - dish.width,
    bottom: height - dish.top - dish.height,
  })[side]

const cutOff = ({ left, top, width, height }: Box, side: Side, cut: number): Box => ({
  left: side === 'left' ? left + cut : left,
  top: side === 'top' ? top + cut : top,
  width: side === 'left' || side === 'right' ? width - cut : width,
  height: side === 'top' || side === 'bottom' ? height - cut : height,
})
