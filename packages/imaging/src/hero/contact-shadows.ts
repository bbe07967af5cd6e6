import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { labelComponents } from '../raster/masks/binary-mask.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import { hasFlatBase } from './flat-base.ts'
import type { KeyLight } from './surface-shading.ts'

/** What a dish does to the light around it, on a copy of the frame. */
export interface Shadows {
  /** How much light is left on the surface, 0–1. */
  readonly light: Plane
  /** How much of a place's surroundings is dish, 0–1: near its edge the backdrop shines on it. */
  readonly body: Plane
}

/** Steps of the shadow from the foot of the dish to its rim. */
const STEPS = 6
/** How much farther the soft end of the shadow reaches than what is sharp of it. */
const SOFT_REACH = 2.3

/**
 * The shadows of a dish, each from what really makes it: the dark seam where it stands, the shadow of the key light,
 * which is sharp at the dish and soft away from it, and the light of the room that it keeps off.
 *
 * @param alpha of the dish in the frame, 0–1
 * @param dish its width in pixels of that copy
 * @param darkness 0–1
 */
export function contactShadows(alpha: Plane, dish: number, tilt: number, key: KeyLight, darkness: number): Shadows {
  const stands = tilt < 1 ? projectStanding(alpha, tilt, key) : { shade: alpha, cast: alpha, foot: alpha }
  const lower = 0.012 * dish * (1 - tilt) + 0.004 * dish
  // Where it touches, no light gets in at all; a little farther only from the side that the lamp is not on.
  const touch = wideBlur(shiftPlane(stands.foot, -key.x * 0.003 * dish, 0.5 * lower), 0.004 * dish)
  const seam = wideBlur(shiftPlane(stands.foot, -key.x * 0.009 * dish, lower - key.y * 0.004 * dish), 0.013 * dish)
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
      (1 - 0.45 * darkness * touch.data[i]) *
      (1 - 0.55 * darkness * seam.data[i]) *
      (1 - 0.6 * darkness * near.data[i]) *
      (1 - 0.45 * darkness * far.data[i])
    light.data[i] = clamp(remaining, 0, 1)
  }
  return { light, body: wideBlur(alpha, Math.max(1, 0.012 * dish)) }
}

/** So much of a standing thing's height, from below, is where it touches the surface. */
const FOOT = 0.06

/** Widths of at least so much of the widest row are the middle of a plate or the rim of a bowl. */
const WIDEST_SHARE = 0.97
/** The least that is left of a bowl's outline when it is pressed to where it stands. */
const MIN_FORESHORTENING = 0.35

/** How far a shadow lies to the side for each pixel that the thing stands up. */
const LEAN = 0.45

interface StandingProjection {
  /** Seen from straight above, and as the lamp throws it. */
  readonly shade: Plane
  readonly cast: Plane
  readonly foot: Plane
}

/**
 * What of standing things shades the surface, each pressed down toward the lowest place where it stands, and where they
 * touch it.
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
    // What is higher above the surface throws its shadow farther.
    const height = LEAN * (bottom - y) * (1 - press)
    const across = Math.round((i % width) - key.x * height)
    const down = Math.min(rows - 1, Math.floor(to - key.y * tilt * height))
    if (across >= 0 && across < width) cast.data[down * width + across] = 1
    if (press === 1 || bottom - y <= FOOT * (bottom - top)) foot.data[i] = 1
  }
  return { shade, cast, foot }
}

/**
 * How much of a thing's height lies on the surface. Of what has a base that is the base, of a plate all of it: above its
 * widest row it is as deep as below. Of a bowl it is between: below the rim there is its side too.
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

/** A plane moved by a fraction of pixels; beyond its edges it goes on as it ends. */
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
