import type { Networks } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../../raster/geometry.ts'
import { cropMask } from '../../raster/masks/crop-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import { findSubjectForFrame, type Subject } from '../../segmentation/find-subject.ts'
import type { SubjectHint } from '../../segmentation/subject-hint.ts'
import type { Dish } from '../dish.ts'
import { shownShare, sidesBeyond } from '../extend/beyond-photo.ts'
import { type Borders, measureBorders } from '../extend/border-calmness.ts'
import { createCanvasExtension } from '../extend/extend-canvas.ts'
import { copyableSurface } from '../extend/foreign-objects.ts'
import type { Side } from '../extend/open-sides.ts'
import { EXPORT_FRAME } from '../frame-rules.ts'
import { locateBySubject } from '../locate-dish.ts'
import { holdsDish, shareInside } from '../share-inside.ts'
import { weighFood } from '../weigh-food.ts'
import { type FitFrame, type FitTarget, fitFrame, shownOf } from './fit-frame.ts'

/** Below this confidence the subject is ignored. */
const MIN_CONFIDENCE = 0.15

export interface FittedPixels extends FitFrame {
  readonly pixels: Pixels
  /** How much of the dish is in the frame, 0–1; 1 if none was found. */
  readonly inside: number
  /** False if part of the dish is outside of the frame. */
  readonly dishInside: boolean
  /** Whether the background was extended beyond the photo's borders. */
  readonly extended: boolean
  /** Pixels of the result for a pixel of the photo, along one side. */
  readonly scale: number
  /** The engine that found the dish; undefined if the whole photo is shown or no dish was found. */
  readonly placedBy: string | undefined
  /** False if the dish was needed and not found. */
  readonly dishFound: boolean
}

/** Changes a picture, in place, when it has its final scale and before its background is extended. */
export type Retouch = (pixels: Pixels) => Promise<void>

/**
 * Brings a picture to a shape and size. It crops around the dish and extends the background where the dish would be cut.
 * The full-size pixels are read once.
 *
 * @param hint what the photo is of
 * @example const { pixels } = await fitPixels(photo, { size: { width: 1920, height: 1080 } }, networks)
 */
export async function fitPixels(
  photo: Pixels,
  target: FitTarget,
  networks: Networks,
  retouch?: Retouch,
  hint?: SubjectHint,
): Promise<FittedPixels> {
  const isShaped = Math.abs(photo.width * target.size.height - photo.height * target.size.width) <= target.size.height
  const isWhole = isShaped && !target.safeArea
  const subject = isWhole ? undefined : await findSubjectForFrame(photo, networks, MIN_CONFIDENCE, hint)
  const fitted = await fitAround(photo, target, subject, retouch)
  return { ...fitted, dishFound: isWhole || fitted.dishFound }
}

/**
 * The same around a subject that was found before; without one the middle is kept.
 *
 * @param seen the subject on a copy of any size
 */
export async function fitAround(
  photo: Pixels,
  target: FitTarget,
  seen: Subject | undefined,
  retouch: Retouch = async () => {},
): Promise<FittedPixels> {
  const subject = seen && seen.confidence >= MIN_CONFIDENCE ? seen : undefined
  const dish = subject && locateBySubject(photo, subject).dish
  const { kept, ...plan } = await planFrame(photo, target, subject, dish)

  const { frame, size } = plan
  const shown = visible(frame, kept)
  const scale = size.width / frame.width
  const [left, right] = margins(shown.left - frame.left, frame.left + frame.width - shown.left - shown.width, scale)
  const [top, bottom] = margins(shown.top - frame.top, frame.top + frame.height - shown.top - shown.height, scale)
  const inner = { width: Math.max(1, size.width - left - right), height: Math.max(1, size.height - top - bottom) }

  const cropped = await resizeTo(photo, inner, shown)
  await retouch(cropped)
  const insets = { left, right, top, bottom }
  const extended = subject !== undefined && left + right + top + bottom > 0
  const surface = extended ? cropMask(copyableSurface(subject), shown, photo) : undefined
  const pixels = surface
    ? await (await createCanvasExtension(cropped, insets, surface, plan.by)).extended(insets)
    : cropped
  const found = dish && { dish, mask: subject }
  const inside = found ? shareInside(photo, found, frame) : 1
  const dishInside = !found || holdsDish(photo, found, frame)
  return {
    ...plan,
    pixels,
    inside,
    dishInside,
    extended,
    scale,
    placedBy: dish && subject?.engine,
    dishFound: dish !== undefined,
  }
}

/** The part of the photo that a frame shows, in whole pixels. */
function visible(frame: Box, kept: Box): Box {
  const [right, bottom] = [kept.left + kept.width, kept.top + kept.height]
  const left = clamp(Math.round(frame.left), kept.left, right - 1)
  const top = clamp(Math.round(frame.top), kept.top, bottom - 1)
  return {
    left,
    top,
    width: clamp(Math.round(frame.left + frame.width) - left, 1, right - left),
    height: clamp(Math.round(frame.top + frame.height) - top, 1, bottom - top),
  }
}

/** The margins beyond the photo in pixels of the result. Less than a pixel of the photo is a rounding error. */
const margins = (before: number, after: number, scale: number): [number, number] => [
  before < 1 ? 0 : Math.round(before * scale),
  after < 1 ? 0 : Math.round(after * scale),
]

/** A frame, and the part of the photo that it shows at most. */
type FramePlan = FitFrame & { readonly kept: Box }

/**
 * The frame for a photo. Its borders are measured only if the dish needs more room than the photo has. If something crosses
 * a border that is continued, a part of the photo without it is shown, where there is one.
 */
export async function planFrame(
  photo: Pixels,
  target: FitTarget,
  subject: Subject | undefined,
  dish: Dish | undefined,
): Promise<FramePlan> {
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height }
  const fitted = { ...fitFrame(photo, dish && { dish, mask: subject }, undefined, target), kept: whole }
  if (!dish || !subject || shownOf(dish, fitted.frame) >= 1) return fitted
  const found = { dish, mask: subject, food: await weighFood(photo, subject) }
  const inside = { ...fitFrame(photo, found, undefined, target), kept: whole }
  const borders = await measureBorders(photo, subject)
  const plan = { ...fitFrame(photo, found, borders, target), kept: whole }
  const isNearlyWhole = shownOf(dish, inside.frame) >= EXPORT_FRAME.leastShown
  if ((plan.by && !plan.crossed) || isNearlyWhole) return plan
  const free = fitFrame(photo, found, { ...borders, isCalm: () => true, canDissolve: () => true }, target)
  const kept = free.by && calmPart(photo, dish, free.frame, borders)
  return (kept && planWithin(kept, { target, dish, borders })) || plan
}

/** The frame that shows a part of the photo and reaches beyond it; undefined if it would have to cut the dish. */
function planWithin(
  kept: Box,
  { target, dish, borders }: { readonly target: FitTarget; readonly dish: Dish; readonly borders: Borders },
): FramePlan | undefined {
  const { left, top } = kept
  const focus = { x: dish.focus.x - left, y: dish.focus.y - top }
  const shifted = { ...dish, left: dish.left - left, top: dish.top - top, focus }
  const { frame, ...plan } = fitFrame(kept, { dish: shifted }, borders.within(kept), target)
  return plan.by && { ...plan, frame: { ...frame, left: frame.left + left, top: frame.top + top }, kept }
}

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
