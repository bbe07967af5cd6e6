import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { medianOf } from '../candidates/colour-analysis.ts'
import { DIRECTIONS, type RimCurve } from './rim-curve.ts'
import { distancesBeside, findStretches, type Stretch } from './rim-stretches.ts'

/** Pixels beyond an outline that its softness reaches. */
const SOFT = 12
/**
 * Median distance from its curve, in pixels, up to which an outline is that of ware. Plates and bowls have 0.25 to 0.55; a crust, a loaf and
 * torn rims have more.
 */
const WARE = 0.6
/** Pixels on both sides of the curve that are drawn anew where an outline follows it. */
const DRAWN = 4

/** Makes the curve the outline along a stretch. */
export function drawAlongCurve(
  alpha: Uint8Array,
  mask: SoftMask,
  curve: RimCurve,
  { from, count, isOut }: Stretch,
): void {
  for (let k = 0; k < count; k++) {
    visitAlong(mask, curve, (from + k) % DIRECTIONS, SOFT, (i, drawn) => {
      alpha[i] = isOut ? Math.min(alpha[i], drawn) : Math.max(alpha[i], drawn)
    })
  }
}

/**
 * Draws an outline that follows its curve on the curve. A rim of ware is as smooth as that; its mask wavers by a pixel, which are several of
 * a large photo. What lies farther beside the curve stays as it is, and so does an outline that is not that of ware.
 */
export function smoothAlongCurve(alpha: Uint8Array, mask: SoftMask, curve: RimCurve): void {
  const beside = distancesBeside(curve)
  const known = [...beside].filter((distance) => !Number.isNaN(distance))
  if (known.length === 0 || medianOf(known.map(Math.abs)) > WARE) return
  const follows = Uint8Array.from(beside, (distance, at) => (Number.isNaN(distance) || curve.cut[at] ? 0 : 1))
  for (const { from, count } of findStretches(beside))
    for (let k = 0; k < count; k++) follows[(from + k) % DIRECTIONS] = 0
  for (let at = 0; at < DIRECTIONS; at++) {
    if (follows[at] === 0 || follows[(at + 1) % DIRECTIONS] === 0) continue
    visitAlong(mask, curve, at, DRAWN, (i, drawn) => {
      alpha[i] = drawn
    })
  }
}

/**
 * Visits the pixels from before to beyond curve and outline, between one direction and the next, with the alpha that the curve gives them.
 *
 * @param margin pixels before and beyond
 */
function visitAlong(
  { width, height }: SoftMask,
  { middle, rays, seen, smooth }: RimCurve,
  one: number,
  margin: number,
  visit: (index: number, drawn: number) => void,
): void {
  const other = (one + 1) % DIRECTIONS
  const far = Math.max(seen[one], smooth[one]) * Math.hypot(rays[2 * one], rays[2 * one + 1]) + margin
  // Rays half a pixel apart, so that every pixel is met.
  const parts = Math.ceil((4 * Math.PI * far) / DIRECTIONS)
  for (let part = 0; part < parts; part++) {
    const share = part / parts
    const mix = (a: number, b: number) => (Number.isNaN(b) ? a : a + share * (b - a))
    const [dx, dy] = [mix(rays[2 * one], rays[2 * other]), mix(rays[2 * one + 1], rays[2 * other + 1])]
    const length = Math.hypot(dx, dy)
    const edge = mix(smooth[one], smooth[other]) * length
    const end = mix(seen[one], seen[other]) * length
    for (let reach = Math.min(edge, end) - margin; reach < Math.max(edge, end) + margin; reach += 0.5) {
      const x = Math.round(middle[0] + (reach / length) * dx)
      const y = Math.round(middle[1] + (reach / length) * dy)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      visit(y * width + x, Math.round(255 * clamp(0.5 + (edge - reach) / 2, 0, 1)))
    }
  }
}
