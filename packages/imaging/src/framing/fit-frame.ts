import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type Box, growBox, type Size } from '../raster/geometry.ts'
import { looksContinuous, shownShare, sidesBeyond } from './extend/beyond-photo.ts'
import type { Borders } from './extend/border-calmness.ts'
import type { Continuation } from './extend/extend-canvas.ts'
import { SIDES, type Side } from './extend/open-sides.ts'
import { EXPORT_FRAME } from './frame-rules.ts'
import { startBeyond, startInside } from './place-span.ts'

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
 * borders, a frame that cuts little of the dish stays inside the photo, and any other gets a plain backdrop. Where the
 * photo itself cuts the dish nothing is added.
 *
 * @param photo its size in pixels
 * @param dish in the photo's pixels; without one the frame is centred
 * @param borders undefined if no side may be extended
 */
export function fitFrame(
  photo: Size,
  dish: Box | undefined,
  borders: Borders | undefined,
  target: FitTarget,
): FitFrame {
  const ratio = target.size.width / target.size.height
  const room = dish && EXPORT_FRAME.room * Math.max(dish.width, dish.height)
  const needed = dish && room !== undefined ? growBox(dish, room, room, photo) : undefined
  const largest = sizeOfShape(Math.min(photo.width, photo.height * ratio), ratio)
  const safe = safeShare(target)

  let frame = insideFrame(largest, photo, needed ?? { left: 0, top: 0, ...photo })
  let beyond: Beyond | undefined
  // Only the dish itself is a reason to extend the background, not the room around it.
  if (dish && needed && (dish.width > largest.width || dish.height > largest.height)) {
    const shown = Math.min(largest.width / dish.width, largest.height / dish.height)
    beyond = borders && frameBeyond({ ratio, photo, needed, shown }, borders)
    if (beyond) frame = beyond.frame
  } else if (dish && needed) {
    frame = closeUntilSafe(frame, ratio, photo, dish, needed, safe)
  }
  return {
    ...(beyond ?? { frame }),
    size: sizeFor(frame, target),
    dishSafe: dish === undefined || isSafe(frame, dish, safe),
  }
}

const sizeOfShape = (width: number, ratio: number): Size => ({ width, height: width / ratio })

/** The largest frame in which the dish is in the safe area; the given frame if there is none. */
function closeUntilSafe(frame: Box, ratio: number, photo: Size, dish: Box, needed: Box, safe: Size): Box {
  if (isSafe(frame, dish, safe)) return frame
  const { closest, steps } = EXPORT_FRAME
  for (let step = 1; step <= steps; step++) {
    const size = sizeOfShape(frame.width * (1 - ((1 - closest) * step) / steps), ratio)
    if (needed.width > size.width || needed.height > size.height) break
    const closer = insideFrame(size, photo, needed)
    if (isSafe(closer, dish, safe)) return closer
  }
  return frame
}

/** A frame inside the photo, its middle as near to that of `around` as possible. */
const insideFrame = (size: Size, photo: Size, around: Box): Box => ({
  left: startInside(around.left + around.width / 2, size.width, photo.width),
  top: startInside(around.top + around.height / 2, size.height, photo.height),
  ...size,
})

interface Wanted {
  readonly ratio: number
  readonly photo: Size
  /** The dish with room around it. */
  readonly needed: Box
  /** The share of the dish's longer side that a frame inside the photo shows. */
  readonly shown: number
}

/** A frame that is wider or higher than the photo, and how it is filled. */
type Beyond = Required<Pick<FitFrame, 'frame' | 'by'>> & Pick<FitFrame, 'crossed'>

/** The frame that reaches beyond the photo; undefined if the photo is cropped instead. */
function frameBeyond(wanted: Wanted, { open, isCalm }: Borders): Beyond | undefined {
  const isWhole = SIDES.every((side) => open[side])
  const soft = frameAt(wanted, open, isWhole ? EXPORT_FRAME.maxBackdrop : EXPORT_FRAME.maxNewBesideCut)
  if (!soft) return undefined
  const calm = (side: Side) => open[side] && isCalm(side, ...shownShare(soft, wanted.photo, side))
  const flags = { left: calm('left'), top: calm('top'), right: calm('right'), bottom: calm('bottom') }
  const isBothWays = isWider(wanted) ? flags.left && flags.right : flags.top && flags.bottom
  const most = isBothWays && isWhole ? EXPORT_FRAME.maxNew : EXPORT_FRAME.maxNewBesideCut
  const textured = frameAt(wanted, flags, most)
  if (textured && textured.width >= soft.width - 1 && looksContinuous(textured, wanted.photo)) {
    return { frame: textured, by: 'texture' }
  }
  if (wanted.shown >= EXPORT_FRAME.leastShown) return undefined
  const crossed = sidesBeyond(soft, wanted.photo).some((side) => !flags[side])
  return { frame: soft, by: 'soft', ...(crossed && { crossed }) }
}

const isWider = ({ ratio, photo, needed }: Wanted): boolean =>
  Math.max(needed.width, needed.height * ratio) > photo.width

/**
 * It shows all of the photo in that direction and continues at the open sides. It is as large as needed, or as large as the
 * limit on added background allows.
 */
function frameAt(wanted: Wanted, open: Readonly<Record<Side, boolean>>, maxNew: number): Box | undefined {
  const { ratio, photo, needed } = wanted
  const width = Math.max(needed.width, needed.height * ratio)
  const most = (isWider(wanted) ? photo.width : photo.height * ratio) / (1 - maxNew)
  const size = sizeOfShape(Math.min(width, most), ratio)
  const frame = insideFrame(size, photo, needed)
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
