import { randomSequence } from '../raster/random-sequence.ts'
import { patchDistance } from './patch-distance.ts'
import { targetPositions } from './patch-positions.ts'
import type { PyramidLevel } from './pyramid-level.ts'

/** For every pixel in or near the hole, the centre of the known patch that is most like the patch around it. */
export interface NearestNeighbourField {
  /** Positions of those pixels, in reading order. */
  readonly targets: Int32Array
  /** Index among the targets by position; −1 if there is none. */
  readonly order: Int32Array
  /** Position of each target's match. */
  readonly match: Int32Array
  /** Distance of each target's patch to its match. */
  readonly cost: Float32Array
}

/**
 * A field to start with.
 *
 * @param guess the match of a target if one is known; a random source takes the place of a bad guess
 */
export function createField(
  { canvas, sources, allowed }: PyramidLevel,
  guess: (target: number) => number,
): NearestNeighbourField {
  const targets = targetPositions(canvas)
  const order = new Int32Array(canvas.kinds.length).fill(-1)
  targets.forEach((position, index) => {
    order[position] = index
  })
  const next = randomSequence(7)
  const match = targets.map((target) => {
    const guessed = guess(target)
    return allowed[guessed] === 1 ? guessed : sources[Math.floor(next() * sources.length)]
  })
  return { targets, order, match, cost: new Float32Array(targets.length) }
}

/** Measures the cost of every match again, after the colours in the hole have changed. */
export function measureCosts(level: PyramidLevel, { targets, match, cost }: NearestNeighbourField): void {
  for (let i = 0; i < targets.length; i++) {
    cost[i] = patchDistance(level, targets[i], match[i], Number.POSITIVE_INFINITY)
  }
}

/**
 * Improves a field: good matches propagate from neighbour to neighbour, and random patches are tried at shrinking distances
 * (PatchMatch; Barnes, Shechtman, Finkelstein, Goldman 2009).
 *
 * @param radius the largest distance that is tried, in pixels
 */
export function improveField(level: PyramidLevel, field: NearestNeighbourField, rounds: number, radius: number): void {
  const { allowed, canvas } = level
  const { width, height } = canvas
  const { targets, order, match, cost } = field
  measureCosts(level, field)
  const next = randomSequence(targets.length)
  const tryMatch = (i: number, there: number): void => {
    if (there < 0 || there >= allowed.length || allowed[there] !== 1 || there === match[i]) return
    const found = patchDistance(level, targets[i], there, cost[i])
    if (found >= cost[i]) return
    cost[i] = found
    match[i] = there
  }
  const propagate = (i: number, step: number): void => {
    const neighbour = order[targets[i] + step] ?? -1
    if (neighbour >= 0) tryMatch(i, match[neighbour] - step)
  }
  const searchRandomly = (i: number): void => {
    for (let reach = radius; reach >= 1; reach *= 0.5) {
      const at = match[i]
      const column = at % width
      const x = column + Math.round((next() * 2 - 1) * reach)
      const y = (at - column) / width + Math.round((next() * 2 - 1) * reach)
      if (x >= 0 && x < width && y >= 0 && y < height) tryMatch(i, y * width + x)
    }
  }
  for (let round = 0; round < rounds; round++) {
    const isBackward = round % 2 === 1
    const step = isBackward ? 1 : -1
    for (let n = 0; n < targets.length; n++) {
      const i = isBackward ? targets.length - 1 - n : n
      propagate(i, step)
      propagate(i, step * width)
      searchRandomly(i)
    }
  }
}
