import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { type Box, growBox, type Size } from '../../raster/geometry.ts'
import { addedShare, looksContinuous, sidesBeyond, sidesWhere } from '../extend/beyond-photo.ts'
import type { Borders } from '../extend/border-calmness.ts'
import type { Continuation } from '../extend/extend-canvas.ts'
import type { OpenSides } from '../extend/open-sides.ts'
import { EXPORT_FRAME } from '../frame-rules.ts'
import { startBeyond, startInside } from '../place-span.ts'
import { type FoundDish, middleToShow } from '../share-inside.ts'

/** What a picture is brought to. */
export interface FitTarget {
  /** Largest size of the result; its shape is exact. */
  readonly size: Size
  /** A photo with fewer pixels than `size` keeps them, down to this size; `size` by default. */
  readonly least?: Size | undefined
  /** The middle part of `size` in which the dish is kept if the photo has the room. */
  readonly safeArea?: Size | undefined
}

/** What of the photo is shown, and how large. */
export interface FitFrame {
  /** In the photo's pixels, with fractions. If it reaches beyond the photo, the background must be extended. */
  readonly frame: Box
  readonly size: Size
  /** How the background is to be extended, if the frame reaches beyond the photo. */
  readonly by?: Continuation
  /** Something crosses a border beyond which the frame reaches: the plain backdrop dissolves it. */
  readonly crossed?: true
  /** False if the dish reaches beyond the safe area. */
  readonly dishSafe: boolean
}

/**
 * Chooses the frame of a given shape: the largest that the photo has, around the dish. If the dish does not fit, it takes
 * a larger one that reaches beyond the photo at calm sides, where the surface can be continued. If something crosses the
 * borders, a frame that cuts little of the dish stays inside the photo, and any other gets a plain backdrop in which
 * something faint dissolves, if that is a small part of the frame. Where the photo itself cuts the dish, or something strong
 * ends, nothing is added. Nor is anything added if the dish would be cut all the same: a close crop of the photo looks better
 * than a dish that is cut on a backdrop.
 *
 * @param photo its size in pixels
 * @param found the dish in the photo's pixels; without one the frame is centred
 * @param borders undefined if no side may be extended
 */
export function fitFrame(
  photo: Size,
  found: FoundDish | undefined,
  borders: Borders | undefined,
  target: FitTarget,
): FitFrame {
  const ratio = target.size.width / target.size.height
  const largest = sizeOfShape(Math.min(photo.width, photo.height * ratio), ratio)
  if (!found) {
    const frame = middleFrame(largest, photo)
    return { frame, size: sizeFor(frame, target), dishSafe: true }
  }
  const { dish } = found
  const room = EXPORT_FRAME.room * Math.max(dish.width, dish.height)
  const wanted = { ratio, photo, found, needed: growBox(dish, room, room, photo) }
  const safe = safeShare(target)
  const inside = insideFrame(largest, photo, found)
  // Only the dish itself is a reason to extend the background, not the room around it.
  const isCut = shownOf(dish, largest) < 1
  const beyond = isCut && borders ? frameBeyond(wanted, shownOf(dish, largest), borders) : undefined
  const frame = beyond?.frame ?? (isCut ? inside : closeUntilSafe(inside, wanted, safe))
  return {
    ...(beyond ?? { frame }),
    size: sizeFor(frame, target),
    dishSafe: isSafe(frame, dish, safe),
  }
}

const sizeOfShape = (width: number, ratio: number): Size => ({ width, height: width / ratio })

/** The share of a dish's length that fits into a frame; 1 or more if all of it does. */
export const shownOf = (dish: Box, frame: Size): number =>
  Math.min(frame.width / dish.width, frame.height / dish.height)

/** The largest frame in which the dish is in the safe area; the given frame if there is none. */
function closeUntilSafe(frame: Box, { ratio, photo, found, needed }: Wanted, safe: Size): Box {
  if (isSafe(frame, found.dish, safe)) return frame
  const { closest, steps } = EXPORT_FRAME
  for (let step = 1; step <= steps; step++) {
    const size = sizeOfShape(frame.width * (1 - ((1 - closest) * step) / steps), ratio)
    if (needed.width > size.width || needed.height > size.height) break
    const closer = insideFrame(size, photo, found)
    if (isSafe(closer, found.dish, safe)) return closer
  }
  return frame
}

const middleFrame = (size: Size, photo: Size): Box => ({
  left: (photo.width - size.width) / 2,
  top: (photo.height - size.height) / 2,
  ...size,
})

/**
 * A frame inside the photo, around the dish. If the dish is too wide, it shows where most of it is, one of two plates
 * rather than half of both; if it is too high, the middle, because most of a plate lies in front of the food.
 */
const insideFrame = (size: Size, photo: Size, found: FoundDish): Box => ({
  left: startInside(middleToShow(found, 'x', size.width, photo.width), size.width, photo.width),
  top: startInside(found.dish.top + found.dish.height / 2, size.height, photo.height),
  ...size,
})

interface Wanted {
  readonly ratio: number
  readonly photo: Size
  readonly found: FoundDish
  /** The dish with room around it. */
  readonly needed: Box
}

/** A frame that is wider or higher than the photo, and how it is filled. */
type Beyond = Required<Pick<FitFrame, 'frame' | 'by'>> & Pick<FitFrame, 'crossed'>

/**
 * The frame that reaches beyond the photo; undefined if the photo is cropped instead.
 *
 * @param shown the share of the dish's length that a frame inside the photo shows
 */
function frameBeyond(wanted: Wanted, shown: number, { open, isCalm, canDissolve }: Borders): Beyond | undefined {
  const { photo, found } = wanted
  const { leastShown, maxBackdrop, maxCrossed, maxNew, maxNewOneWay } = EXPORT_FRAME
  const framed = (at: OpenSides, most: number) => {
    const frame = frameAt(wanted, at, isBothWays(wanted, at) ? most : maxNewOneWay)
    return frame && shownOf(found.dish, frame) >= leastShown ? frame : undefined
  }
  const widest = framed(open, maxBackdrop)
  if (!widest) return undefined
  const calm = sidesWhere(open, isCalm, widest, photo)
  const isCrossed = (frame: Box) => sidesBeyond(frame, photo).some((side) => !calm[side])
  const dissolved = framed(sidesWhere(open, canDissolve, widest, photo), maxBackdrop)
  const isFog = dissolved && isCrossed(dissolved) && addedShare(dissolved, photo) > maxCrossed
  const soft = isFog ? undefined : dissolved
  const textured = framed(calm, maxNew)
  if (textured && looksContinuous(textured, photo) && textured.width >= (soft?.width ?? 0) - 1) {
    return { frame: textured, by: 'texture' }
  }
  if (!soft || shown >= leastShown) return undefined
  return { frame: soft, by: 'soft', ...(isCrossed(soft) && { crossed: true }) }
}

const isBothWays = (wanted: Wanted, at: OpenSides): boolean =>
  isWider(wanted) ? at.left && at.right : at.top && at.bottom

const isWider = ({ ratio, photo, needed }: Wanted): boolean =>
  Math.max(needed.width, needed.height * ratio) > photo.width

/**
 * It shows all of the photo in that direction and continues at the open sides. It is as large as needed, or as large as the
 * limit on added background allows.
 */
function frameAt(wanted: Wanted, open: OpenSides, maxNew: number): Box | undefined {
  const { ratio, photo, found, needed } = wanted
  const width = Math.max(needed.width, needed.height * ratio)
  const most = (isWider(wanted) ? photo.width : photo.height * ratio) / (1 - maxNew)
  const size = sizeOfShape(Math.min(width, most), ratio)
  const frame = insideFrame(size, photo, found)
  if (isWider(wanted)) {
    const left = startBeyond(needed.left + needed.width / 2, size.width, photo.width, open.left, open.right)
    return left === undefined ? undefined : { ...frame, left }
  }
  const top = startBeyond(needed.top + needed.height / 2, size.height, photo.height, open.top, open.bottom)
  return top === undefined ? undefined : { ...frame, top }
}

/** The safe area as shares of the frame. */
const safeShare = ({ size, safeArea }: FitTarget): Size =>
  safeArea ? { width: safeArea.width / size.width, height: safeArea.height / size.height } : { width: 1, height: 1 }

const isSafe = ({ left, top, width, height }: Box, dish: Box, safe: Size): boolean =>
  contains(
    {
      left: left + (width * (1 - safe.width)) / 2,
      top: top + (height * (1 - safe.height)) / 2,
      width: width * safe.width,
      height: height * safe.height,
    },
    dish,
    0.01 * Math.max(dish.width, dish.height),
  )

const contains = (outer: Box, inner: Box, slack: number): boolean =>
  inner.left >= outer.left - slack &&
  inner.top >= outer.top - slack &&
  inner.left + inner.width <= outer.left + outer.width + slack &&
  inner.top + inner.height <= outer.top + outer.height + slack

/** The size wanted; for a photo with fewer pixels, as many as it has. */
function sizeFor({ width }: Box, { size, least = size }: FitTarget): Size {
  const ratio = size.width / size.height
  const lowest = Math.max(least.width, Math.ceil(least.height * ratio))
  const across = Math.round(clamp(width, Math.min(lowest, size.width), size.width))
  return across === size.width ? size : { width: across, height: Math.round(across / ratio) }
}
