import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../../raster/geometry.ts'

/** The part of a stage in which a card shows the dish, and the one into which it may go on. */
export interface CardRoom {
  readonly clear: Box
  readonly all: Box
}

/** The share of its room that a card takes where the camera needs some around it. */
const SHARE = 0.9

/**
 * Where a part of a photo lies on a stage.
 *
 * @param needed what it shows at least; exactly that if `isExact`
 * @param reaches whether it may reach the borders of its room, because the camera keeps less than all of it
 * @returns the part in the photo's pixels, and its place and scale on the stage
 */
export function placeCard(
  { needed, isExact, reaches }: { readonly needed: Box; readonly isExact: boolean; readonly reaches: boolean },
  photo: Size,
  size: Size,
  room?: CardRoom,
): { part: Box; card: Box; scale: number } {
  const { clear } = room ?? { clear: { left: 0, top: 0, ...size } }
  const part = isExact ? needed : partAround(needed, photo, clear)
  const scale = (room && reaches ? 1 : SHARE) * Math.min(clear.width / part.width, clear.height / part.height)
  const own = { width: part.width * scale, height: part.height * scale }
  const card = {
    left: clear.left + (clear.width - own.width) / 2,
    top: clear.top + (clear.height - own.height) / 2,
    ...own,
  }
  return { ...(room && reaches ? goneOn(part, card, { ...room, scale, photo }) : { part, card }), scale }
}

/** A card goes on where it meets the end of its clear part, as far as the photo and the whole part reach. */
function goneOn(
  part: Box,
  card: Box,
  { clear, all, scale, photo }: { clear: Box; all: Box; scale: number; photo: Size },
): { part: Box; card: Box } {
  const meets = (one: number, other: number) => Math.abs(one - other) < 2
  const more = (isMet: boolean, room: number, length: number) =>
    isMet ? Math.floor(Math.min(room / scale, length)) : 0
  const [end, down] = [card.left + card.width, card.top + card.height]
  const left = more(meets(card.left, clear.left), clear.left - all.left, part.left)
  const top = more(meets(card.top, clear.top), clear.top - all.top, part.top)
  const right = more(
    meets(end, clear.left + clear.width),
    all.left + all.width - end,
    photo.width - part.left - part.width,
  )
  const bottom = more(
    meets(down, clear.top + clear.height),
    all.top + all.height - down,
    photo.height - part.top - part.height,
  )
  const grownBy = (box: Box, by: number): Box => ({
    left: box.left - left * by,
    top: box.top - top * by,
    width: box.width + (left + right) * by,
    height: box.height + (top + bottom) * by,
  })
  return { part: grownBy(part, 1), card: grownBy(card, scale) }
}

/** The part of the photo that holds a box and is as near to the shape of the stage as the photo allows. */
function partAround(needed: Box, photo: Size, { width, height }: Size): Box {
  const ratio = width / height
  const across = Math.max(needed.width, needed.height * ratio)
  const part = { width: Math.min(photo.width, across), height: Math.min(photo.height, across / ratio) }
  const start = (middle: number, length: number, most: number) => clamp(middle - length / 2, 0, most - length)
  const left = Math.floor(start(needed.left + needed.width / 2, part.width, photo.width))
  const top = Math.floor(start(needed.top + needed.height / 2, part.height, photo.height))
  return {
    left,
    top,
    width: Math.min(photo.width - left, Math.ceil(part.width)),
    height: Math.min(photo.height - top, Math.ceil(part.height)),
  }
}
