import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { findComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode, openMask } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { medianOf, type SmoothColours, strongestChange } from '../candidates/colour-analysis.ts'

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

/** Pixels of the tiles that share their samples. */
const TILE = 20
/** Where colours are sampled beyond the band, and how far around a tile, in widths of the band. */
const SAMPLED = 3.2
const AROUND = 2.6
/** Samples across the surroundings of a tile. */
const SAMPLES_ACROSS = 22
/** A side with fewer samples is unknown. */
const LEAST_SAMPLES = 12
/** Distance within which a side explains a colour, beyond which the other does not, and how many times as far that must be. */
const EXPLAINS = 6
const DIFFERS = 9
const TIMES = 2.2
/** Only every second pixel of a row and column is asked. */
const STEP = 2
/** Radius of the window over which answers are averaged, twice. */
const POOLING = 2

/** The zones of a mask. Unknown pixels are near its outline; samples of both sides lie beyond them. */
const OUTLINE = 1
const DISH = 2
const SURROUNDINGS = 3

/**
 * What the colours on both sides of an outline say of the pixels near it: a local classifier (after Video SnapCut, Bai et al.
 * 2009), but by nearest samples, and with an answer only where one side explains a colour well and the other does not.
 *
 * @param band pixels on both sides of the outline that are judged
 * @returns −1 (surely of the surroundings) to 1 (surely of the dish) for each pixel; 0 away from the outline
 */
function judgeByOutlineColours(colours: SmoothColours, mask: BinaryMask, band: number): Float32Array {
  const { width, height } = mask
  const zones = zonesOf(mask, band)
  const votes = new Float32Array(zones.length)
  const reach = Math.round(AROUND * band)
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const unknown = pixelsOf(zones, OUTLINE, STEP, {
        left,
        top,
        right: left + TILE,
        bottom: top + TILE,
        width,
        height,
      })
      if (unknown.length === 0) continue
      const around = { left: left - reach, top: top - reach, right: left + TILE + reach, bottom: top + TILE + reach }
      const step = Math.max(1, Math.round((TILE + 2 * reach) / SAMPLES_ACROSS))
      const [dish, surroundings] = [DISH, SURROUNDINGS].map((zone) =>
        samplesAt(colours, pixelsOf(zones, zone, step, { ...around, width, height })),
      )
      if (!dish) continue
      for (const i of unknown) {
        const toDish = nearness(colours, i, dish)
        // Whatever the surroundings are, neither side would explain it and the other not.
        if (toDish >= EXPLAINS && toDish <= DIFFERS) continue
        // A gap within the dish may have no surroundings nearby.
        const toSurroundings = surroundings ? nearness(colours, i, surroundings) : Number.POSITIVE_INFINITY
        const vote = voteOf(toDish, toSurroundings)
        if (vote !== 0) spread(votes, i, width, vote)
      }
    }
  }
  const once = boxMean(votes, width, height, POOLING)
  return boxMean(once, width, height, POOLING)
}

function zonesOf(mask: BinaryMask, band: number): Uint8Array {
  const far = Math.round(SAMPLED * band)
  const [near, wide] = [dilate(mask, band).bits, dilate(mask, far).bits]
  const [core, deep] = [erode(mask, band).bits, erode(mask, far).bits]
  const zones = new Uint8Array(near.length)
  for (let i = 0; i < zones.length; i++) {
    if (core[i] === 1) zones[i] = deep[i] === 1 ? 0 : DISH
    else if (near[i] === 1) zones[i] = OUTLINE
    else if (wide[i] === 1) zones[i] = SURROUNDINGS
  }
  return zones
}

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** The pixels of a zone in an area, on a grid. */
function pixelsOf(zones: Uint8Array, zone: number, step: number, area: Area): number[] {
  const found: number[] = []
  for (let y = Math.max(0, area.top); y < Math.min(area.height, area.bottom); y += step) {
    for (let x = Math.max(0, area.left); x < Math.min(area.width, area.right); x += step) {
      if (zones[y * area.width + x] === zone) found.push(y * area.width + x)
    }
  }
  return found
}

/** The colours at some pixels, three numbers each; undefined if they are too few. */
function samplesAt({ channels: [light, red, blue] }: SmoothColours, at: readonly number[]): Float32Array | undefined {
  if (at.length < LEAST_SAMPLES) return undefined
  const samples = new Float32Array(3 * at.length)
  for (const [k, i] of at.entries()) samples.set([light[i], red[i], blue[i]], 3 * k)
  return samples
}

/** The mean distance of a pixel's colour from the four nearest samples. */
function nearness({ channels: [light, red, blue] }: SmoothColours, i: number, samples: Float32Array): number {
  const [l, a, b] = [light[i], red[i], blue[i]]
  // Four variables take half the time of an array.
  let first = Number.POSITIVE_INFINITY
  let [second, third, fourth] = [first, first, first]
  for (let k = 0; k < samples.length; k += 3) {
    const dl = samples[k] - l
    const da = samples[k + 1] - a
    const db = samples[k + 2] - b
    const square = dl * dl + da * da + db * db
    if (square >= fourth) continue
    fourth = square >= third ? square : third
    if (square >= third) continue
    third = square >= second ? square : second
    if (square >= second) continue
    second = square >= first ? square : first
    if (square < first) first = square
  }
  return (Math.sqrt(first) + Math.sqrt(second) + Math.sqrt(third) + Math.sqrt(fourth)) / 4
}

function voteOf(toDish: number, toSurroundings: number): number {
  const explains = (one: number, other: number) => one < EXPLAINS && other > DIFFERS && other > TIMES * one
  if (explains(toSurroundings, toDish)) return -1
  return explains(toDish, toSurroundings) ? 1 : 0
}

/** Gives an answer to the pixels that were not asked, too. */
function spread(votes: Float32Array, i: number, width: number, vote: number): void {
  const across = (i + 1) % width === 0 ? 1 : STEP
  for (let y = 0; y < STEP; y++) {
    const at = i + y * width
    if (at < votes.length) votes.fill(vote, at, at + across)
  }
}
