import { randomSequence } from '../raster/random-sequence.ts'
import { EXCLUDED } from './fill-canvas.ts'
import { PATCH_RADIUS, targetPositions } from './patch-positions.ts'
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

/**
 * Costs of a copy from the other end of the picture. Down costs more than across: light and horizon keep their height.
 */
const VERTICAL_PENALTY = 900
const HORIZONTAL_PENALTY = 250
/** Cost of a difference in texture, relative to the square of a difference in colour. */
const TEXTURE_PENALTY = 6

/**
 * Distance of two patches: the mean squared difference of their colours, over the pixels around the first that are inside
 * the picture and not excluded, plus penalties for the way between them, another texture and another tone.
 *
 * @returns infinite as soon as it must exceed `limit`
 */
function patchDistance(
  { canvas, texture, tone, toneWeight }: PyramidLevel,
  here: number,
  there: number,
  limit: number,
): number {
  const { colours, kinds, width, height } = canvas
  const x = here % width
  const y = (here - x) / width
  const u0 = there % width
  const awayX = (u0 - x) / width
  const awayY = ((there - u0) / width - y) / height
  const roughX = texture[2 * here] - texture[2 * there]
  const roughY = texture[2 * here + 1] - texture[2 * there + 1]
  const redder = tone[3 * here] - tone[3 * there]
  const greener = tone[3 * here + 1] - tone[3 * there + 1]
  const bluer = tone[3 * here + 2] - tone[3 * there + 2]
  const base =
    HORIZONTAL_PENALTY * awayX * awayX +
    VERTICAL_PENALTY * awayY * awayY +
    TEXTURE_PENALTY * (roughX * roughX + roughY * roughY) +
    toneWeight * (redder * redder + greener * greener + bluer * bluer)
  const left = x < PATCH_RADIUS ? -x : -PATCH_RADIUS
  const right = x + PATCH_RADIUS >= width ? width - 1 - x : PATCH_RADIUS
  const top = y < PATCH_RADIUS ? -y : -PATCH_RADIUS
  const bottom = y + PATCH_RADIUS >= height ? height - 1 - y : PATCH_RADIUS
  const most = (limit - base) * (right - left + 1) * (bottom - top + 1)
  if (most < 0) return Number.POSITIVE_INFINITY
  let sum = 0
  let count = 0
  for (let v = top; v <= bottom; v++) {
    const row = here + v * width
    const shift = 3 * (there - here)
    for (let i = row + left; i <= row + right; i++) {
      if (kinds[i] === EXCLUDED) continue
      const a = 3 * i
      const b = a + shift
      const red = colours[a] - colours[b]
      const green = colours[a + 1] - colours[b + 1]
      const blue = colours[a + 2] - colours[b + 2]
      sum += red * red + green * green + blue * blue
      count++
    }
    if (sum > most) return Number.POSITIVE_INFINITY
  }
  return base + (count === 0 ? 0 : sum / count)
}
