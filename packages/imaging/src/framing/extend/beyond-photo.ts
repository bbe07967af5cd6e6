import type { Box, Size } from '../../raster/geometry.ts'
import { MOST_TEXTURE } from '../frame-rules.ts'
import type { Borders } from './border-calmness.ts'
import { type OpenSides, SIDES, type Side } from './open-sides.ts'

/** Whether a frame around a photo shows no more continued surface at any side than looks real. */
export function looksContinuous({ left, top, width, height }: Box, photo: Size): boolean {
  const across = Math.max(-left, left + width - photo.width) / width
  const down = Math.max(-top, top + height - photo.height) / height
  return across <= MOST_TEXTURE.across && down <= MOST_TEXTURE.down
}

/** The share of the height or width of a frame that lies beyond a photo, 0–1: the larger of both. */
export const addedShare = ({ left, top, width, height }: Box, photo: Size): number => {
  const beyond = (start: number, length: number, whole: number) =>
    (Math.max(0, -start) + Math.max(0, start + length - whole)) / length
  return Math.max(beyond(left, width, photo.width), beyond(top, height, photo.height))
}

/** The sides at which a frame reaches beyond a photo, by a pixel or more. */
export function sidesBeyond({ left, top, width, height }: Box, photo: Size): Side[] {
  const beyond = { left: -left, top: -top, right: left + width - photo.width, bottom: top + height - photo.height }
  return SIDES.filter((side) => beyond[side] >= 1)
}

/** The part of a border that a frame shows, as shares of its length. */
export function shownShare({ left, top, ...size }: Box, photo: Size, side: Side): [from: number, to: number] {
  const isUpright = side === 'left' || side === 'right'
  const [start, length, whole] = isUpright ? [top, size.height, photo.height] : [left, size.width, photo.width]
  return [Math.max(0, start / whole), Math.min(1, (start + length) / whole)]
}

/** Those of the open sides of a photo at which something holds for the part of the border that a frame shows. */
export function sidesWhere(open: OpenSides, holds: Borders['isCalm'], frame: Box, photo: Size): OpenSides {
  const at = (side: Side) => open[side] && holds(side, ...shownShare(frame, photo, side))
  return { left: at('left'), top: at('top'), right: at('right'), bottom: at('bottom') }
}
