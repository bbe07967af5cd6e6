import { type Box, growBox, type Size } from '../raster/geometry.ts'
import { type BinaryMask, bitsWithout, maskBits } from '../raster/masks/binary-mask.ts'
import { distanceTransform } from '../raster/masks/distance-transform.ts'
import { bitsOfComponents, countInComponents, findComponents } from '../raster/masks/mask-components.ts'
import { dilate } from '../raster/masks/morphology.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import { type SoftMask, thresholdMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import { outlineContrast } from './mask/outline-contrast.ts'
import { Hint, partByColours } from './part-by-colours.ts'

/** A line drawn over a photo: what lies under it belongs to the subject, or does not. Fractions of the sides from the top left. */
export interface HintStroke {
  readonly kind: 'keep' | 'drop'
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Half the breadth of a stroke, as a share of the short side. */
const BREADTH = 0.008
/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Long side of the copy on which the colours decide. */
const COLOUR_SIDE = 320
/** Rounds of parting the colours, and how many pixels stand for the colours of a place. */
const ROUNDS = 2
const SAMPLES = 64
/** Squared distance of two colours that count as the same. */
const SAME = 150
/** How far from a stroke pixels may change sides: a share of the short side, and of the length of the stroke. */
const REACH = { side: 0.12, length: 0.6 }
/** Share of a stroke that may be on the wrong side of a mask that agrees with it. */
const RIGHT = 0.3
/** Share of a stroke that a piece must hold, and the power of that share by which a piece counts: one that leaves some out contradicts it. */
const COVERED = { least: 0.6, power: 3 }
/** What a piece without edges is worth beside one with edges all around. */
const PLAIN = 0.3
/** A piece that only the stroke shows: how far it reaches in reaches of the stroke, and what it is worth beside others. */
const GUESS = { reach: 0.5, worth: 0.5 }
/** For each pixel what the last stroke over it says. */
export const MARK = { none: 0, keep: 1, drop: 2 } as const

/** The strokes as they lie on a picture of some size. A later stroke covers an earlier one. */
export function paintStrokes(strokes: readonly HintStroke[], size: Size): Uint8Array {
  const marks = new Uint8Array(size.width * size.height)
  const radius = Math.max(1.5, BREADTH * Math.min(size.width, size.height))
  for (const { kind, points } of strokes) {
    points.forEach((point, index) => {
      const [from, to] = [points[Math.max(0, index - 1)], point].map(({ x, y }) => ({
        x: x * (size.width - 1),
        y: y * (size.height - 1),
      }))
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)))
      for (let step = 0; step <= steps; step++) {
        const at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
        paintDot(marks, size, at, radius, MARK[kind])
      }
    })
  }
  return marks
}

function paintDot(
  marks: Uint8Array,
  { width, height }: Size,
  { x, y }: { readonly x: number; readonly y: number },
  radius: number,
  mark: number,
): void {
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(height - 1, y + radius); row++) {
    const half = Math.sqrt(radius * radius - (row - y) ** 2)
    const left = Math.max(0, Math.ceil(x - half))
    const right = Math.min(width - 1, Math.floor(x + half))
    if (left <= right) marks.fill(mark, row * width + left, row * width + right + 1)
  }
}

/**
 * The part of a picture around the strokes that keep.
 *
 * @param share of the short side, as a margin on each side
 * @returns undefined without such a stroke
 */
export function strokesBox(strokes: readonly HintStroke[], picture: Size, share: number): Box | undefined {
  const points = strokes.filter(({ kind }) => kind === 'keep').flatMap((stroke) => stroke.points)
  if (points.length === 0) return undefined
  const xs = points.map(({ x }) => Math.round(x * (picture.width - 1)))
  const ys = points.map(({ y }) => Math.round(y * (picture.height - 1)))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 }
  const margin = Math.round(share * Math.min(picture.width, picture.height))
  return growBox(box, margin, margin, picture)
}

/**
 * Makes a mask agree with strokes, one after the other. A stroke over what the mask has wrong is drawn along the middle of it,
 * and the piece around it changes sides: of the pieces in which other masks differ, whole things, and what has the colours
 * under the stroke, the one that fits the stroke and the edges of the picture best. A stroke that keeps what is in the mask already
 * says which things are meant, and the others go. The pixels of strokes always obey.
 *
 * @param small RGB, of the mask's size
 * @param considered other masks of the same picture, of any size
 * @returns the new alpha
 * @example const alpha = await obeyStrokes(small, subject, [{ kind: 'drop', points: [{ x: 0.8, y: 0.2 }] }])
 */
export async function obeyStrokes(
  small: Pixels,
  mask: SoftMask,
  strokes: readonly HintStroke[],
  considered: readonly SoftMask[] = [],
): Promise<Uint8Array> {
  const scale = Math.min(1, COLOUR_SIDE / Math.max(mask.width, mask.height))
  const size = {
    width: Math.max(1, Math.round(scale * mask.width)),
    height: Math.max(1, Math.round(scale * mask.height)),
  }
  const copy = await resizeTo(small, size)
  const onCopy = async (soft: SoftMask) => thresholdMask({ ...size, alpha: await resizeMask(soft, size) }, INSIDE).bits
  const before = await onCopy(mask)
  const nothing = new Uint8Array(before.length)
  const others = [nothing, ...(await Promise.all(considered.map(onCopy)))]
  const marks = paintStrokes(strokes, size)
  const bits = new Uint8Array(before)
  let isChosen = false
  for (const [index, stroke] of strokes.entries()) {
    const side = stroke.kind === 'keep' ? 1 : 0
    const own = paintStrokes([stroke], size).map((mark, i) => (mark !== MARK.none && marks[i] === mark ? 1 : 0))
    const wrong = maskBits(own.length, (i) => own[i] === 1 && bits[i] !== side)
    if (count(wrong) <= RIGHT * count(own)) {
      isChosen ||= side === 1
      continue
    }
    // A later stroke changes nothing of what an earlier one did.
    const known = paintStrokes(strokes.slice(0, index + 1), size)
    const piece = await pieceUnder(copy, { stroke, wrong, marks: known, bits, others })
    for (let i = 0; i < bits.length; i++) if (piece[i]) bits[i] = side
  }
  const kept = isChosen ? touching({ ...size, bits }, (i) => marks[i] === MARK.keep) : bits
  const onMask = (changed: Uint8Array) => resizeMask({ ...size, alpha: changed.map((bit) => 255 * bit) }, mask)
  // Over the seam by a pixel, of which otherwise half would be left.
  const beyond = (changed: Uint8Array, side: number) => {
    const wide = dilate({ ...size, bits: changed }, 1).bits
    return maskBits(wide.length, (i) => changed[i] === 1 || (wide[i] === 1 && kept[i] === side))
  }
  const added = await onMask(beyond(bitsWithout(kept, before), 1))
  const removed = await onMask(beyond(bitsWithout(before, kept), 0))
  const drawn = paintStrokes(strokes, mask)
  return mask.alpha.map((value, i) => {
    if (drawn[i] !== MARK.none) return drawn[i] === MARK.keep ? 255 : 0
    return Math.min(Math.max(value, added[i]), 255 - removed[i])
  })
}

const both = (one: Uint8Array, other: Uint8Array) => maskBits(one.length, (i) => one[i] === 1 && other[i] === 1)
const count = (bits: Uint8Array): number => bits.reduce((sum, bit) => sum + bit, 0)

/** The components of a mask in which some pixel is of a kind. */
export function touching(mask: BinaryMask, isOne: (index: number) => boolean): Uint8Array {
  const pieces = findComponents(mask, 1)
  return bitsOfComponents(pieces, countInComponents(pieces, isOne), mask.bits.length)
}

interface Wrong {
  readonly stroke: HintStroke
  /** The pixels of the stroke that are on the wrong side. */
  readonly wrong: Uint8Array
  readonly marks: Uint8Array
  readonly bits: Uint8Array
  /** What else could be the subject. */
  readonly others: readonly Uint8Array[]
}

/** The piece that changes sides with the pixels of a stroke. */
async function pieceUnder(copy: Pixels, { stroke, wrong, marks, bits, others }: Wrong): Promise<Uint8Array> {
  const [side, opposite] = stroke.kind === 'keep' ? [1, MARK.drop] : [0, MARK.keep]
  const free = { ...copy, bits: maskBits(bits.length, (i) => bits[i] !== side) }
  const coloured = partByColours(copy, hintsOf(copy, bits, marks, stroke), ROUNDS)
  const pool = [...others, coloured].map((other) => {
    const differs = maskBits(bits.length, (i) => free.bits[i] === 1 && other[i] === side && marks[i] !== opposite)
    return touching({ ...free, bits: differs }, (i) => wrong[i] === 1)
  })
  const reach = reachOf(stroke, copy)
  const guess = around(wrong, free, GUESS.reach * reach)
  let [best, most] = [wrong, 0]
  for (const piece of [...pool, guess]) {
    const shape = { ...free, bits: piece }
    const covered = count(both(piece, wrong)) / count(wrong)
    if (covered < COVERED.least) continue
    const middle = count(both(piece, around(wrong, shape, reach))) / count(piece)
    const score =
      (piece === guess ? GUESS.worth : 1) * covered ** COVERED.power * middle * (PLAIN + outlineContrast(copy, shape))
    if (score > most) [best, most] = [piece, score]
  }
  return best
}

/** What lies as near to pixels of a region as they lie to its outline, within reach: all of a region in whose middle they are. */
function around(pixels: Uint8Array, region: BinaryMask, reach: number): Uint8Array {
  const depth = distanceTransform(region)
  const near = new Uint8Array(pixels.length)
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [i % region.width, Math.floor(i / region.width)]
    // Discs around pixels beside one another are nearly the same.
    if (pixels[i] && x % 3 === 0 && y % 3 === 0) paintDot(near, region, { x, y }, Math.min(reach, depth[i]), 1)
  }
  return near
}

/** What the colours are told beforehand: near a stroke, what is more like it than like the rest of its side probably goes along. */
function hintsOf(copy: Pixels, bits: Uint8Array, marks: Uint8Array, stroke: HintStroke): Uint8Array {
  const isKept = stroke.kind === 'keep'
  const side = isKept ? 0 : 1
  const [stays, goes] = isKept
    ? [Hint.probableBackground, Hint.probableForeground]
    : [Hint.probableForeground, Hint.probableBackground]
  const near = nearStroke(stroke, copy)
  const like = distanceToColours(copy, (i) => marks[i] === MARK[stroke.kind])
  const unlike = distanceToColours(copy, (i) => bits[i] === side && near[i] === 0)
  return bits.map((bit, i) => {
    if (marks[i] !== MARK.none) return marks[i] === MARK.keep ? Hint.foreground : Hint.background
    if (near[i] === 0 || bit !== side) return bit ? Hint.foreground : Hint.background
    return like(i) <= Math.max(unlike(i), SAME) ? goes : stays
  })
}

/** How far the colour of a pixel is from the nearest of the colours of some pixels, of which a sample is looked at. */
function distanceToColours(
  { data, width, height }: Pixels,
  isOne: (index: number) => boolean,
): (index: number) => number {
  const all: number[] = []
  for (let i = 0; i < width * height; i++) if (isOne(i)) all.push(i)
  const every = Math.max(1, Math.floor(all.length / SAMPLES))
  const sample = all.filter((_, index) => index % every === 0)
  return (index) => {
    let least = Number.POSITIVE_INFINITY
    for (const one of sample) {
      let squares = 0
      for (let c = 0; c < 3; c++) squares += (data[3 * index + c] - data[3 * one + c]) ** 2
      if (squares < least) least = squares
    }
    return least
  }
}

/** The pixels that a stroke may change. */
function nearStroke(stroke: HintStroke, size: Size): Uint8Array {
  const own = paintStrokes([stroke], size)
  const bits = maskBits(own.length, (i) => own[i] !== MARK.none)
  return dilate({ ...size, bits }, Math.round(reachOf(stroke, size))).bits
}

/** How far from a stroke pixels may change sides, in pixels. */
function reachOf({ points }: HintStroke, { width, height }: Size): number {
  const [xs, ys] = [points.map(({ x }) => x * width), points.map(({ y }) => y * height)]
  const length = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return REACH.side * Math.min(width, height) + REACH.length * length
}
