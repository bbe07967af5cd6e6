import { type Canvas, EXCLUDED, HOLE, KNOWN } from './fill-canvas.ts'
import { createField, improveField, measureCosts, type NearestNeighbourField } from './nearest-neighbour-field.ts'
import { PATCH_RADIUS } from './patch-positions.ts'
import { createLevel, type PyramidLevel } from './pyramid-level.ts'

/** A canvas is not halved if a side would become shorter than this. */
const MIN_SIDE = 40
/** The fewest known patches among which a search makes sense. */
const MIN_SOURCES = 24
/** From this many targets on, finer levels get half as many passes. */
const MANY_TARGETS = 20_000
/** Passes on each finer level. */
const PASSES = 4

/** Where each pixel of a hole is copied from. */
export interface Filling {
  /** The source of each position; outside the hole its own. */
  readonly sources: Int32Array
  readonly canvas: Canvas
}

/**
 * Fills the hole of a canvas from the canvas's own patches, coarse to fine, so that both texture and large shapes continue
 * (Wexler, Shechtman, Irani 2007). The canvas is coloured in place. The result says where the pixels came from, so that the
 * same can be done in full size. The same canvas always gives the same filling.
 *
 * @param canvas its hole holds a first guess of the colours
 * @param passes fewer take less time and hardly show, because whole patches are copied
 * @returns undefined if too little is known to copy; the guess then stays
 */
export function fillHole(canvas: Canvas, passes = PASSES): Filling | undefined {
  const filled = fillLevel(canvas, passes)
  return filled && { sources: bestSources(filled.level, filled.field), canvas }
}

function fillLevel(canvas: Canvas, passes: number): { level: PyramidLevel; field: NearestNeighbourField } | undefined {
  const { width, height } = canvas
  const half = Math.min(width, height) >= 2 * MIN_SIDE ? halveCanvas(canvas) : undefined
  const coarse = half && fillLevel(half, passes)
  const level = createLevel(canvas, coarse?.level)
  if (level.sources.length < MIN_SOURCES) return undefined
  const field = createField(level, coarse && half ? doubleMatch(coarse.field, half, canvas) : () => -1)
  if (coarse) {
    measureCosts(level, field)
    voteColours(level, field)
  }
  // The coarsest level decides what goes where. The finer ones only refine it.
  const rounds = !coarse ? 8 : field.targets.length > MANY_TARGETS ? Math.ceil(passes / 2) : passes
  const radius = !coarse ? Math.max(width, height) : Math.max(8, Math.max(width, height) / 8)
  for (let round = 0; round < rounds; round++) {
    improveField(level, field, coarse ? 2 : 4, radius)
    voteColours(level, field)
  }
  measureCosts(level, field)
  return { level, field }
}

/** The canvas at half the size. A pixel is known where all four are, and excluded where any is. */
function halveCanvas({ colours, kinds, width, height }: Canvas): Canvas {
  const [across, down] = [width >> 1, height >> 1]
  const half: Canvas = {
    colours: new Float32Array(3 * across * down),
    kinds: new Uint8Array(across * down),
    width: across,
    height: down,
  }
  for (let y = 0, to = 0; y < down; y++) {
    for (let x = 0; x < across; x++, to++) {
      const at = 2 * y * width + 2 * x
      const four = [at, at + 1, at + width, at + width + 1]
      const all = four.map((i) => kinds[i])
      half.kinds[to] = all.includes(EXCLUDED) ? EXCLUDED : all.includes(HOLE) ? HOLE : KNOWN
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (const i of four) sum += colours[3 * i + c]
        half.colours[3 * to + c] = sum / 4
      }
    }
  }
  return half
}

/**
 * Guesses for a finer level: the matches of the coarse field at twice the distance, in the same corner of their pixel.
 */
const doubleMatch =
  ({ order, match }: NearestNeighbourField, half: Canvas, { width }: Canvas) =>
  (target: number): number => {
    const [x, y] = [target % width, Math.floor(target / width)]
    const [u, v] = [Math.min(half.width - 1, x >> 1), Math.min(half.height - 1, y >> 1)]
    const index = order[v * half.width + u]
    if (index < 0) return -1
    const found = match[index]
    return (2 * Math.floor(found / half.width) + (y & 1)) * width + 2 * (found % half.width) + (x & 1)
  }

/**
 * Colours the hole again: each pixel becomes the weighted mean of what the patches over it propose. Patches that fit well
 * and lie near the known pixels have more weight.
 */
function voteColours(
  { canvas, texture, trust }: PyramidLevel,
  { targets, order, match, cost }: NearestNeighbourField,
): void {
  const { colours, kinds, width, height } = canvas
  const typical = Float32Array.from(cost).sort()[Math.floor(cost.length * 0.75)] ?? 0
  const weights = cost.map((value, i) => trust[targets[i]] * Math.exp(-value / (typical + 1)))
  for (const position of targets) {
    if (kinds[position] !== HOLE) continue
    const x = position % width
    const y = (position - x) / width
    let [red, green, blue, total] = [0, 0, 0, 0]
    let [roughX, roughY] = [0, 0]
    for (let v = Math.max(-PATCH_RADIUS, -y); v <= Math.min(PATCH_RADIUS, height - 1 - y); v++) {
      for (let u = Math.max(-PATCH_RADIUS, -x); u <= Math.min(PATCH_RADIUS, width - 1 - x); u++) {
        const step = v * width + u
        const i = order[position + step]
        if (i < 0) continue
        const weight = weights[i]
        const from = match[i] - step
        red += weight * colours[3 * from]
        green += weight * colours[3 * from + 1]
        blue += weight * colours[3 * from + 2]
        roughX += weight * texture[2 * from]
        roughY += weight * texture[2 * from + 1]
        total += weight
      }
    }
    if (total <= 0) continue
    colours[3 * position] = red / total
    colours[3 * position + 1] = green / total
    colours[3 * position + 2] = blue / total
    texture[2 * position] = roughX / total
    texture[2 * position + 1] = roughY / total
  }
}

/**
 * The position that each pixel of the hole is copied from: that of the best patch over it, so that pixels that are
 * neighbours in the source stay neighbours. Outside the hole it is the pixel's own position.
 */
function bestSources({ canvas }: PyramidLevel, { order, match, cost }: NearestNeighbourField): Int32Array {
  const { kinds, width, height } = canvas
  return Int32Array.from(kinds, (kind, at) => {
    if (kind !== HOLE) return at
    const x = at % width
    const y = (at - x) / width
    let [best, from] = [Number.POSITIVE_INFINITY, at]
    for (let v = Math.max(-PATCH_RADIUS, -y); v <= Math.min(PATCH_RADIUS, height - 1 - y); v++) {
      for (let u = Math.max(-PATCH_RADIUS, -x); u <= Math.min(PATCH_RADIUS, width - 1 - x); u++) {
        const step = v * width + u
        const i = order[at + step]
        if (i < 0) continue
        const value = cost[i]
        if (value >= best) continue
        best = value
        from = match[i] - step
      }
    }
    return from
  })
}
