import { type Box, growBox, type Size } from '../raster/geometry.ts'
import { type BinaryMask, bitsWithout, maskBits } from '../raster/masks/binary-mask.ts'
import { bitsOfComponents, countInComponents, fillHoles, findComponents } from '../raster/masks/mask-components.ts'
import { dilate } from '../raster/masks/morphology.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import { type SoftMask, thresholdMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import { distanceTransform } from './layers/distance-transform.ts'
import { grabCut, Hint } from './vision/grab-cut.ts'

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
/** A stroke that comes this near to the middle of a thing, as a share of its half breadth, means all of it. */
const HEART = 0.5
/** The margin around strokes where the subject is looked for, as a share of the short side. */
const MARGIN = 0.15

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

/** The part of a picture around the strokes that keep; undefined without any. */
export function strokesBox(strokes: readonly HintStroke[], picture: Size): Box | undefined {
  const points = strokes.filter(({ kind }) => kind === 'keep').flatMap((stroke) => stroke.points)
  if (points.length === 0) return undefined
  const xs = points.map(({ x }) => Math.round(x * (picture.width - 1)))
  const ys = points.map(({ y }) => Math.round(y * (picture.height - 1)))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 }
  const margin = Math.round(MARGIN * Math.min(picture.width, picture.height))
  return growBox(box, margin, margin, picture)
}

/**
 * Makes a mask agree with strokes. A thing through whose middle a drop stroke goes is left out, if another one stays. What a stroke
 * lies on changes sides with the pixels around it that have its colours, near the stroke; the pixels of the strokes themselves
 * always obey. If there are keep strokes, only the things that they touch are kept.
 *
 * @param small RGB, of the mask's size
 * @returns the new alpha
 * @example const alpha = await obeyStrokes(small, subject, [{ kind: 'drop', points: [{ x: 0.8, y: 0.2 }] }])
 */
export async function obeyStrokes(small: Pixels, mask: SoftMask, strokes: readonly HintStroke[]): Promise<Uint8Array> {
  const marks = paintStrokes(strokes, mask)
  const alpha = withoutDroppedThings(mask, marks)
  const { added, removed } = await piecesByColour(small, { ...mask, alpha }, strokes)
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = Math.min(Math.max(alpha[i], added[i]), 255 - removed[i])
    if (marks[i] !== MARK.none) alpha[i] = marks[i] === MARK.keep ? 255 : 0
  }
  return marks.includes(MARK.keep) ? onlyTouched({ ...mask, alpha }, marks) : alpha
}

/** The alpha without things that a drop stroke means as a whole. */
function withoutDroppedThings(mask: SoftMask, marks: Uint8Array): Uint8Array {
  const bits = thresholdMask(mask, INSIDE)
  const things = findComponents(bits, 1)
  const depth = distanceTransform(bits)
  const deepest = new Float32Array(things.count + 1)
  const dropped = new Float32Array(things.count + 1)
  const kept = countInComponents(things, (i) => marks[i] === MARK.keep)
  things.runLabels.forEach((label, run) => {
    for (let i = things.starts[run]; i < things.ends[run]; i++) {
      deepest[label] = Math.max(deepest[label], depth[i])
      if (marks[i] === MARK.drop) dropped[label] = Math.max(dropped[label], depth[i])
    }
  })
  const goes = deepest.map((most, label) => (label > 0 && kept[label] === 0 && dropped[label] > HEART * most ? 1 : 0))
  const count = goes.reduce((sum, value) => sum + value, 0)
  if (count === 0 || count === things.count) return new Uint8Array(mask.alpha)
  return withoutThings(mask, bitsOfComponents(things, goes, mask.alpha.length))
}

/** The alpha of the things that keep strokes touch. */
function onlyTouched(mask: SoftMask, marks: Uint8Array): Uint8Array {
  const things = findComponents(thresholdMask(mask, INSIDE), 1)
  const kept = countInComponents(things, (i) => marks[i] === MARK.keep)
  const others = kept.map((pixels, label) => (label > 0 && pixels === 0 ? 1 : 0))
  return withoutThings(mask, bitsOfComponents(things, others, mask.alpha.length))
}

/** Empties things with their soft rims. */
function withoutThings({ alpha, width, height }: SoftMask, bits: Uint8Array): Uint8Array {
  const near = dilate({ bits, width, height }, 4).bits
  return alpha.map((value, i) => (bits[i] || (near[i] && value < INSIDE) ? 0 : value))
}

/** The pieces that change sides, as soft masks in the size of the mask. */
async function piecesByColour(small: Pixels, mask: SoftMask, strokes: readonly HintStroke[]) {
  const scale = Math.min(1, COLOUR_SIDE / Math.max(mask.width, mask.height))
  const size = {
    width: Math.max(1, Math.round(scale * mask.width)),
    height: Math.max(1, Math.round(scale * mask.height)),
  }
  const before = thresholdMask({ ...size, alpha: await resizeMask(mask, size) }, INSIDE)
  const marks = paintStrokes(strokes, size)
  const contradicted = marks.some((mark, i) => mark !== MARK.none && (mark === MARK.keep) !== (before.bits[i] === 1))
  const nothing = new Uint8Array(mask.alpha.length)
  if (!contradicted) return { added: nothing, removed: nothing }
  const copy = await resizeTo(small, size)
  const after = await grabCut(copy, hintsOf(copy, before.bits, marks, strokes), ROUNDS)
  const touching = (bits: Uint8Array, mark: number) => {
    const pieces = findComponents({ bits, ...size }, 1)
    const touched = countInComponents(pieces, (i) => marks[i] === mark)
    return { bits: bitsOfComponents(pieces, touched, bits.length), ...size }
  }
  const onMask = ({ bits }: BinaryMask) => resizeMask({ ...size, alpha: bits.map((bit) => 255 * bit) }, mask)
  const filled = fillHoles(touching(bitsWithout(after, before.bits), MARK.keep))
  return {
    added: await onMask({
      ...filled,
      bits: maskBits(after.length, (i) => filled.bits[i] === 1 && marks[i] !== MARK.drop),
    }),
    removed: await onMask(touching(bitsWithout(before.bits, after), MARK.drop)),
  }
}

/** What the colours are told beforehand: near a stroke, what is more like it than like the rest of its side probably goes along. */
function hintsOf(copy: Pixels, bits: Uint8Array, marks: Uint8Array, strokes: readonly HintStroke[]): Uint8Array {
  const hints = bits.map((bit) => (bit ? Hint.foreground : Hint.background))
  for (const kind of ['keep', 'drop'] as const) {
    const [side, stays, goes] =
      kind === 'keep'
        ? [0, Hint.probableBackground, Hint.probableForeground]
        : [1, Hint.probableForeground, Hint.probableBackground]
    const near = nearStrokes(strokes, kind, copy)
    const like = distanceToColours(copy, (i) => marks[i] === MARK[kind])
    const unlike = distanceToColours(copy, (i) => bits[i] === side && near[i] === 0)
    for (let i = 0; i < hints.length; i++) {
      if (near[i] && bits[i] === side) hints[i] = like(i) <= Math.max(unlike(i), SAME) ? goes : stays
    }
  }
  marks.forEach((mark, i) => {
    if (mark !== MARK.none) hints[i] = mark === MARK.keep ? Hint.foreground : Hint.background
  })
  return hints
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

/** The pixels that strokes of a kind may change. */
function nearStrokes(strokes: readonly HintStroke[], kind: HintStroke['kind'], size: Size): Uint8Array {
  const near = new Uint8Array(size.width * size.height)
  for (const stroke of strokes) {
    if (stroke.kind !== kind) continue
    const [xs, ys] = [stroke.points.map(({ x }) => x * size.width), stroke.points.map(({ y }) => y * size.height)]
    const length = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
    const radius = Math.round(REACH.side * Math.min(size.width, size.height) + REACH.length * length)
    const own = paintStrokes([stroke], size)
    const wide = dilate({ ...size, bits: maskBits(own.length, (i) => own[i] !== MARK.none) }, radius).bits
    for (let i = 0; i < near.length; i++) near[i] |= wide[i]
  }
  return near
}
