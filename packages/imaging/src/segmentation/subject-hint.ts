import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { type Box, boxOverlap, growBox, holds, type Size, scaleBox } from '../raster/geometry.ts'
import type { BinaryMask } from '../raster/masks/binary-mask.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import { bitsOfComponents, countInComponents, findComponents } from '../raster/masks/mask-components.ts'
import { dilate } from '../raster/masks/morphology.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import { type SoftMask, thresholdMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import { sidesOff } from './candidates/limit-to-box.ts'
import type { DetectedObject } from './detector/detect-objects.ts'
import {
  BOX_PLAY,
  boxInPixels,
  fractionsOf,
  type HintBox,
  type HintPoint,
  pointInPixels,
  squareAround,
} from './hint-places.ts'
import { filterComponents } from './mask/component-filter.ts'
import { outlineContrast } from './mask/outline-contrast.ts'
import { type HintStroke, MARK, obeyStrokes, paintStrokes, strokesBox, touching } from './subject-strokes.ts'

/** What a photo is of, as somebody pointed it out: exactly one of these. */
export interface SubjectHint {
  readonly box?: HintBox
  readonly point?: HintPoint
  readonly strokes?: readonly HintStroke[]
}

/** What is known of a subject before it is looked for. */
export interface Sought {
  /** Whether dishes that the frame cuts count beside a larger one that is whole. Default false. */
  readonly withNeighbours?: boolean
  /** Where the picture lies in a larger one, in pixels of that. */
  readonly at?: Box
  /** About where the subject lies in the picture, drawn by hand. */
  readonly box?: HintBox
}

/** What a finder of subjects returns, as far as a hint changes it. */
interface Finding extends SoftMask {
  readonly confidence: number
  readonly components?: number
  /** Other masks that could be the subject, of any size. */
  readonly considered?: readonly SoftMask[]
  readonly objects?: readonly DetectedObject[]
}

/** Long side of the masks. */
const MASK_SIDE = 1024
/** The margin around a box, as a share of its sides. The outline needs surroundings. */
const MARGIN = 0.1
/** Side of the square that is searched around a point, as a share of the short side. */
const SQUARE = 0.6
/** Side of the square that a point stands for where nothing was found, as a share of the short side. */
const POINTED = 0.3
/** How far from a component a point may lie, as a share of the short side. */
const NEAR = 0.03
/** Alpha from which a pixel belongs to a component, and how far in pixels the soft rim of a component reaches. */
const MIN_ALPHA = 128
const SOFT_RIM = 4
/**
 * The margins around a stroke in which what was not seen is looked for, as shares of the short side. A stroke runs along the middle of a
 * dish, and about half of the dish lies beyond it on each side.
 */
const CLOSE_MARGIN = 0.3
const WIDE_MARGIN = 0.45
/** Strokes around which is searched. */
const MOST_SEARCHED = 2
/** Share of a component that must lie within the box. */
const MIN_INSIDE = 0.5
/** The share of the doubt that a hint removes at most: a box also says how large the subject is. */
const BOX_RELIEF = 0.6
const POINT_RELIEF = 0.4
const STROKE_RELIEF = 0.6
/** Up to here a hint can raise a confidence. Higher ones are for outlines that are certain by themselves. */
const MAX_BY_HINT = 0.88
/** Confidence in what was found in a box below which the whole picture is searched too, and log odds of its box that agree. */
const DOUBTED = 0.8
const ALIKE = 1
/** A mask of less confidence is hardly helped by a hint: it may have the size of the dish and be full of holes. */
const HELPABLE = 0.15
/** IoU of the mask's box with the given box between which the box begins to confirm the mask and does so fully. */
const BOX_AGREEMENT = [0.5, 0.85] as const
/** Share of the outline that the picture must show: below the first the doubt stays, above the second it may go. */
const DRAWN_OUTLINE = [0.3, 0.75] as const

/**
 * Finds the subject that somebody pointed out. A box is searched with a margin. In doubt the whole picture is searched too, and what is
 * found there counts if it has about the size and place of the box. With a point, the
 * component of the mask that holds it is kept. Where none does, the dishes that the frame cuts are looked at too, and then a
 * square around the point is searched. With strokes, the mask is corrected until it agrees with all of them. The doubt about
 * which thing is the subject goes, and the doubt about its outline stays. No mask contradicts its hint: with a box, nothing lies
 * outside by more than 5 % of its sides; points and strokes that keep are in, and strokes that drop are out.
 *
 * @param find finds the subject of the picture, or of a part of it
 * @returns a mask of the whole picture of at most 1,024 pixels a side; its confidence is 0 if nothing is there
 * @example findHinted(photo, { point: { x: 0.3, y: 0.6 } }, (part) => findSubject(part, networks))
 */
export async function findHinted<Found extends Finding>(
  pixels: Pixels,
  hint: SubjectHint,
  find: (part: Pixels, sought?: Sought) => Promise<Found>,
): Promise<Found> {
  const small = await makeAnalysisCopy(pixels, MASK_SIDE)
  if (hint.box) {
    const box = boxInPixels(hint.box, small)
    const around = growBox(box, Math.ceil(MARGIN * box.width), Math.ceil(MARGIN * box.height), small)
    const keptOf = (found: Found) => {
      const kept = keepInBox(found, box)
      const agreement = smoothstep(...BOX_AGREEMENT, boxOverlap(maskBox(kept.alpha, kept, MIN_ALPHA), box))
      return relieve(kept, small, BOX_RELIEF * agreement)
    }
    const closer = keptOf(await findInPart(pixels, small, around, find, box))
    if (closer.confidence >= DOUBTED) return closer
    const first = await find(pixels)
    const whole = { ...first, ...(await onCopy(first, small)) }
    if (sidesOff(thresholdMask(whole, MIN_ALPHA), box) > ALIKE) return closer
    const kept = keptOf(whole)
    return kept.confidence > closer.confidence ? kept : closer
  }
  if (hint.strokes) return findStroked(pixels, small, hint.strokes, find)
  const found = await find(pixels)
  if (!hint.point) return found
  const point = pointInPixels(hint.point, small)
  const keptOf = async (some: Found) => keepAtPoint({ ...some, ...(await onCopy(some, small)) }, point)
  const alone = await keptOf(found)
  const kept = alone.confidence > 0 ? alone : await keptOf(await find(pixels, { withNeighbours: true }))
  if (kept.confidence > 0) return relieve(kept, small, POINT_RELIEF)
  const closer = await findInPart(pixels, small, squareAround(point, small, SQUARE), find)
  return relieve(keepAtPoint(closer, point), small, POINT_RELIEF)
}

/** Corrects what is found by strokes, with what else is seen where they keep something. */
async function findStroked<Found extends Finding>(
  pixels: Pixels,
  small: Pixels,
  strokes: readonly HintStroke[],
  find: (part: Pixels, sought?: Sought) => Promise<Found>,
): Promise<Found> {
  const first = await find(pixels)
  const found = { ...first, ...(await onCopy(first, small)) }
  const considered: SoftMask[] = [found, ...(first.considered ?? [])]
  const shows = (mask: SoftMask, stroke: HintStroke) => {
    const marks = paintStrokes([stroke], mask)
    return mask.alpha.some((value, i) => value >= MIN_ALPHA && marks[i] !== MARK.none)
  }
  const isUnseen = (stroke: HintStroke) => stroke.kind === 'keep' && !considered.some((mask) => shows(mask, stroke))
  if (strokes.some(isUnseen)) considered.push(await find(pixels, { withNeighbours: true }))
  // Each stroke by itself, so that a later one changes nothing of what was found at an earlier one.
  let searched = 0
  for (const stroke of strokes) {
    if (!isUnseen(stroke) || searched++ >= MOST_SEARCHED) continue
    for (const margin of [CLOSE_MARGIN, WIDE_MARGIN]) {
      const part = strokesBox([stroke], small, margin)
      const around = part && (await searchPart(pixels, small, part, find))
      if (!around) continue
      for (const mask of [around, ...(around.considered ?? [])]) considered.push(await inWhole(mask, part, small))
    }
  }
  const obeyed = { ...found, alpha: await obeyStrokes(small, found, strokes, considered) }
  const [mask, marks] = [thresholdMask(obeyed, MIN_ALPHA), paintStrokes(strokes, found)]
  // What is left of something that was dropped is a speck, and what a stroke keeps never is.
  const { bits } = filterComponents(obeyed)
  const kept = touching(mask, (i) => bits[i] === 1 || marks[i] === MARK.keep)
  const corrected = keepComponents(obeyed, { ...mask, bits: kept })
  if (corrected.components === 0) return corrected
  const isCorrected = corrected.alpha.some((value, i) => value >= MIN_ALPHA !== found.alpha[i] >= MIN_ALPHA)
  // What a person has drawn is there, and what a person corrects was wrong, whatever the finder thinks.
  const confidence = Math.max(Math.min(found.confidence, isCorrected ? MAX_BY_HINT : 1), HELPABLE)
  return relieve({ ...corrected, confidence }, small, STROKE_RELIEF)
}

/**
 * The area that a hint names, as a mask, for a frame that must show something although nothing was found there.
 *
 * @returns undefined without a hint
 */
export async function hintedArea(pixels: Pixels, { box, point, strokes }: SubjectHint): Promise<SoftMask | undefined> {
  const { width, height } = await makeAnalysisCopy(pixels, MASK_SIDE)
  const size = { width, height }
  const area =
    (box && boxInPixels(box, size)) ??
    (point && squareAround(pointInPixels(point, size), size, POINTED)) ??
    (strokes && strokesBox(strokes, size, CLOSE_MARGIN))
  if (!area) return undefined
  const alpha = new Uint8Array(width * height)
  for (let y = area.top; y < area.top + area.height; y++) {
    alpha.fill(255, y * width + area.left, y * width + area.left + area.width)
  }
  return { alpha, ...size }
}

/** Searches one part of a picture, in which the subject may have a box. */
async function searchPart<Found extends Finding>(
  pixels: Pixels,
  small: Size,
  part: Box,
  find: (part: Pixels, sought: Sought) => Promise<Found>,
  box?: Box,
): Promise<Found> {
  const at = scaleBox(part, small, pixels)
  return find(await resizeTo(pixels, at, at), { at, ...(box && { box: fractionsOf(box, part) }) })
}

/** The same as a finding in the whole picture, which is empty outside the part. */
async function findInPart<Found extends Finding>(...args: Parameters<typeof searchPart<Found>>): Promise<Found> {
  const [, small, part] = args
  const found = await searchPart(...args)
  return { ...found, considered: [], ...(await inWhole(found, part, small)), ...movedParts(found, part) }
}

/** A mask of a part in a mask of the whole picture. */
async function inWhole(mask: SoftMask, part: Box, { width, height }: Size): Promise<SoftMask> {
  const inside = await resizeMask(mask, part)
  const alpha = new Uint8Array(width * height)
  for (let row = 0; row < part.height; row++) {
    const from = row * part.width
    alpha.set(inside.subarray(from, from + part.width), (part.top + row) * width + part.left)
  }
  return { alpha, width, height }
}

/** The mask and the places of a finding on a copy of another size. */
const onCopy = async (found: Finding, { width, height }: Size) => ({
  alpha: await resizeMask(found, { width, height }),
  width,
  height,
  ...movedParts(found, { left: 0, top: 0, width, height }),
})

/** Objects of a finding in a part, in pixels of the whole picture. */
const movedParts = ({ objects, ...from }: Finding, part: Box) =>
  objects && {
    objects: objects.map((object) => {
      const box = scaleBox(object.box, from, part)
      return { ...object, box: { ...box, left: part.left + box.left, top: part.top + box.top } }
    }),
  }

/** Empties a mask outside a box with its play, and of components that lie mostly outside the box. */
function keepInBox<Found extends Finding>(found: Found, box: Box): Found {
  const { width } = found
  const area = growBox(box, BOX_PLAY * box.width, BOX_PLAY * box.height, found)
  const isIn = (of: Box) => (i: number) => holds(of, i % width, Math.floor(i / width))
  const alpha = found.alpha.map((value, i) => (isIn(area)(i) ? value : 0))
  const mask = thresholdMask({ ...found, alpha }, MIN_ALPHA)
  const things = findComponents(mask, 1)
  const inside = countInComponents(things, isIn(box))
  const chosen = things.areas.map((pixels, label) => (inside[label] >= MIN_INSIDE * pixels ? 1 : 0))
  return keepComponents({ ...found, alpha }, { ...mask, bits: bitsOfComponents(things, chosen, alpha.length) })
}

/** Keeps the component that holds a point, or the nearest one if it is near enough, with a bridge to the point. */
function keepAtPoint<Found extends Finding>(found: Found, { x, y }: HintPoint): Found {
  const { width, height } = found
  const mask = thresholdMask(found, MIN_ALPHA)
  let [nearest, least] = [-1, NEAR * Math.min(width, height)]
  mask.bits.forEach((bit, i) => {
    const distance = Math.hypot((i % width) - x, Math.floor(i / width) - y)
    if (bit && distance <= least) [nearest, least] = [i, distance]
  })
  const kept = keepComponents(found, { ...mask, bits: touching(mask, (i) => i === nearest) })
  if (nearest < 0 || least === 0) return kept
  const ends = [
    [x, y],
    [nearest % width, Math.floor(nearest / width)],
  ] as const
  const points = ends.map((end) => ({ x: end[0] / (width - 1), y: end[1] / (height - 1) }))
  const bridge = paintStrokes([{ kind: 'keep', points }], found)
  return { ...kept, alpha: kept.alpha.map((value, i) => (bridge[i] === MARK.keep ? 255 : value)) }
}

/** Empties a mask except for some components with their soft rims. */
function keepComponents<Found extends Finding>(found: Found, components: BinaryMask): Found {
  const near = dilate(components, SOFT_RIM).bits
  const isKept = (value: number, i: number) => components.bits[i] || (near[i] && value < MIN_ALPHA)
  const alpha = found.alpha.map((value, i) => (isKept(value, i) ? value : 0))
  const { count } = findComponents(components, 1)
  return { ...found, alpha, components: count, ...(count === 0 && { confidence: 0 }) }
}

/** Removes a share of the doubt, as far as the picture shows the outline. Doubt about the outline itself stays. */
function relieve<Found extends Finding>(found: Found, small: Pixels, share: number): Found {
  if (found.confidence === 0 || found.confidence >= MAX_BY_HINT) return found
  const outline = outlineContrast(small, thresholdMask(found, MIN_ALPHA))
  const helpable = Math.min(1, found.confidence / HELPABLE)
  const gain = (MAX_BY_HINT - found.confidence) * share * helpable * smoothstep(...DRAWN_OUTLINE, outline)
  return { ...found, confidence: Math.round(100 * (found.confidence + gain)) / 100 }
}
