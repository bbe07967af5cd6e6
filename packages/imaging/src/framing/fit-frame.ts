import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import type { Side } from './extend/open-sides.ts'

/** What a picture is brought to. */
export interface FitTarget {
  /** As large as the result gets; its shape is exact. */
  readonly size: Size
  /** A photo with fewer pixels than `size` is left at them, down to this; `size` by default. */
  readonly least?: Size | undefined
  /** The middle part of `size` in which the dish is kept where the photo has the room. */
  readonly safeArea?: Size | undefined
}

/** What of the photo is shown, and how large. */
export interface FitFrame {
  /** In the photo's pixels, not whole ones. Where it reaches beyond the photo the background is to be extended. */
  readonly frame: Box
  readonly size: Size
  /** False where the dish reaches beyond the safe area. */
  readonly dishSafe: boolean
}

/** Air around a dish, as a share of its longer side, where the photo has it. */
const AIR = 0.03
/** More of a frame than this is not made up, whatever is cut. */
const MOST_NEW = 0.5
/** Where the photo itself cuts the dish it is not whole anyway, and less is worth making up. */
const MOST_NEW_BESIDE_CUT = 0.25
/** How much closer a frame goes to bring the dish into the safe area. */
const CLOSEST = 0.6
const STEPS = 9

/**
 * Chooses the frame of a given shape: the largest that the photo has, around the dish. Where the dish does not fit, a
 * larger one that reaches beyond the photo at sides that are open. Only where neither will do is the dish cut.
 *
 * @param photo its size in pixels
 * @param dish in the photo's pixels; without one the middle is taken
 * @param open sides at which the background can be extended
 */
export function fitFrame(photo: Size, dish: Box | undefined, open: Record<Side, boolean>, target: FitTarget): FitFrame {
  const ratio = target.size.width / target.size.height
  const needed = dish && withRoom(dish, photo)
  const largest = shaped(Math.min(photo.width, photo.height * ratio), ratio)
  const safe = safeShare(target)

  let frame = placed(largest, photo, needed ?? { left: 0, top: 0, ...photo })
  // Air alone is no reason to make anything up.
  if (dish && needed && (dish.width > largest.width || dish.height > largest.height)) {
    frame = frameBeyond(Math.max(needed.width, needed.height * ratio), ratio, photo, needed, open) ?? frame
  } else if (dish && needed) {
    for (let step = 0; step < STEPS && !isSafe(frame, dish, safe); step++) {
      const closer = shaped(largest.width * (1 - ((1 - CLOSEST) * (step + 1)) / STEPS), ratio)
      if (needed.width > closer.width || needed.height > closer.height) break
      const tried = placed(closer, photo, needed)
      if (isSafe(tried, dish, safe)) frame = tried
    }
  }
  return {
    frame,
    size: sizeFor(frame, target),
    dishSafe: dish === undefined || isSafe(frame, dish, safe),
  }
}

const shaped = (width: number, ratio: number): Size => ({ width, height: width / ratio })

function withRoom({ left, top, width, height }: Box, photo: Size): Box {
  const air = AIR * Math.max(width, height)
  const [from, above] = [Math.max(0, left - air), Math.max(0, top - air)]
  return {
    left: from,
    top: above,
    width: Math.min(photo.width, left + width + air) - from,
    height: Math.min(photo.height, top + height + air) - above,
  }
}

/** A frame inside the photo, its middle as near to that of `around` as it goes. */
const placed = ({ width, height }: Size, photo: Size, around: Box): Box => ({
  left: clamp(around.left + around.width / 2 - width / 2, 0, Math.max(0, photo.width - width)),
  top: clamp(around.top + around.height / 2 - height / 2, 0, Math.max(0, photo.height - height)),
  width,
  height,
})

/**
 * A frame that is wider or higher than the photo: it shows all of the photo in that direction and goes on at the open
 * sides. As large as is needed or as little as is made up.
 */
function frameBeyond(
  width: number,
  ratio: number,
  photo: Size,
  needed: Box,
  open: Record<Side, boolean>,
): Box | undefined {
  const isWider = width > photo.width
  const [near, far] = isWider ? ([open.left, open.right] as const) : ([open.top, open.bottom] as const)
  if (!near && !far) return undefined
  const most =
    (isWider ? photo.width : photo.height * ratio) /
    (1 - (Object.values(open).every(Boolean) ? MOST_NEW : MOST_NEW_BESIDE_CUT))
  const size = shaped(Math.min(width, most), ratio)
  const [whole, length] = isWider ? [photo.width, size.width] : [photo.height, size.height]
  const [from, extent] = isWider ? [needed.left, needed.width] : [needed.top, needed.height]
  const start = !near ? 0 : !far ? whole - length : clamp(from + extent / 2 - length / 2, whole - length, 0)
  const inside = placed(size, photo, needed)
  return isWider ? { ...inside, left: start } : { ...inside, top: start }
}

/** The safe area as shares of the frame. */
const safeShare = ({ size, safeArea }: FitTarget): Size =>
  safeArea ? { width: safeArea.width / size.width, height: safeArea.height / size.height } : { width: 1, height: 1 }

const isSafe = ({ left, top, width, height }: Box, dish: Box, safe: Size): boolean =>
  holds(
    {
      left: left + (width * (1 - safe.width)) / 2,
      top: top + (height * (1 - safe.height)) / 2,
      width: width * safe.width,
      height: height * safe.height,
    },
    dish,
    0.01 * Math.max(dish.width, dish.height),
  )

const holds = (outer: Box, inner: Box, slack: number): boolean =>
  inner.left >= outer.left - slack &&
  inner.top >= outer.top - slack &&
  inner.left + inner.width <= outer.left + outer.width + slack &&
  inner.top + inner.height <= outer.top + outer.height + slack

/** The size wanted, or where the photo has fewer pixels, as many as it has. */
function sizeFor({ width }: Box, { size, least = size }: FitTarget): Size {
  const ratio = size.width / size.height
  const lowest = Math.max(least.width, Math.ceil(least.height * ratio))
  const across = Math.round(clamp(width, Math.min(lowest, size.width), size.width))
  return across === size.width ? size : { width: across, height: Math.round(across / ratio) }
}
