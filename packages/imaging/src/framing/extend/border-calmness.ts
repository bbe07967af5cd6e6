import { opponentColour } from '../../colour/opponent-colour.ts'
import { type Box, scaleBox } from '../../raster/geometry.ts'
import { cropMask } from '../../raster/masks/crop-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { DISH_FROM, foreignObjects, type Surroundings } from './foreign-objects.ts'
import { openSides, type Side } from './open-sides.ts'

/** Long side of the copy on which borders are judged. */
const BORDER_SIDE = 768
/** Depth of the strip along a border whose mean is compared, as a share of the long side. */
const DEPTH = 1 / 64
/** Lengths along the border whose means are compared, as shares of the long side: a thin thing and a wide one. */
const STRETCHES = [1 / 64, 1 / 32] as const
/** What a texture does everywhere along a border, in multiples of the median, is no edge. */
const TYPICAL = 2
/** A stretch of the strip needs at least this share of pixels that are not dish. */
const LEAST_SEEN = 0.3

/** A stretch of a border whose colour changes by more than this is crossed by something, in units of CIE lightness. */
const CALM_UP_TO = 12
/** What changes it by more is seen at once where it ends. */
const FAINT = 30
/** How many faint edges are continued with the surface. */
const MOST_CONTINUED = 1
/**
 * What changes a stretch by no more than this dissolves in a plain backdrop: above and below a dish, the fold of a cloth or
 * a shadow goes out of focus as with the distance. Beside a dish the distance does not change, and the same looks like a
 * pillar.
 */
const DISSOLVES_UP_TO: Readonly<Record<Side, number>> = {
  left: CALM_UP_TO,
  right: CALM_UP_TO,
  top: FAINT,
  bottom: FAINT,
}
/**
 * A texture whose neighbouring stretches typically differ by more than this, such as granite, does not dissolve: its spots would
 * run like paint. Granite has 6 to 7, planks and woven mats at most 4.
 */
const TEXTURE_DISSOLVES_UP_TO = 5
/** Value of a stretch at which a detector sees an object. */
const OBJECT = 100
/** An object this near to a border, as a share of the side, reaches it. */
const AT_BORDER = 0.02

/** What is known of the borders of a photo before it is continued beyond them. */
export interface Borders {
  /** The sides at which the photo does not cut the dish itself. */
  readonly open: Readonly<Record<Side, boolean>>
  /** Whether nothing crosses a border between two positions, given as shares of its length from the left or the top. */
  isCalm(side: Side, from: number, to: number): boolean
  /**
   * Whether the surface can be continued there, beside the dish, although something crosses the border: nothing but one faint edge.
   * Where two surfaces meet, or one large thing begins, the patches of either go on. A thing with two edges would end, or be
   * seen twice. Above and below, where perspective changes the surface, such an edge dissolves better than it goes on.
   */
  isContinued(side: Side, from: number, to: number): boolean
  /** Whether what crosses a border there, if anything, and the texture are so faint that they dissolve in a plain backdrop. */
  canDissolve(side: Side, from: number, to: number): boolean
  /** The borders of a part of the photo, a box in its pixels. */
  within(part: Box): Borders
}

/**
 * Measures what crosses the borders of a photo. At every position the mean colours of the strip before and behind it are
 * compared. An object, a seam or the edge of a shadow changes them; light that falls off, and a texture that is the same
 * everywhere, do not. Where a detector sees an object at a border, that stretch is not calm either.
 *
 * @param around the dish, which does not count itself, and the objects beside it
 * @example const { open, isCalm } = await measureBorders(photo, subject)
 */
export async function measureBorders(photo: Pixels, around: Surroundings): Promise<Borders> {
  const copy = await makeAnalysisCopy(photo, BORDER_SIDE)
  const changesOf = (part: Box) => changesAtBorders(copy, around, scaleBox(part, photo, copy))
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height }
  const ofWhole = changesOf(whole)
  const bordersOf = (part: Box, changes: ReturnType<typeof changesOf>): Borders => {
    // A calm line between the spots of a texture does not make it finer.
    const textureAt = (side: Side) => Math.max(ofWhole[side].texture, changes[side].texture)
    const shown = (side: Side, from: number, to: number): Float32Array => {
      const { steps } = changes[side]
      return steps.subarray(Math.floor(from * steps.length), Math.ceil(to * steps.length))
    }
    const isUpTo = (most: number, side: Side, from: number, to: number): boolean =>
      shown(side, from, to).every((step) => step <= most)
    return {
      open: openSides(cropMask(around, part, photo)),
      isCalm: (side, from, to) => isUpTo(CALM_UP_TO, side, from, to),
      isContinued: (side, from, to) =>
        isUpTo(side === 'left' || side === 'right' ? FAINT : CALM_UP_TO, side, from, to) &&
        crossingsOf(shown(side, from, to)) <= MOST_CONTINUED,
      canDissolve: (side, from, to) =>
        textureAt(side) <= TEXTURE_DISSOLVES_UP_TO && isUpTo(DISSOLVES_UP_TO[side], side, from, to),
      within: (inner) => bordersOf(inner, changesOf(inner)),
    }
  }
  return bordersOf(whole, ofWhole)
}

/** How often something crosses a stretch of a border. */
const crossingsOf = (steps: Float32Array): number =>
  steps.reduce((sum, step, i) => (step > CALM_UP_TO && !(steps[i - 1] > CALM_UP_TO) ? sum + 1 : sum), 0)

/** How much the colour changes along a border, about in units of CIE lightness. */
interface Changes {
  /** At each position, beyond what the texture does everywhere. */
  readonly steps: Float32Array
  /** What the texture typically does over a short stretch. */
  readonly texture: number
}

/** The changes along each border of a part of a copy. */
function changesAtBorders(copy: Pixels, around: Surroundings, part: Box): Record<Side, Changes> {
  const along = (side: Side) => changesAlong(copy, around, side, part)
  const changes = { left: along('left'), top: along('top'), right: along('right'), bottom: along('bottom') }
  const [nearX, nearY] = [AT_BORDER * copy.width, AT_BORDER * copy.height]
  const [right, bottom] = [part.left + part.width, part.top + part.height]
  for (const { box } of foreignObjects(around)) {
    const at = scaleBox(box, around, copy)
    const isAcross = (line: number, near: number, from: number, size: number) =>
      from <= line + near && from + size >= line - near
    const mark = (side: Side, from: number, size: number) =>
      void changes[side].steps.fill(OBJECT, Math.max(0, from), Math.max(0, from + size))
    if (isAcross(part.left, nearX, at.left, at.width)) mark('left', at.top - part.top, at.height)
    if (isAcross(right, nearX, at.left, at.width)) mark('right', at.top - part.top, at.height)
    if (isAcross(part.top, nearY, at.top, at.height)) mark('top', at.left - part.left, at.width)
    if (isAcross(bottom, nearY, at.top, at.height)) mark('bottom', at.left - part.left, at.width)
  }
  return changes
}

function changesAlong(copy: Pixels, subject: SoftMask, side: Side, part: Box): Changes {
  const long = Math.max(copy.width, copy.height)
  const profile = profileOf(copy, subject, side, part, Math.max(2, Math.round(DEPTH * long)))
  const steps = new Float32Array(side === 'left' || side === 'right' ? part.height : part.width)
  const typical = STRETCHES.map((share) => {
    const size = Math.max(2, Math.round(share * long))
    const found = stepsOfSize(profile, steps.length, size)
    const median = Float32Array.from(found).sort()[found.length >> 1] ?? 0
    for (let i = 0; i < steps.length; i++) steps[i] = Math.max(steps[i], found[i] - TYPICAL * median)
    return median
  })
  return { steps, texture: typical[0] ?? 0 }
}

/** Running sums along a border: light, redness, blueness and the number of pixels. */
function profileOf(copy: Pixels, subject: SoftMask, side: Side, part: Box, wanted: number) {
  const { data, width, height, channels } = copy
  const isUpright = side === 'left' || side === 'right'
  const length = isUpright ? part.height : part.width
  const depth = Math.min(wanted, isUpright ? part.width : part.height)
  const sums = new Float64Array(4 * (length + 1))
  for (let i = 0; i < length; i++) {
    for (let c = 0; c < 4; c++) sums[4 * (i + 1) + c] = sums[4 * i + c]
    for (let d = 0; d < depth; d++) {
      const x = part.left + (isUpright ? (side === 'left' ? d : part.width - 1 - d) : i)
      const y = part.top + (isUpright ? i : side === 'top' ? d : part.height - 1 - d)
      const u = Math.floor(((x + 0.5) / width) * subject.width)
      const v = Math.floor(((y + 0.5) / height) * subject.height)
      if (subject.alpha[v * subject.width + u] >= DISH_FROM) continue
      const at = (y * width + x) * channels
      const colour = opponentColour(data[at], data[at + 1], data[at + 2], 2.55)
      for (let c = 0; c < 3; c++) sums[4 * (i + 1) + c] += colour[c]
      sums[4 * (i + 1) + 3]++
    }
  }
  return { sums, depth }
}

/** The distance of the mean colours of the two stretches that meet at each position. */
function stepsOfSize({ sums, depth }: ReturnType<typeof profileOf>, length: number, size: number): Float32Array {
  const steps = new Float32Array(length)
  const least = LEAST_SEEN * depth * size
  for (let i = size; i + size <= length; i++) {
    const before = sums[4 * i + 3] - sums[4 * (i - size) + 3]
    const after = sums[4 * (i + size) + 3] - sums[4 * i + 3]
    if (before < least || after < least) continue
    let squares = 0
    for (let c = 0; c < 3; c++) {
      const mean = (sums[4 * i + c] - sums[4 * (i - size) + c]) / before
      const next = (sums[4 * (i + size) + c] - sums[4 * i + c]) / after
      squares += (mean - next) ** 2
    }
    steps[i] = Math.sqrt(squares)
  }
  return steps
}
