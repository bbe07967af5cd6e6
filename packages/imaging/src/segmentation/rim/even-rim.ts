import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { fillHoles } from '../../raster/masks/mask-components.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { medianOf, type SmoothColours } from '../candidates/colour-analysis.ts'
import { curveOnBlurredRim } from './blurred-rim.ts'
import { DIRECTIONS, fitRimCurve, type RimCurve } from './rim-curve.ts'
import { curveOnClearEllipse, curveOnEllipse, curveOnFaintEllipse } from './rim-ellipse.ts'
import { curveWithoutUnseen, isEdgeAtCurve } from './rim-evidence.ts'
import { distancesBeside, findStretches, type Stretch } from './rim-stretches.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Distance from the curve, as a share of the radius, within which an outline follows it. */
const FOLLOWS = 0.008
/** Share of the outline that must follow its curve. Of 32 photos with drawn masks, all plates and bowls seen whole have more. */
const LEAST_EVEN = 0.8
/** Share of all directions in which the photo must show the outline. */
const LEAST_SEEN = 0.25
/** Share of a stretch that must have a clear edge on the curve and none on the outline to be a shadow. Its ends are too thin to tell. */
const MOSTLY = 0.4
/** Pixels around a hole that are as soft as an outline. */
const AROUND_HOLE = 4

/**
 * Evens out the rim of a plate, bowl or pan. Where most of an outline follows a smooth curve, what sticks out of it and what is
 * missing from it are compared with the picture: the outline becomes the curve where the rim's edge is on the curve, and stays
 * where its own edge is the clearer one, as at a handle, a spoon or food that lies over the rim. Within the curve there are no
 * holes, because ware has none; the hole of a handle lies beyond it.
 *
 * @param small RGB, of the mask's size
 * @param colours of the same picture
 * @param seen what every prediction of a network shows, and what any prediction shows, if there are any (`seenByPredictions`)
 * @returns the new alpha; that of the mask where there is no such rim
 * @example const alpha = evenRim(small, subject, smoothColours(small))
 */
export function evenRim(
  small: Pixels,
  mask: SoftMask,
  colours: SmoothColours,
  seen: readonly SoftMask[] = [],
): Uint8Array {
  const fitted = fitRim(mask)
  let alpha = fitted ? evenSeenRim(small, mask, colours, fitted) : mask.alpha
  // Fitting takes long, so it is done again only after a change.
  let curve = faintRim(alpha === mask.alpha ? fitted : fitRim({ ...mask, alpha }))
  for (const some of seen) {
    const rest = curve ? cutUnseen(small, { ...mask, alpha }, some, curve) : alpha
    if (rest !== alpha) curve = faintRim(fitRim({ ...mask, alpha: rest }))
    alpha = rest
  }
  return alpha
}

const fitRim = (mask: SoftMask): RimCurve | undefined => fitRimCurve(thresholdMask(mask, INSIDE))

/** The rim where the picture shows it. */
function evenSeenRim(small: Pixels, mask: SoftMask, colours: SmoothColours, fitted: RimCurve): Uint8Array {
  const onEllipse = curveOnEllipse(fitted)
  const clear = onEllipse ? fitted.seen : outlineOnClearEdges(colours, fitted)
  const sharp = onEllipse ?? curveOnClearEllipse(fitted, clear) ?? (isEven(fitted) ? fitted : undefined)
  if (!sharp) return mask.alpha
  const { curve, isBlurred } = curveOnBlurredRim(colours, sharp)
  const stretches = findStretches(distancesBeside(curve)).filter(
    (stretch) => isEdgeAtCurve(small, curve, stretch) || isShadow(curve, clear, stretch) || isBlurred(stretch),
  )
  const holes = holesWithin(thresholdMask(mask, INSIDE), curve)
  const alpha = new Uint8Array(mask.alpha)
  smoothAlongCurve(alpha, mask, sharp)
  for (const i of holes) alpha[i] = 255
  for (const stretch of stretches) drawAlongCurve(alpha, mask, curve, stretch)
  return alpha
}

/** A rim of which less is seen. It shows where something is that a prediction of the network left out. */
const faintRim = (fitted: RimCurve | undefined): RimCurve | undefined =>
  fitted && (curveOnFaintEllipse(fitted) ?? (isEven(fitted) ? fitted : undefined))

/** Cuts off along the rim what a prediction of the network left out. The same alpha is returned where that is nothing. */
function cutUnseen(small: Pixels, mask: SoftMask, seen: SoftMask, curve: RimCurve): Uint8Array {
  const ends = findStretches(distancesBeside(curve)).flatMap((stretch) => {
    const end = curveWithoutUnseen(small, seen, curve, stretch)
    return end ? [{ end, stretch }] : []
  })
  if (ends.length === 0) return mask.alpha
  const alpha = new Uint8Array(mask.alpha)
  for (const { end, stretch } of ends) drawAlongCurve(alpha, mask, end, stretch)
  return alpha
}

/** Whether what sticks out has no clear edge of its own, and the curve has: it is the shadow under a plate. */
function isShadow({ seen, smooth }: RimCurve, clear: Float32Array, { from, count, isOut }: Stretch): boolean {
  const directions = Array.from({ length: count }, (_, k) => (from + k) % DIRECTIONS)
  const onCurve = directions.filter((at) => clear[at] < seen[at] && Math.abs(clear[at] - smooth[at]) < FOLLOWS)
  return isOut && onCurve.length > MOSTLY * count
}

/** The pixels of the holes that lie within a curve, with their soft edges. */
function holesWithin(mask: BinaryMask, curve: RimCurve): number[] {
  const filled = fillHoles(mask).bits
  const { width } = mask
  const isHole = (i: number) => filled[i] > mask.bits[i] && isWithin(curve, i % width, Math.floor(i / width))
  const holes = { ...mask, bits: maskBits(filled.length, isHole) }
  if (!holes.bits.includes(1)) return []
  const around = dilate(holes, AROUND_HOLE).bits
  return [...around.keys()].filter((i) => around[i] === 1 && filled[i] === 1)
}

function isWithin({ middle, rays, smooth }: RimCurve, x: number, y: number): boolean {
  const [dx, dy] = [x - middle[0], y - middle[1]]
  let [nearest, best] = [0, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < DIRECTIONS; at++) {
    const along = (rays[2 * at] * dx + rays[2 * at + 1] * dy) / Math.hypot(rays[2 * at], rays[2 * at + 1])
    if (along > best) [nearest, best] = [at, along]
  }
  return best < smooth[nearest] * Math.hypot(rays[2 * nearest], rays[2 * nearest + 1])
}

function isEven({ seen, smooth, cut }: RimCurve): boolean {
  const known = seen
    .map((reach, at) => Math.abs(reach - smooth[at]))
    .filter((distance, at) => !cut[at] && !Number.isNaN(distance))
  const following = known.filter((distance) => distance < FOLLOWS).length
  return known.length > LEAST_SEEN * DIRECTIONS && following > LEAST_EVEN * known.length
}

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
function drawAlongCurve(alpha: Uint8Array, mask: SoftMask, curve: RimCurve, { from, count, isOut }: Stretch): void {
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
function smoothAlongCurve(alpha: Uint8Array, mask: SoftMask, curve: RimCurve): void {
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

/** Depth within an outline to which a clearer edge is looked for, as a share of the long side of the photo. */
const DEPTH = 0.03
/** Pixels on both sides of an outline within which its own edge lies. */
const OWN = 4
/** How many times as clear an edge must be as that of the outline, and its least change of colour (about ΔE) for each pixel. */
const CLEARER = 2.5
const LEAST_EDGE = 3

/**
 * The outline with those parts moved inwards that have no clear edge of their own, while a clear one lies within: there the mask
 * took the shadow under a plate for its rim.
 *
 * @returns where the outline then is in each direction, in lengths of its ray
 */
function outlineOnClearEdges(
  { gradient, width, height }: SmoothColours,
  { middle, rays, seen, cut }: RimCurve,
): Float32Array {
  const depth = Math.round(DEPTH * Math.max(width, height))
  return seen.map((reach, at) => {
    if (cut[at] === 1) return reach
    const length = Math.hypot(rays[2 * at], rays[2 * at + 1])
    const edgeAt = (distance: number): number => {
      const x = Math.round(middle[0] + (distance / length) * rays[2 * at])
      const y = Math.round(middle[1] + (distance / length) * rays[2 * at + 1])
      return x < 0 || y < 0 || x >= width || y >= height ? 0 : gradient[y * width + x]
    }
    const outline = reach * length
    const own = Math.max(...Array.from({ length: 2 * OWN + 1 }, (_, k) => edgeAt(outline + k - OWN)))
    let place = outline - OWN - 1
    while (place > outline - depth && edgeAt(place) < Math.max(LEAST_EDGE, CLEARER * own)) place--
    if (place <= outline - depth) return reach
    while (edgeAt(place - 1) > edgeAt(place)) place--
    return place / length
  })
}
