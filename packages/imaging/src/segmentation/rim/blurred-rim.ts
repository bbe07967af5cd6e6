import { medianOf, type SmoothColours } from '../candidates/colour-analysis.ts'
import { DIRECTIONS, type RimCurve } from './rim-curve.ts'
import type { Stretch } from './rim-stretches.ts'

/** Pixels on both sides of a curve within which the middle of its blur lies. */
const REACH = 14
/** The most pixels that an outline moves outwards. What lies farther out is a shadow or a stripe of light on the table. */
const OUTWARDS = 5
/** The most pixels from there to either end of the blur. */
const FAR = 26
/** The share of the strongest change at which a blur ends. */
const ENDS = 0.3
/** Widths of a blurred rim, and the least difference of its sides (about ΔE). In focus, a rim is about 5 pixels wide. */
const LEAST_WIDTH = 9
const LEAST_CONTRAST = 20
/** The share of the difference by which colours may turn back on the way. */
const TURNS_BACK = 0.04
/** How far the middle may lie beside the middle of both ends, as a share of the width: a blur is as wide on both sides. */
const LOPSIDED = 0.15
/** Directions on both sides over which distances are compared, and the share of them in which the blur must be seen. */
const BESIDE = 14
const SEEN = 0.6
/** Directions of a gap within which the blur is taken to go on, and over which it fades where it is not seen any more. */
const SHORT = 60
const FADES = 24
/** Pixels from the curve within which an outline ends at the foot of the slope. A scrap or a bite lies beside it. */
const NEAR = 4
/** Share of a stretch that must lie on the slope. Its ends are too thin to tell. */
const MOSTLY = 0.4

/**
 * The same curve, in the middle of the blur where the rim is out of focus: there it has no edge but a slope as wide as the blur, and
 * a mask that ends at its foot keeps the table. Only the far half of the rim is asked.
 *
 * @returns the curve, and whether most of a stretch beside it lies on such a slope
 */
export function curveOnBlurredRim(colours: SmoothColours, curve: RimCurve) {
  const single = Float32Array.from({ length: DIRECTIONS }, (_, at) => middleOfBlur(colours, curve, at))
  const moved: Float32Array = single.map((_, at) => {
    const around = Array.from({ length: 2 * BESIDE + 1 }, (_, k) => single[(at + k - BESIDE + DIRECTIONS) % DIRECTIONS])
    const known = around.filter((distance) => !Number.isNaN(distance))
    return known.length < SEEN * around.length ? Number.NaN : medianOf(known)
  })
  bridge(moved)
  const { rays, smooth, seen } = curve
  const inPixels = (reach: number, at: number) => reach * Math.hypot(rays[2 * at], rays[2 * at + 1])
  const onSlope = moved.map((distance, at) =>
    Number(distance !== 0 && Math.abs(inPixels(seen[at] - smooth[at], at)) < NEAR),
  )
  return {
    curve: { ...curve, smooth: smooth.map((reach, at) => reach + moved[at] / inPixels(1, at)) },
    isBlurred: ({ from, count }: Stretch): boolean => {
      const directions = Array.from({ length: count }, (_, k) => (from + k) % DIRECTIONS)
      return directions.filter((at) => onSlope[at] === 1).length > MOSTLY * count
    },
  }
}

/** Fills in unknown directions: a short gap evenly between its ends, and what follows the last known one with less and less. */
function bridge(moved: Float32Array): void {
  const unknown = moved.map((distance) => Number(Number.isNaN(distance)))
  const start = unknown.indexOf(0)
  if (start < 0) {
    moved.fill(0)
    return
  }
  for (let from = start + 1; from < start + DIRECTIONS; ) {
    let to = from
    while (to < start + DIRECTIONS && unknown[to % DIRECTIONS] === 1) to++
    const [before, after] = [moved[(from - 1) % DIRECTIONS], moved[to % DIRECTIONS]]
    const gap = to - from + 1
    for (let at = from; at < to; at++) {
      const share = (at - from + 1) / gap
      const fading = (value: number, steps: number) => value * Math.max(0, 1 - steps / FADES)
      moved[at % DIRECTIONS] =
        gap <= SHORT ? before + share * (after - before) : fading(before, at - from + 1) + fading(after, to - at)
    }
    from = to + 1
  }
}

/** How far the middle of a blurred rim lies beyond its curve in a direction, in pixels; NaN where the rim is not blurred. */
function middleOfBlur(colours: SmoothColours, curve: RimCurve, at: number): number {
  // The side of a bowl that faces the camera darkens towards its foot just as a blur does.
  const isNear = curve.rays[2 * at + 1] > 0
  if (isNear || curve.cut[at] === 1 || Number.isNaN(curve.smooth[at])) return Number.NaN
  const places = placesAcross(colours, curve, at)
  const change = (k: number): number => (k < 0 || k >= places.length || places[k] < 0 ? 0 : colours.gradient[places[k]])
  const onCurve = FAR + REACH
  let peak = onCurve - REACH
  for (let k = peak; k <= onCurve + REACH; k++) if (change(k) > change(peak)) peak = k
  let [from, to] = [peak, peak]
  while (change(from) > ENDS * change(peak)) from--
  while (change(to) > ENDS * change(peak)) to++
  const width = to - from
  const isSlope = width >= LEAST_WIDTH && width <= 2 * FAR && onCurve >= from && onCurve <= to + 2
  if (!isSlope || from < 0 || to >= places.length || places[from] < 0 || places[to] < 0) return Number.NaN
  const middle = from + middleOfSlope(colours, places.slice(from, to + 1))
  const isEven = Math.abs(middle - (from + to) / 2) <= LOPSIDED * width
  return isEven && middle - onCurve <= OUTWARDS ? middle - onCurve : Number.NaN
}

/** The pixels along a ray on both sides of a curve; −1 beyond the photo. */
function placesAcross({ width, height }: SmoothColours, { middle, rays, smooth }: RimCurve, at: number): number[] {
  const [dx, dy] = [rays[2 * at], rays[2 * at + 1]]
  return Array.from({ length: 2 * (FAR + REACH) + 1 }, (_, k) => {
    const reach = smooth[at] + (k - FAR - REACH) / Math.hypot(dx, dy)
    const [x, y] = [Math.round(middle[0] + reach * dx), Math.round(middle[1] + reach * dy)]
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
  })
}

/** Where colours have gone half of the way from the first to the last; NaN where they turn back or hardly differ. */
function middleOfSlope({ channels }: SmoothColours, places: readonly number[]): number {
  const [first, last] = [places[0], places[places.length - 1]]
  const difference = channels.map((plane) => plane[last] - plane[first])
  const contrast = Math.hypot(...difference)
  if (contrast < LEAST_CONTRAST) return Number.NaN
  const shares = places.map(
    (i) => channels.reduce((sum, plane, c) => sum + (plane[i] - plane[first]) * difference[c], 0) / contrast ** 2,
  )
  let most = 0
  for (const share of shares) {
    if (share < most - TURNS_BACK) return Number.NaN
    most = Math.max(most, share)
  }
  const k = shares.findIndex((share) => share >= 0.5)
  return k - (shares[k] - 0.5) / Math.max(1e-6, shares[k] - shares[k - 1])
}
