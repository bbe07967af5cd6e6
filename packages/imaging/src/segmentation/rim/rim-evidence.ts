import type { Pixels } from '../../raster/pixels.ts'
import { medianOf } from '../candidates/colour-analysis.ts'
import { DIRECTIONS, type RimCurve } from './rim-curve.ts'
import type { Stretch } from './rim-stretches.ts'

/** Pixels beside an edge from which its sides have their own colour, and pixels of which that is the mean. */
const GAP = 1
const SIDE = 5
/** Share of its width from which a stretch stands out of the rim like a handle or a stalk, and does not lie along it. */
const STANDS_OUT = 0.35
/**
 * Difference of colour (of 255) at the outer edge below which what stands out is a part of the table. The stub of a dark spoon on a
 * dark cloth has about 27: it stays, and with it the warning of an uneven outline.
 */
const LIKE_TABLE = 24
/** Difference of colour that an edge has. */
const LEAST_EDGE = 12

/**
 * Whether the rim's edge is on the curve and not on the outline of the mask: whether the colour between both differs more from
 * the dish than from the table where something sticks out, and less where something is missing. What stands far out like a
 * handle has to have the colour of the table, because a rim is seen below a handle too.
 *
 * @param small RGB, of the mask's size
 */
export function isEdgeAtCurve(small: Pixels, curve: RimCurve, stretch: Stretch): boolean {
  const { rays, seen, smooth } = curve
  const inner: number[] = []
  const outer: number[] = []
  let [height, width] = [0, 0]
  for (let k = 0; k < stretch.count; k++) {
    const at = (stretch.from + k) % DIRECTIONS
    const length = Math.hypot(rays[2 * at], rays[2 * at + 1])
    const [low, high] = [seen[at], smooth[at]].sort((a, b) => a - b).map((reach) => reach * length)
    height = Math.max(height, high - low)
    width += (2 * Math.PI * length) / DIRECTIONS
    const margin = Math.min(GAP, (high - low) / 3)
    const colourAlong = (from: number, to: number) => meanColour(small, curve, at, from / length, to / length)
    const between = colourAlong(low + margin, high - margin)
    inner.push(...difference(between, colourAlong(low - GAP - SIDE, low - GAP)))
    outer.push(...difference(between, colourAlong(high + GAP, high + GAP + SIDE)))
  }
  if (outer.length === 0) return false
  const [toDish, toTable] = [medianOf(inner), medianOf(outer)]
  if (!stretch.isOut) return toTable > LEAST_EDGE && toTable > toDish
  return toDish > toTable && (height < STANDS_OUT * width || toTable < LIKE_TABLE)
}

type Colour = readonly [number, number, number]

/** The mean colour along a ray; undefined outside of the photo. */
function meanColour(
  { data, width, height }: Pixels,
  { middle, rays }: RimCurve,
  at: number,
  from: number,
  to: number,
): Colour | undefined {
  const [dx, dy] = [rays[2 * at], rays[2 * at + 1]]
  const steps = Math.max(1, Math.round((to - from) * Math.hypot(dx, dy)))
  const sum = [0, 0, 0, 0] as [number, number, number, number]
  for (let step = 0; step <= steps; step++) {
    const reach = from + ((to - from) * step) / steps
    const x = Math.round(middle[0] + reach * dx)
    const y = Math.round(middle[1] + reach * dy)
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    const i = 3 * (y * width + x)
    for (let c = 0; c < 3; c++) sum[c] += data[i + c]
    sum[3]++
  }
  return sum[3] === 0 ? undefined : [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]]
}

/** The distance of two colours; nothing if one of them is unknown. */
const difference = (one: Colour | undefined, other: Colour | undefined): number[] =>
  one && other ? [Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])] : []
