import { luminanceOfLightness } from '../colour/cielab.ts'
import { findHorizon } from '../colour/find-horizon.ts'
import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import { type DishPosition, framePosition, measureDishPosition } from './dish-position.ts'
import { type LightPosition, type LightSource, lightPosition } from './light-source.ts'
import { protectExtremes } from './protect-extremes.ts'
import { surfaceSlopes } from './surface-slopes.ts'

/** The factor on the light at each place of an analysis copy. */
export interface LightMap extends Plane {
  /** The part of it that is there without the light source, the same everywhere. */
  readonly ambient: number
}

/** The light source's share of all light at full strength. */
const MAX_SHARE = 0.95
/** Its share by strength. Half the strength is already seen at a glance. */
const sourceShare = (strength: number): number => MAX_SHARE * strength * (2 - strength)
/** Largest logarithm of the ratio between the light at a place and at the middle of the dish. */
const FALLOFF = 1.6
/** The largest factor on a dish that lacks no light. One that does is brighter on both sides, or there would be no lit one. */
const BRIGHTEST = 1.95
const DARKEST = 0.18
const ROUNDS = 4
const MIN_LEVEL = 0.6
const MAX_LEVEL = 1.35
/** How much of the brightness of food counts as height. */
const RELIEF = 5
/** Codes of the weakest channel between which a white backdrop begins. */
const BLOWN = [225, 252] as const
/** How far from the backdrop such white is still its own, as a share of the long side: what lies beyond is white ware. */
const BACKDROP_EDGE = 0.012
/** Share of the light that a shadow takes away. */
const SHADOW = 0.9
/** The same on a blown white backdrop, of whose surface nothing is seen: a deeper one would be a grey cloud on the page. */
const SHADOW_ON_WHITE = 0.4

/**
 * Computes the gain of every place when a light source is switched on and the light of the room is turned down. The average
 * brightness of the dish stays the same; one that was too dark gets brighter.
 *
 * @param mask of the dish on the analysis copy, 0–1; undefined if no dish is known
 * @param options.surface whether the picture shows a surface on which the dish's shadow falls
 * @param options.backdrop 1 for each pixel of a blown white backdrop
 */
export function computeLightMap(
  analysisCopy: Pixels,
  mask: Plane | undefined,
  lamp: LightSource,
  { surface = true, backdrop }: { readonly surface?: boolean; readonly backdrop?: Uint8Array | undefined } = {},
): LightMap {
  const { width, height } = analysisCopy
  const placed = lightPosition(lamp)
  const known = mask && measureDishPosition(mask, placed)
  const position = known ?? framePosition(width, height, placed)
  const dish = known && mask
  const slopes = surfaceSlopes(analysisCopy, dish, position, placed, RELIEF * (1.2 - 0.7 * lamp.softness))
  const shadow = dish && surface ? shadowOnTable(analysisCopy, dish, position, lamp) : undefined
  const share = sourceShare(lamp.strength)
  const map = plane(width, height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const shade = lambert(slopes.data[i], placed)
      const free = shadow ? 1 - SHADOW * shadow.data[i] : 1
      map.data[i] = 1 - share + share * arrivingLight(x, y, position, placed) * shade * free
    }
  }
  const missing = missingLight(analysisCopy, dish)
  const level = exposureFactor(map, analysisCopy, dish, missing)
  const white = backdrop && backdropShare(analysisCopy, backdrop)
  for (let i = 0; i < map.data.length; i++) {
    const lit = clamp(map.data[i] * level, DARKEST, BRIGHTEST * missing)
    const free = shadow ? 1 - share * SHADOW_ON_WHITE * shadow.data[i] : 1
    map.data[i] = white ? lit + white[i] * (free - lit) : lit
  }
  return { ...map, ambient: (1 - share) * level }
}

/**
 * How far each place belongs to a blown white backdrop, 0–1. It stays white, as the page it is printed on, and takes only the
 * shadow of the dish.
 */
function backdropShare({ data, width, height }: Pixels, backdrop: Uint8Array): Float32Array {
  const reach = Math.max(1, Math.round(BACKDROP_EDGE * Math.max(width, height)))
  const near = boxMean(Float32Array.from(backdrop), width, height, reach)
  return near.map((share, i) => {
    const blown = smoothstep(...BLOWN, Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2]))
    return blown * Math.min(1, 2 * share)
  })
}

/** The shadow of the dish, and none on the room behind the table. */
function shadowOnTable(analysisCopy: Pixels, dish: Plane, position: DishPosition, lamp: LightSource): Plane {
  const shadow = castShadow(dish, position, lightPosition(lamp), lamp.softness)
  const alpha = Uint8Array.from(dish.data, (value) => Math.round(255 * value))
  const { below } = findHorizon(analysisCopy, alpha)
  return { ...shadow, data: shadow.data.map((value, i) => value * below(Math.floor(i / shadow.width))) }
}

/**
 * Light that arrives on a level place, relative to the middle of the dish: inverse square of the distance, and angle.
 */
function arrivingLight(
  x: number,
  y: number,
  ground: DishPosition,
  { distance, height, ...toward }: LightPosition,
): number {
  const across = (x + 0.5 - ground.x) / ground.reach - toward.x * distance
  const down = (y + 0.5 - ground.y) / ground.reach - toward.y * distance
  const middle = distance * distance + height * height
  const here = across * across + down * down + height * height
  return Math.exp(FALLOFF * Math.tanh((2.9 * Math.log(middle / here)) / FALLOFF))
}

/**
 * Lambert's law: light on a slope relative to light on the level. A slope that rises towards the light faces away from
 * it.
 */
function lambert(slope: number, { distance, height }: LightPosition): number {
  const facing = (height - slope * distance) / (height * Math.hypot(1, slope))
  return clamp(facing, 0.25, 1.9)
}

/**
 * The factor on all gains that keeps the dish as bright as it was, times what it lacks. Bright pixels gain less
 * (`protectExtremes`), so a white plate takes a few rounds, and the factor is limited.
 */
function exposureFactor(map: Plane, { data, channels }: Pixels, mask: Plane | undefined, missing: number): number {
  let level = 1
  for (let round = 0; round < ROUNDS; round++) {
    let [before, after] = [1e-9, 1e-9]
    for (let i = 0; i < map.data.length; i++) {
      const at = i * channels
      const r = LINEAR[data[at]]
      const g = LINEAR[data[at + 1]]
      const b = LINEAR[data[at + 2]]
      const light = (mask ? mask.data[i] : 1) * luminanceOf(r, g, b)
      before += light
      after += light * protectExtremes(clamp(map.data[i] * level, DARKEST, BRIGHTEST * missing), Math.max(r, g, b))
    }
    level = clamp((level * missing * before) / after, MIN_LEVEL, missing * MAX_LEVEL)
  }
  return level
}

/** Height of the dish above the table, in its half-widths: it casts the shadow. */
const HEIGHT = 0.3
const SHADOW_STEPS = 8
/** Exponents of the covered share of the light for a bulb and for a window: a bulb's shadow is full almost to its end. */
const [HARD, SOFT] = [0.35, 0.75]

/**
 * The shadow of the dish on the table, 0–1, and 0 on the dish itself. It is full close to the rim, and fades sooner for a
 * softer light.
 */
const castShadow = (
  mask: Plane,
  position: DishPosition,
  { x, y, distance, height }: LightPosition,
  softness: number,
): Plane => {
  const length = (HEIGHT * position.reach * distance) / height
  const { width } = mask
  const thrown = plane(width, mask.height)
  for (let step = 1; step <= SHADOW_STEPS; step++) {
    const away = (length * step) / SHADOW_STEPS
    addShifted(thrown, mask, -x * away, -y * away, 1 / SHADOW_STEPS)
  }
  const soft = wideBlur(thrown, position.reach * (0.025 + 0.1 * softness))
  const body = wideBlur(mask, Math.max(1, 0.055 * position.reach))
  const fade = HARD + (SOFT - HARD) * softness
  for (let i = 0; i < soft.data.length; i++) {
    soft.data[i] = clamp(soft.data[i], 0, 1) ** fade * clamp(1 - body.data[i], 0, 1)
  }
  return soft
}

/** Adds a plane that is shifted by some pixels; beyond its borders its outermost values repeat. */
const addShifted = (target: Plane, source: Plane, across: number, down: number, weight: number): void => {
  const { width, height } = target
  const shiftX = Math.round(across)
  const shiftY = Math.round(down)
  for (let y = 0, i = 0; y < height; y++) {
    const row = clamp(y - shiftY, 0, height - 1) * width
    for (let x = 0; x < width; x++, i++) {
      target.data[i] += weight * source.data[row + clamp(x - shiftX, 0, width - 1)]
    }
  }
}

/** The share of a dish that is its lights, and the luminance that they have in a well-exposed photo (CIE lightness 86, as white ware). */
const LIGHTS = { share: 0.05, luminance: luminanceOfLightness(86) }
/** The most that a lamp adds, as a factor: less than a stop. What lacks more was meant to be dim. */
const MOST = 2 ** 0.85
/** Steps of the square root of luminance that are told apart. */
const STEPS = 255

/**
 * How many times more light a dish needs to be well exposed, from 1 on. Its lights decide: a dark sauce has glints, and a dish in
 * the shade has none.
 *
 * @param mask of the dish on the analysis copy, 0–1; undefined for the whole frame
 */
export function missingLight({ data }: Pixels, mask: Plane | undefined): number {
  const bins = new Float64Array(STEPS + 1)
  let all = 0
  for (let i = 0, at = 0; at < data.length; i++, at += 3) {
    const share = mask ? mask.data[i] : 1
    const light = luminanceOf(LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]])
    bins[Math.round(STEPS * Math.sqrt(light))] += share
    all += share
  }
  let [bin, above] = [STEPS, 0]
  while (bin > 0 && above + bins[bin] < LIGHTS.share * all) above += bins[bin--]
  return Math.min(MOST, Math.max(1, LIGHTS.luminance / Math.max(1e-6, (bin / STEPS) ** 2)))
}
