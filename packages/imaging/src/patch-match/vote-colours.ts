import { HOLE } from './fill-canvas.ts'
import type { NearestNeighbourField } from './nearest-neighbour-field.ts'
import { PATCH_RADIUS } from './patch-positions.ts'
import type { PyramidLevel } from './pyramid-level.ts'

/**
 * Colours the hole again: each pixel becomes the weighted mean of what the patches over it propose. Patches that fit well
 * and lie near the known pixels have more weight.
 */
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
 * The position that each pixel of the hole is copied from: that of the best patch over it, so that pixels that are
 * neighbours in the source stay neighbours. Outside the hole it is the pixel's own position.
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
