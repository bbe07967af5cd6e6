import { dilate } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { SmoothColours } from '../candidates/colour-analysis.ts'

/** Alpha from which a pixel is inside, and below which it is surely outside. */
const [INSIDE, OUTSIDE] = [128, 16]
/** Pixels of the copy (long side 1,024) up to which a strip reaches into the photo, and from which on the ware shows its own colour. */
const DEEPEST = 14
const WARE = { from: 4, pixels: 8 }
/** Pixels along the border within which the surroundings show their colour, and how deep they are looked at. */
const BESIDE = 90
/** Least difference of both colours, on the scale of CIE Lab, and how much nearer to the surroundings a pixel must be. */
const CONTRAST = 40
const NEARER = 0.4

/** Half of the places along a border that share one depth, and the pixels of the soft edge of a strip. */
const [LEVEL, SOFT] = [4, 2]

/** A side of a picture: the index of the pixel at a place along it and at a depth into the picture. */
interface Side {
  readonly length: number
  readonly at: (along: number, depth: number) => number
}

const sidesOf = (width: number, height: number): readonly Side[] => [
  { length: width, at: (x, depth) => depth * width + x },
  { length: width, at: (x, depth) => (height - 1 - depth) * width + x },
  { length: height, at: (y, depth) => y * width + depth },
  { length: height, at: (y, depth) => y * width + width - 1 - depth },
]

type Colour = readonly [lightness: number, red: number, blue: number]

/**
 * Takes strips of the surroundings off a mask where it meets the border of the photo: beside a round plate that the frame touches
 * or cuts, networks fill the narrow gap between rim and border, which is seen as a dark tab on white. A strip has the colour of what
 * lies beside the dish along that border, and the ware behind it has another.
 *
 * @param colours of the picture, of the mask's size
 * @returns the new alpha; that of the mask where there are no strips
 * @example const alpha = trimStripsAtFrame(subject, smoothColours(small))
 */
export function trimStripsAtFrame({ alpha, width, height }: SoftMask, { channels }: SmoothColours): Uint8Array {
  const colourAt = (i: number): Colour => [channels[0][i], channels[1][i], channels[2][i]]
  const strips: number[] = []
  if (Math.min(width, height) <= 2 * (DEEPEST + WARE.from + WARE.pixels)) return alpha
  for (const { length, at } of sidesOf(width, height)) {
    const beside = nearestOutside(length, (along) => alpha[at(along, 0)] < OUTSIDE)
    const depths = Array.from(beside, (outside, along) => {
      if (outside < 0 || Math.abs(outside - along) > BESIDE || alpha[at(along, 0)] < INSIDE) return 0
      const inside = (depth: number) => alpha[at(along, depth)] >= INSIDE
      return stripDepth((depth) => colourAt(at(along, depth)), inside, colourAt(at(outside, 1)))
    })
    for (const [along, depth] of withoutNotches(depths).entries()) {
      for (let deep = 0; deep < depth; deep++) strips.push(at(along, deep))
    }
  }
  if (strips.length === 0) return alpha
  const trimmed = Uint8Array.from(alpha)
  const stripped = { bits: new Uint8Array(alpha.length), width, height }
  for (const i of strips) stripped.bits[i] = 1
  // The soft edge of a strip goes with it, or a thin line would be left.
  const softEdge = dilate(stripped, SOFT).bits
  for (let i = 0; i < alpha.length; i++) if (stripped.bits[i] || (softEdge[i] && alpha[i] < INSIDE)) trimmed[i] = 0
  return trimmed
}

/** Each depth as the median of those around it: a strip has no teeth, and a single place is none. */
const withoutNotches = (depths: readonly number[]): number[] =>
  depths.map((_, along) => {
    const near = depths.slice(Math.max(0, along - LEVEL), along + LEVEL + 1).toSorted((a, b) => a - b)
    return near[near.length >> 1]
  })

/** For every place along a side the nearest one that lies outside; -1 where none does. */
function nearestOutside(length: number, isOutside: (along: number) => boolean): Int32Array {
  const nearest = new Int32Array(length).fill(-1)
  for (let along = 0, last = -1; along < length; along++) {
    if (isOutside(along)) last = along
    nearest[along] = last
  }
  for (let along = length - 1, last = -1; along >= 0; along--) {
    if (isOutside(along)) last = along
    if (last >= 0 && (nearest[along] < 0 || last - along < along - nearest[along])) nearest[along] = last
  }
  return nearest
}

/** How deep the colour of the surroundings reaches from the border; 0 where it does not, or where no other colour follows. */
function stripDepth(colourAt: (depth: number) => Colour, isInside: (depth: number) => boolean, around: Colour): number {
  // The whole stretch must lie in the mask: what it leaves behind a strip is its own outline.
  for (let start = 1; start <= DEEPEST; start++) {
    const from = start + WARE.from
    if (!isInside(from + WARE.pixels - 1)) return 0
    const ware = mean(colourAt, from)
    if (distance(ware, around) < CONTRAST) continue
    const isAround = (depth: number) => distance(colourAt(depth), around) < NEARER * distance(colourAt(depth), ware)
    if (!isAround(start - 1)) return 0
    if (!isAround(start)) return start
  }
  return 0
}

function mean(colourAt: (depth: number) => Colour, from: number): Colour {
  const sum = [0, 0, 0]
  for (let depth = from; depth < from + WARE.pixels; depth++) {
    const colour = colourAt(depth)
    for (let c = 0; c < 3; c++) sum[c] += colour[c] / WARE.pixels
  }
  return [sum[0], sum[1], sum[2]]
}

const distance = (one: Colour, other: Colour): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
