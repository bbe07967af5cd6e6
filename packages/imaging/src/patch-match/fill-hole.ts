import { type Canvas, EXCLUDED, HOLE, KNOWN } from './fill-canvas.ts'
import {
  bestSources,
  createField,
  improveField,
  measureCosts,
  type NearestNeighbourField,
  voteColours,
} from './nearest-neighbour-field.ts'
import { createLevel, type PyramidLevel } from './pyramid-level.ts'

/** Below this side a canvas is not made smaller any more. */
const MIN_SIDE = 40
/** Fewer patches than this have nothing to choose from. */
const MIN_SOURCES = 24
/** More pixels to fill than this are gone over half as many times. */
const MANY_TARGETS = 20_000
/** How often what was decided on a coarser level is gone over on a finer one. */
const PASSES = 4

/** Where to take each pixel of a hole from. */
export interface Filling {
  /** By position: the position it is like; itself outside the hole. */
  readonly sources: Int32Array
  readonly canvas: Canvas
}

/**
 * Completes a small picture from its own patches, coarse to fine, so that texture goes on and large shapes do too
 * (Wexler, Shechtman, Irani 2007). The canvas is coloured in place; what comes back says where the pixels came from, so
 * that the same can be done in full size. The same canvas gives the same filling.
 *
 * @param canvas its hole holds a first guess of the colours
 * @param passes fewer take less time; what is copied by whole patches hardly shows it
 * @returns undefined where too little is known to repeat; the guess then stays
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
  // The coarsest decides what goes where; the finer ones only do so better.
  const rounds = !coarse ? 8 : field.targets.length > MANY_TARGETS ? Math.ceil(passes / 2) : passes
  const radius = !coarse ? Math.max(width, height) : Math.max(8, Math.max(width, height) / 8)
  for (let round = 0; round < rounds; round++) {
    improveField(level, field, coarse ? 2 : 4, radius)
    voteColours(level, field)
  }
  measureCosts(level, field)
  return { level, field }
}

/** A canvas of half the size; a pixel of it is known where all four are, and excluded where any is. */
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

/** The match of a coarse field, twice as far and at the same corner of its pixel. */
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
