import { type Canvas, HOLE } from './fill-canvas.ts'
import type { Filling } from './fill-hole.ts'

/** How much a pixel is drawn towards what the patches voted for, against following the slopes of its source. */
const DATA_WEIGHT = 0.004
const ITERATIONS = 80
/** Over-relaxation; between 1 and 2. */
const OVER_RELAXATION = 1.8
/** In codes; more than this is another surface, not another light. */
const MAX_CHANGE = 70

/**
 * What to add to each copied pixel so that no copy is told by its light: slopes are those of the sources, colours those
 * of the photo where it begins (Poisson editing, Pérez and others 2003, with a pull).
 *
 * @returns three numbers a position, 0 outside the hole
 */
export function poissonBlend({ sources, canvas }: Filling): Float32Array {
  const { colours, kinds, width, height } = canvas
  const holes = holePositions(canvas)
  const steps = [-1, 1, -width, width]
  const slopes = new Float32Array(holes.length * steps.length * 3)
  const values = Float32Array.from(colours)
  const hasNeighbour = (at: number, k: number): boolean => {
    const x = at % width
    if (k === 0) return x > 0
    if (k === 1) return x < width - 1
    return k === 2 ? at >= width : at < width * (height - 1)
  }
  holes.forEach((at, n) => {
    const source = sources[at]
    for (let k = 0; k < 4; k++) {
      if (!hasNeighbour(at, k)) continue
      const step = steps[k]
      const other = at + step
      // The slope as the source of this pixel has it, and as that of its neighbour has it.
      const back = kinds[other] === HOLE && hasNeighbour(sources[other], k ^ 1) ? sources[other] : -1
      const along = hasNeighbour(source, k)
      for (let c = 0; c < 3; c++) {
        const mine = along ? colours[3 * source + c] - colours[3 * (source + step) + c] : 0
        const theirs = back < 0 ? mine : colours[3 * (back - step) + c] - colours[3 * back + c]
        slopes[(n * 4 + k) * 3 + c] = (mine + theirs) / 2
      }
    }
  })
  for (let round = 0; round < ITERATIONS; round++) {
    for (let n = 0; n < holes.length; n++) {
      const at = holes[n]
      for (let c = 0; c < 3; c++) {
        let sum = DATA_WEIGHT * colours[3 * at + c]
        let total = DATA_WEIGHT
        for (let k = 0; k < 4; k++) {
          if (!hasNeighbour(at, k)) continue
          sum += values[3 * (at + steps[k]) + c] + slopes[(n * 4 + k) * 3 + c]
          total++
        }
        const value = values[3 * at + c]
        values[3 * at + c] = value + OVER_RELAXATION * (sum / total - value)
      }
    }
  }
  const change = new Float32Array(colours.length)
  for (const at of holes) {
    for (let c = 0; c < 3; c++) {
      const wanted = values[3 * at + c] - colours[3 * sources[at] + c]
      change[3 * at + c] = Math.max(-MAX_CHANGE, Math.min(MAX_CHANGE, wanted))
    }
  }
  return change
}

function holePositions({ kinds }: Canvas): Int32Array {
  let count = 0
  for (const kind of kinds) if (kind === HOLE) count++
  const holes = new Int32Array(count)
  for (let i = 0, to = 0; i < kinds.length; i++) if (kinds[i] === HOLE) holes[to++] = i
  return holes
}
