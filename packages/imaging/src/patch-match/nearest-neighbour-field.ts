import { EXCLUDED, HOLE } from './fill-canvas.ts'
import { PATCH_RADIUS, targetPositions } from './patch-positions.ts'
import type { PyramidLevel } from './pyramid-level.ts'

/** For every pixel in or near the hole the middle of the patch that is most like what is around it. */
export interface NearestNeighbourField {
  /** Positions of those pixels, in reading order. */
  readonly targets: Int32Array
  /** Index among the targets by position, -1 where there is none. */
  readonly order: Int32Array
  /** Position of the match of each target. */
  readonly match: Int32Array
  /** How little each match fits. */
  readonly cost: Float32Array
}

/** What a copy from the other end of the picture costs, down and across: light and horizon stay at their height. */
const VERTICAL_PENALTY = 900
const HORIZONTAL_PENALTY = 250
/** What another texture costs, against the square of another colour. */
const TEXTURE_PENALTY = 6

/**
 * Mean squared difference of two patches, over what is inside the picture and not excluded around the first; a little for
 * the way between them and for another texture. Ends early once it must come out above `limit`.
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

/** The same numbers every time: a hash of where and when they are asked for (Steele and others, SplitMix). */
function randomSequence(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }
}

/** What a search begins with: a match for every target, if need be a poor one. */
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

/** Measures every match anew, because the colours in the hole have changed. */
export function measureCosts(level: PyramidLevel, { targets, match, cost }: NearestNeighbourField): void {
  for (let i = 0; i < targets.length; i++) {
    cost[i] = patchDistance(level, targets[i], match[i], Number.POSITIVE_INFINITY)
  }
}

/**
 * Improves a field by passing on what fits from neighbour to neighbour and trying patches at random, ever nearer
 * (PatchMatch, Barnes and others 2009).
 *
 * @param radius how far away is tried at most, in pixels
 */
export function improveField(level: PyramidLevel, field: NearestNeighbourField, rounds: number, radius: number): void {
  const { allowed, canvas } = level
  const { width, height } = canvas
  const { targets, order, match, cost } = field
  measureCosts(level, field)
  const next = randomSequence(targets.length)
  const attempt = (i: number, there: number): void => {
    if (there < 0 || there >= allowed.length || allowed[there] !== 1 || there === match[i]) return
    const found = patchDistance(level, targets[i], there, cost[i])
    if (found >= cost[i]) return
    cost[i] = found
    match[i] = there
  }
  const fromNeighbour = (i: number, step: number): void => {
    const neighbour = order[targets[i] + step] ?? -1
    if (neighbour >= 0) attempt(i, match[neighbour] - step)
  }
  for (let round = 0; round < rounds; round++) {
    const back = round % 2 === 1
    const step = back ? 1 : -1
    for (let n = 0; n < targets.length; n++) {
      const i = back ? targets.length - 1 - n : n
      fromNeighbour(i, step)
      fromNeighbour(i, step * width)
      for (let reach = radius; reach >= 1; reach *= 0.5) {
        const at = match[i]
        const column = at % width
        const x = column + Math.round((next() * 2 - 1) * reach)
        const y = (at - column) / width + Math.round((next() * 2 - 1) * reach)
        if (x >= 0 && x < width && y >= 0 && y < height) attempt(i, y * width + x)
      }
    }
  }
}

/** Colours the hole anew: each pixel the mean of what the patches over it say, the better and the surer ones louder. */
export function voteColours(
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
 * Where each pixel of the hole is copied from: whole patches, the best first, so that what lies together there lies
 * together here. Itself outside the hole.
 */
export function bestSources({ canvas }: PyramidLevel, { order, match, cost }: NearestNeighbourField): Int32Array {
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
