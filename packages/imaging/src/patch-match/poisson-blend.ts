import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type Canvas, EXCLUDED, HOLE } from './fill-canvas.ts'
import type { Filling } from './fill-hole.ts'

/** Weight of the colours that the patches voted for, against the gradients of the source. */
const DATA_WEIGHT = 0.004
const ITERATIONS = 80
/** Factor of successive over-relaxation, between 1 and 2. */
const OVER_RELAXATION = 1.8
/** Largest change in codes: more than this is another surface, not another light. */
const MAX_CHANGE = 70
/** Mean difference in codes up to which an excluded pixel is taken for the same surface as the hole beside it. */
const SAME_SURFACE = 16

/**
 * What to add to each copied pixel so that no seam of light shows. Gradients are those of the sources, and colours those of
 * the photo at the border of the hole (Poisson image editing; Pérez, Gangnet, Blake 2003), with a small weight on the
 * colours that the patches voted for.
 *
 * @returns three numbers for each position; 0 outside the hole
 */
export function poissonBlend(filling: Filling): Float32Array {
  const { sources, canvas } = filling
  const holes = holePositions(canvas)
  const values = solve(canvas, holes, sourceGradients(filling, holes))
  const change = new Float32Array(values.length)
  for (const at of holes) {
    for (let c = 0; c < 3; c++) {
      const wanted = values[3 * at + c] - canvas.colours[3 * sources[at] + c]
      change[3 * at + c] = clamp(wanted, -MAX_CHANGE, MAX_CHANGE)
    }
  }
  return change
}

/** The four neighbours of a position: left, right, above, below. The opposite of neighbour `k` is `k ^ 1`. */
const neighbourSteps = ({ width }: Canvas): readonly number[] => [-1, 1, -width, width]

const hasNeighbour = ({ width, height }: Canvas, at: number, k: number): boolean => {
  const x = at % width
  if (k === 0) return x > 0
  if (k === 1) return x < width - 1
  return k === 2 ? at >= width : at < width * (height - 1)
}

/**
 * The gradients that a hole should have towards each neighbour: the mean of the gradient at the source of the pixel and of
 * that at the source of its neighbour.
 *
 * @returns by hole, neighbour and channel
 */
function sourceGradients({ sources, canvas }: Filling, holes: Int32Array): Float32Array {
  const { colours, kinds } = canvas
  const steps = neighbourSteps(canvas)
  const gradients = new Float32Array(holes.length * steps.length * 3)
  holes.forEach((at, n) => {
    const source = sources[at]
    for (let k = 0; k < 4; k++) {
      if (!hasNeighbour(canvas, at, k)) continue
      const step = steps[k]
      const other = at + step
      const back = kinds[other] === HOLE && hasNeighbour(canvas, sources[other], k ^ 1) ? sources[other] : -1
      const isInside = hasNeighbour(canvas, source, k)
      for (let c = 0; c < 3; c++) {
        const own = isInside ? colours[3 * source + c] - colours[3 * (source + step) + c] : 0
        const others = back < 0 ? own : colours[3 * (back - step) + c] - colours[3 * back + c]
        gradients[(n * 4 + k) * 3 + c] = (own + others) / 2
      }
    }
  })
  return gradients
}

/** Solves for the colours of the holes by successive over-relaxation. */
function solve(canvas: Canvas, holes: Int32Array, gradients: Float32Array): Float32Array {
  const { colours } = canvas
  const steps = neighbourSteps(canvas)
  const values = Float32Array.from(colours)
  const joined = joinedNeighbours(canvas, holes)
  for (let round = 0; round < ITERATIONS; round++) {
    for (let n = 0; n < holes.length; n++) {
      const at = holes[n]
      for (let c = 0; c < 3; c++) {
        let sum = DATA_WEIGHT * colours[3 * at + c]
        let total = DATA_WEIGHT
        for (let k = 0; k < 4; k++) {
          if (joined[4 * n + k] === 0) continue
          sum += values[3 * (at + steps[k]) + c] + gradients[(n * 4 + k) * 3 + c]
          total++
        }
        const value = values[3 * at + c]
        values[3 * at + c] = value + OVER_RELAXATION * (sum / total - value)
      }
    }
  }
  return values
}

/**
 * The neighbours of each hole that belong to the same surface, by hole and neighbour. What is excluded is another surface,
 * unless it has the same colour: its colour must not bleed into the hole.
 */
function joinedNeighbours(canvas: Canvas, holes: Int32Array): Uint8Array {
  const { colours, kinds } = canvas
  const steps = neighbourSteps(canvas)
  const joined = new Uint8Array(4 * holes.length)
  holes.forEach((at, n) => {
    for (let k = 0; k < 4; k++) {
      if (!hasNeighbour(canvas, at, k)) continue
      const other = at + steps[k]
      const difference = (c: number) => Math.abs(colours[3 * at + c] - colours[3 * other + c])
      const isOther = kinds[other] === EXCLUDED && difference(0) + difference(1) + difference(2) > 3 * SAME_SURFACE
      if (!isOther) joined[4 * n + k] = 1
    }
  })
  return joined
}

function holePositions({ kinds }: Canvas): Int32Array {
  let count = 0
  for (const kind of kinds) if (kind === HOLE) count++
  const holes = new Int32Array(count)
  for (let i = 0, to = 0; i < kinds.length; i++) if (kinds[i] === HOLE) holes[to++] = i
  return holes
}
