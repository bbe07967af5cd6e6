import type { SoftMask } from '../../raster/masks/soft-mask.ts'
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
/**
 * What a prediction does not show: the alpha that it has not, the share of a stretch in which it must be, and in which the dish within must be
 * seen; the difference of its colour to the dish from which it is a part of the table, and the share of its width up to which it
 * lies along the rim.
 */
const UNSEEN = { alpha: 100, share: 0.5, within: 0.8, unlike: 40, standsOut: 0.6 }
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

/**
 * The curve without a piece of the table that predictions of the network left out: it lies along the rim in a stretch, has not the colour of
 * the dish, and they saw the dish just within it. So it goes also where the photo ends beyond it, and where it is a thing of its
 * own. What they saw over the rim, as food that sticks out, stays.
 *
 * @param seen what they saw, of the size of the picture
 * @returns undefined if there is no such piece
 */
export function curveWithoutUnseen(
  small: Pixels,
  seen: SoftMask,
  curve: RimCurve,
  stretch: Stretch,
): RimCurve | undefined {
  if (!stretch.isOut) return undefined
  const smooth = Float32Array.from(curve.smooth)
  const differences: number[] = []
  let [height, width, known] = [0, 0, 0]
  for (let k = 0; k < stretch.count; k++) {
    const at = (stretch.from + k) % DIRECTIONS
    const length = Math.hypot(curve.rays[2 * at], curve.rays[2 * at + 1])
    const isSeen = (reach: number) => alphaAlong(seen, curve, at, reach / length) >= UNSEEN.alpha
    const [rim, high] = [smooth[at] * length, curve.seen[at] * length]
    let end = high
    while (end > rim && !isSeen(end)) end--
    smooth[at] = Math.max(smooth[at], end / length)
    height = Math.max(height, high - end)
    width += (2 * Math.PI * length) / DIRECTIONS
    if (isSeen(end - GAP - SIDE)) known++
    if (high - end < 2 * GAP) continue
    const colourAlong = (from: number, to: number) => meanColour(small, curve, at, from / length, to / length)
    differences.push(...difference(colourAlong(end + GAP, high - GAP), colourAlong(end - GAP - SIDE, end - GAP)))
  }
  if (known < UNSEEN.within * stretch.count || differences.length < UNSEEN.share * stretch.count) return undefined
  const isTable = height < UNSEEN.standsOut * width && medianOf(differences) > UNSEEN.unlike
  return isTable ? { ...curve, smooth } : undefined
}

/** The alpha of a mask on a ray; 0 outside of the photo. */
function alphaAlong({ alpha, width, height }: SoftMask, { middle, rays }: RimCurve, at: number, reach: number): number {
  const x = Math.round(middle[0] + reach * rays[2 * at])
  const y = Math.round(middle[1] + reach * rays[2 * at + 1])
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : alpha[y * width + x]
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
