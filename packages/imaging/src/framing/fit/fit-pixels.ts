import type { Networks } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box } from '../../raster/geometry.ts'
import { cropMask } from '../../raster/masks/crop-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import { findSubjectForFrame, type Subject } from '../../segmentation/find-subject.ts'
import type { SubjectHint } from '../../segmentation/subject-hint.ts'
import { createCanvasExtension } from '../extend/extend-canvas.ts'
import { copyableSurface } from '../extend/foreign-objects.ts'
import { locateBySubject } from '../locate-dish.ts'
import { holdsDish, shareInside } from '../share-inside.ts'
import type { FitFrame, FitTarget } from './fit-frame.ts'
import { planFrame } from './plan-frame.ts'

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
