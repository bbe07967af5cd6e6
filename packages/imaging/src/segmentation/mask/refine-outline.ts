import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { findComponents } from '../../raster/masks/mask-components.ts'
import { dilate, openMask } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { medianOf, type SmoothColours, strongestChange } from '../candidates/colour-analysis.ts'
import { judgeByOutlineColours } from './outline-colours.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** How far an outline may move, as a share of the long side. */
const BAND = 0.025
/** How sure the colours have to be of a pixel. */
const SURE = 0.3
/**
 * A piece is at least twice as wide as this, in pixels, plus one: one that goes, and one that comes back, as the thin strip that a mask
 * leaves out along a rim. It has at least this many pixels.
 */
const HALF_WIDTH = { gone: 2, back: 1 }
const LEAST_AREA = 25
/** How many times as strong the edge on the new outline must be as that on the old one, and its least strength (about ΔE a pixel). */
const STRONGER = 2
const LEAST_EDGE = 2
/** Pixels from an outline within which its edge lies. */
const EDGE_REACH = 2
/** Pixels beside an outline that its softness reaches. */
const SOFT = 10

/**
 * Moves the outline of a mask to where the colours change: a scrap of the table beside a dish goes, a missing piece of its rim
 * comes back, and so does the corner of a plate that fills the photo. A piece changes sides only if its colours are plainly those
 * of the other side nearby, and if the picture has a clearer edge on its far side than on the outline. So a rim in the shade, which
 * has the colour of its table, stays.
 *
 * @param colours of the picture, in the mask's size
 * @returns the new alpha; that of the mask where nothing changes
 * @example const alpha = refineOutline(subject, smoothColours(small))
 */
export function refineOutline(mask: SoftMask, colours: SmoothColours): Uint8Array {
  const bits = thresholdMask(mask, INSIDE)
  const { width, height } = mask
  const band = Math.max(4, Math.round(BAND * Math.max(width, height)))
  const judged = judgeByOutlineColours(colours, bits, band)
  const pieces = changedPieces(bits, judged).filter((piece) => isEdgeBeyond(colours, bits, piece))
  return pieces.length === 0 ? mask.alpha : redraw(mask, bits, pieces)
}

/** Connected pixels that would change sides. */
type Piece = readonly number[]

function changedPieces({ bits, width, height }: BinaryMask, judged: Float32Array): Piece[] {
  const piecesLeaving = (side: 0 | 1): Piece[] => {
    const taken = { bits: new Uint8Array(bits.length), width, height }
    for (let i = 0; i < bits.length; i++) {
      if (bits[i] === side && (side === 1 ? judged[i] < -SURE : judged[i] > SURE)) taken.bits[i] = 1
    }
    if (!taken.bits.includes(1)) return []
    // What is thin goes, and the pointed ends of what is not stay.
    const thick = dilate(openMask(taken, side === 1 ? HALF_WIDTH.gone : HALF_WIDTH.back), 2 * HALF_WIDTH.gone).bits
    for (let i = 0; i < thick.length; i++) taken.bits[i] &= thick[i]
    const { count, starts, ends, runLabels } = findComponents(taken, 1)
    const pieces: number[][] = Array.from({ length: count }, () => [])
    for (const [run, label] of runLabels.entries()) {
      for (let i = starts[run]; i < ends[run]; i++) pieces[label - 1]?.push(i)
    }
    return pieces.filter((piece) => piece.length >= LEAST_AREA)
  }
  return [...piecesLeaving(1), ...piecesLeaving(0)]
}

/** Whether the edge of the picture is on the far side of a piece and not on the outline that the mask has there. */
function isEdgeBeyond(colours: SmoothColours, { bits, width }: BinaryMask, piece: Piece): boolean {
  const own = new Set(piece)
  const side = bits[piece[0]]
  const before: number[] = []
  const after: number[] = []
  for (const i of piece) {
    const x = i % width
    const neighbours = [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]
    const others = neighbours.filter((at) => at >= 0 && at < bits.length && !own.has(at))
    if (others.some((at) => bits[at] !== side)) before.push(strongestChange(colours, i, EDGE_REACH))
    if (others.some((at) => bits[at] === side)) after.push(strongestChange(colours, i, EDGE_REACH))
  }
  // A spot that does not reach the outline is none of its business.
  if (before.length === 0) return false
  // A hole that is filled as a whole has no new outline.
  if (after.length === 0) return side === 0
  const edge = medianOf(after)
  return edge > LEAST_EDGE && edge > STRONGER * medianOf(before)
}

/** Gives pieces to the other side, with a soft edge of two pixels. */
function redraw({ alpha, width, height }: SoftMask, { bits }: BinaryMask, pieces: readonly Piece[]): Uint8Array {
  const changed = { bits: new Uint8Array(bits.length), width, height }
  for (const piece of pieces) for (const i of piece) changed.bits[i] = 1
  // The softness of the old outline beside a piece goes with it.
  const around = dilate(changed, SOFT).bits
  const drawn = new Float32Array(alpha)
  for (let i = 0; i < drawn.length; i++) if (around[i] === 1) drawn[i] = bits[i] === changed.bits[i] ? 0 : 255
  const soft = boxMean(drawn, width, height, 1)
  const edge = dilate(changed, SOFT + 1).bits
  return alpha.map((value, i) => (edge[i] === 1 ? Math.round(soft[i]) : value))
}
