import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import { hasFlatBase } from './flat-base.ts'
import type { KeyLight } from './surface/surface-shading.ts'

/** How a dish changes the light around it, on a copy of the frame. */
export interface Shadows {
  /** Light that is left on the surface, 0–1. */
  readonly light: Plane
  /** Share of dish around each place, 0–1: near its edge the dish takes on light from the backdrop. */
  readonly body: Plane
}

/** Samples of the shadow between the foot of the dish and its rim. */
const STEPS = 6
/** How much farther the soft part of the shadow reaches than the sharp part. */
const SOFT_REACH = 2.3

/**
 * The shadows of a dish: the dark contact line where it stands, the shadow of the key light, which is sharp at the dish and
 * soft away from it, and the occlusion of the room's light.
 *
 * @param alpha of the dish in the frame, 0–1
 * @param dish width of the dish in pixels of that copy
 * @param darkness 0–1
 */
export function contactShadows(alpha: Plane, dish: number, tilt: number, key: KeyLight, darkness: number): Shadows {
  const stands = tilt < 1 ? projectStanding(alpha, tilt, key) : { shade: alpha, cast: alpha, foot: alpha }
  // A plate stands on a foot that is narrower than its rim, so seen from the side the table is dark under its front rim.
  const lower = (0.006 + 0.042 * (1 - tilt)) * dish
  // No light reaches the contact line. A little farther out it is missing only on the side away from the key light.
  const touch = wideBlur(shiftPlane(stands.foot, -key.x * 0.004 * dish, 0.35 * lower), 0.005 * dish)
  const seam = wideBlur(shiftPlane(stands.foot, -key.x * 0.012 * dish, lower - key.y * 0.008 * dish), 0.014 * dish)
  const length = 0.065 * dish
  const thrown = plane(alpha.width, alpha.height)
  const wide = plane(alpha.width, alpha.height)
  for (let step = 1; step <= STEPS; step++) {
    const away = (length * step) / STEPS
    addPlane(thrown, shiftPlane(stands.cast, -key.x * away, lower - key.y * away * tilt), 1 / STEPS)
    addPlane(
      wide,
      shiftPlane(stands.shade, -key.x * away * SOFT_REACH, lower - key.y * away * SOFT_REACH * tilt),
      1 / STEPS,
    )
  }
  const near = wideBlur(thrown, 0.016 * dish)
  const far = wideBlur(wide, 0.055 * dish)
  const light = plane(alpha.width, alpha.height)
  for (let i = 0; i < light.data.length; i++) {
    const remaining =
      (1 - 0.72 * darkness * touch.data[i]) *
      (1 - 0.82 * darkness * seam.data[i]) *
      (1 - 0.82 * darkness * near.data[i]) *
      (1 - 0.62 * darkness * far.data[i])
    light.data[i] = clamp(remaining, 0, 1)
  }
  return { light, body: wideBlur(alpha, Math.max(1, 0.012 * dish)) }
}

/** Share of a standing thing's height, from below, that touches the surface. */
const FOOT = 0.06

/** Share of the widest row from which a row belongs to the middle of a plate, or to the rim of a bowl. */
const WIDEST_SHARE = 0.97
/** The strongest foreshortening of a bowl. */
const MIN_FORESHORTENING = 0.35

/** Length of a shadow to the side, for each pixel of height above the surface. */
const LEAN = 0.45

interface StandingProjection {
  /** Seen from straight above, and as the key light casts it. */
  readonly shade: Plane
  readonly cast: Plane
  readonly foot: Plane
}

/**
 * Projects things that stand up onto the surface: each is foreshortened towards its lowest row, where it touches the
 * surface.
 */
function projectStanding(alpha: Plane, tilt: number, key: KeyLight): StandingProjection {
  const { width, height: rows, data } = alpha
  const bits = Uint8Array.from(data, (value) => (value > 0.5 ? 1 : 0))
  const { labels, count } = labelComponents({ bits, width, height: rows }, 1)
  const things = Array.from({ length: count }, (_, at) => foreshortening(labels, at + 1, width, rows, tilt))
  const shade = plane(width, rows)
  const foot = plane(width, rows)
  const cast = plane(width, rows)
  for (let i = 0; i < labels.length; i++) {
    const thing = things[labels[i] - 1]
    if (!thing) continue
    const y = Math.floor(i / width)
    const { top, bottom, press } = thing
    const to = Math.min(rows - 1, Math.floor(bottom - (bottom - y) * press))
    shade.data[to * width + (i % width)] = 1
    // The higher a place is above the surface, the farther its shadow falls.
    const height = LEAN * (bottom - y) * (1 - press)
    const across = Math.round((i % width) - key.x * height)
    const down = Math.min(rows - 1, Math.floor(to - key.y * tilt * height))
    if (across >= 0 && across < width) cast.data[down * width + across] = 1
    if (press === 1 || bottom - y <= FOOT * (bottom - top)) foot.data[i] = 1
  }
  return { shade, cast, foot }
}

/**
 * Share of a thing's height in the frame that lies on the surface. For a thing with a flat base it is the depth of that base.
 * For a plate it is all of it, which is as deep above its widest row as below. A bowl lies between, because its side is
 * visible below the rim.
 */
function foreshortening(labels: Int32Array, label: number, width: number, rows: number, tilt: number) {
  const widths = new Int32Array(rows)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label) continue
    const y = Math.floor(i / width)
    widths[y] += 1
  }
  const top = widths.findIndex((across) => across > 0)
  const bottom =
    rows -
    Array.from(widths)
      .reverse()
      .findIndex((across) => across > 0)
  if (bottom >= rows - 1) return { top, bottom, press: 1 }
  const bits = Uint8Array.from(labels, (one) => (one === label ? 1 : 0))
  if (hasFlatBase(bits, width, rows)) return { top, bottom, press: 0.12 + 0.5 * smoothstep(0.35, 0.95, tilt) }
  const most = widths.reduce((least, across) => Math.max(least, across), 0)
  const wide = [...widths.keys()].filter((y) => widths[y] >= WIDEST_SHARE * most)
  const middle = (wide[0] + wide[wide.length - 1] + 1) / 2
  return { top, bottom, press: clamp((middle - top) / Math.max(1, bottom - middle), MIN_FORESHORTENING, 1) }
}

/** Shifts a plane by fractions of pixels; beyond its borders its outermost values repeat. */
function shiftPlane(source: Plane, across: number, down: number): Plane {
  const { width, height, data } = source
  const result = plane(width, height)
  const [wholeX, wholeY] = [Math.floor(across), Math.floor(down)]
  const [u, v] = [across - wholeX, down - wholeY]
  for (let y = 0, i = 0; y < height; y++) {
    const lower = clamp(y - wholeY, 0, height - 1) * width
    const upper = clamp(y - wholeY - 1, 0, height - 1) * width
    for (let x = 0; x < width; x++, i++) {
      const right = clamp(x - wholeX, 0, width - 1)
      const left = clamp(x - wholeX - 1, 0, width - 1)
      const at = data[lower + right] * (1 - u) + data[lower + left] * u
      const above = data[upper + right] * (1 - u) + data[upper + left] * u
      result.data[i] = at * (1 - v) + above * v
    }
  }
  return result
}

const addPlane = (target: Plane, { data }: Plane, weight: number): void => {
  for (let i = 0; i < data.length; i++) target.data[i] += weight * data[i]
}
