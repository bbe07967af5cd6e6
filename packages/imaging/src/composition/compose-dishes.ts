import { alphaInFrame } from '../hero/alpha-in-frame.ts'
import { composeScene } from '../hero/compose-scene.ts'
import { contactShadows, type Shadows } from '../hero/contact-shadows.ts'
import { MAX_ENLARGEMENT } from '../hero/place-in-frame.ts'
import { BACKDROP_MATERIALS, type Backdrop } from '../hero/surface/backdrop-materials.ts'
import { rankBackdrops } from '../hero/surface/choose-backdrop.ts'
import { meanTones } from '../hero/surface/dish-tones.ts'
import { DISH_CM } from '../hero/surface/ground-projection.ts'
import type { KeyLight } from '../hero/surface/surface-shading.ts'
import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import type { Warning } from '../warning.ts'
import { compositionWarnings } from './composition-warnings.ts'
import { type LaidDish, layDish, layTogether } from './lay-dishes.ts'
import { type Packing, packOutlines } from './pack-outlines.ts'
import type { PreparedDish } from './prepare-dish.ts'

/** A dish with its share of the attention: all weights together are 1. */
export interface WeightedDish {
  readonly dish: PreparedDish
  readonly weight: number
}

export interface CompositionOptions {
  /** Width over height. */
  readonly aspect: number
  /** Without it, the one that suits the tones of all dishes. */
  readonly backdrop?: Backdrop | undefined
  /** Without it, the side from which most of the dishes are lit already. */
  readonly light?: 'left' | 'right' | undefined
  /** Positions of the dishes from left to right. Without it, they stand in the order of the list. */
  readonly row?: readonly number[] | undefined
  /** Which of several arrangements: 0 is the best one. */
  readonly variant?: number | undefined
}

/** What was decided for a composition, kept with the run. */
export interface CompositionPlan {
  readonly backdrop: Backdrop
  readonly tilt: number
  readonly light: 'top-left' | 'top-right'
  /** Boxes of the dishes in pixels of the frame, in the order of the photos. */
  readonly dishes: readonly { left: number; top: number; width: number; height: number; scale: number }[]
}

export interface Composition {
  readonly pixels: Pixels
  readonly plan: CompositionPlan
  readonly warnings: readonly Warning[]
}

const LONGEST = 2048
const SHORTEST = 1024
/** How strongly weights change sizes, and the limits within which they do. */
const WEIGHT_POWER = 0.4
const LEAST_SIZE = 0.75
const MOST_SIZE = 1.3

/**
 * Arranges dishes on one drawn surface, in one light, each with its shadows. Plates keep their true sizes relative to each
 * other as far as the weights are equal; a heavier dish is larger and stands in front. No dish covers another one.
 *
 * @example const { pixels } = await composeDishes([{ dish, weight: 0.6 }, { dish: other, weight: 0.4 }], { aspect: 4 / 3 })
 */
export async function composeDishes(
  weighted: readonly WeightedDish[],
  { aspect, backdrop: named, light: side, row, variant = 0 }: CompositionOptions,
): Promise<Composition> {
  const count = weighted.length
  const dishes = weighted.map(({ dish, weight }, index) => ({
    dish,
    weight,
    index,
    width: widthOf(dish, weight * count),
  }))
  const heaviestFirst = [...dishes].sort((a, b) => b.weight - a.weight || a.index - b.index)
  const packings = packOutlines(
    heaviestFirst.map(({ dish: { support, pinned }, width, index }) => {
      const rank = row?.indexOf(index) ?? index
      return { support, width, rank, cut: pinned }
    }),
    aspect,
  )
  const packing = different(packings)[variant % different(packings).length]
  if (!packing) throw new Error('there are no dishes to compose')
  const backdrops = rankBackdrops(meanTones(weighted.map(({ dish, weight }) => ({ tones: dish.tones, weight }))))
  const backdrop = named ?? backdrops[variant % 2] ?? 'studio-light'
  const material = BACKDROP_MATERIALS[backdrop]
  const direction = (side ?? sideOf(weighted)) === 'left' ? 'top-left' : 'top-right'
  const tilt = middleTilt(weighted)

  // The frame of the packing has the area 1. It becomes as large as the photos can fill.
  const unit = { width: Math.sqrt(aspect), height: 1 / Math.sqrt(aspect) }
  const perUnit = frameScale(heaviestFirst, packing, Math.max(unit.width, unit.height))
  const frame: Size = { width: Math.round(unit.width * perUnit), height: Math.round(unit.height * perUnit) }
  const placed = heaviestFirst.map(({ dish, width, index }, at) => {
    const scale = (width * packing.scale * perUnit) / dish.box.width
    const [x = 0, y = 0] = packing.places[at] ?? []
    const size = { width: dish.box.width * scale, height: dish.box.height * scale }
    return { dish, index, scale, ...size, left: x * perUnit - size.width / 2, top: y * perUnit - size.height / 2 }
  })
  const key: KeyLight = {
    x: direction === 'top-left' ? -0.8 : 0.8,
    y: -0.6,
    // A lamp that lights a whole table stands farther away than one for a single dish.
    reach: Math.max(1, unit.width / (1.4 * packing.scale * DISH_CM)),
  }
  const laid: ShadowedDish[] = []
  for (const { dish, scale, left, top, width } of placed) {
    const one = await layDish(dish, scale, { left, top }, { direction, strength: material.key })
    laid.push({ ...one, width, tilt: dish.tilt })
  }
  const pixels = composeScene({
    ...frame,
    material,
    key,
    left: 0,
    top: 0,
    view: {
      x: frame.width / 2,
      // The wall behind begins behind the last row.
      y: tilt < 1 ? Math.min(...placed.map(({ top, height }) => top + 0.7 * height)) : frame.height / 2,
      perCm: packing.scale * perUnit,
      tilt,
    },
    dish: layTogether(laid, frame),
    shadows: sceneShadows(laid, frame, key, material.shadow),
  })
  const inOrder = [...placed].sort((a, b) => a.index - b.index)
  return {
    pixels,
    plan: {
      backdrop,
      tilt,
      light: direction,
      dishes: inOrder.map(({ left, top, width, height, scale }) => ({
        left: Math.round(left),
        top: Math.round(top),
        width: Math.round(width),
        height: Math.round(height),
        scale,
      })),
    },
    warnings: compositionWarnings(inOrder, { tilt }),
  }
}

/** The width of a dish in centimetres, with what its weight adds. Equal weights add nothing. */
const widthOf = ({ ware }: PreparedDish, timesAverage: number): number =>
  ware.cm * Math.min(MOST_SIZE, Math.max(LEAST_SIZE, timesAverage ** WEIGHT_POWER))

/** The side from which most of the weight is lit. */
const sideOf = (weighted: readonly WeightedDish[]): 'left' | 'right' =>
  weighted.reduce((sum, { dish, weight }) => sum + (dish.lit === 'left' ? weight : -weight), 0) >= 0 ? 'left' : 'right'

/** The median of the camera's tilts: one surface has one perspective. */
function middleTilt(weighted: readonly WeightedDish[]): number {
  const sorted = weighted.map(({ dish }) => dish.tilt).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}

/** Pixels for a unit of the packing's frame: the most at which no dish is enlarged too much, within limits. */
function frameScale(
  dishes: readonly { readonly dish: PreparedDish; readonly width: number }[],
  { scale }: Packing,
  longer: number,
): number {
  const sizes = dishes
    .map(({ dish, width }) => (MAX_ENLARGEMENT * dish.box.width) / (width * scale))
    .sort((a, b) => a - b)
  const wanted = (sizes[Math.floor(sizes.length / 2)] ?? 0) * longer
  return Math.min(LONGEST, Math.max(SHORTEST, wanted)) / longer
}

/** Arrangements that are not the same as one before: those in which a dish is somewhere else. */
function different(packings: readonly Packing[]): Packing[] {
  const kept: Packing[] = []
  for (const packing of packings) {
    const isNew = kept.every(({ places }) =>
      places.some(
        ([x, y], at) => Math.hypot(x - (packing.places[at]?.[0] ?? x), y - (packing.places[at]?.[1] ?? y)) > 0.12,
      ),
    )
    if (isNew) kept.push(packing)
  }
  return kept
}

/** Long side of the copy on which shadows are computed. */
const SHADOW_SIDE = 768
/** How far a shadow reaches beyond its dish, as a share of the dish's longer side. */
const REACH = 0.5

/** A dish that throws a shadow. */
interface ShadowedDish extends LaidDish {
  /** Width of its box in the frame. */
  readonly width: number
  readonly tilt: number
}

/**
 * The shadows of all dishes. Each is computed by the dish's own tilt and only in its surroundings, because blurs of the whole
 * frame would take most of the time of a composition.
 *
 * @param darkness 0–1
 */
function sceneShadows(dishes: readonly ShadowedDish[], frame: Size, key: KeyLight, darkness: number): Shadows {
  const every = Math.ceil(Math.max(frame.width, frame.height) / SHADOW_SIDE)
  const [width, height] = [Math.ceil(frame.width / every), Math.ceil(frame.height / every)]
  const all: Shadows = { light: plane(width, height), body: plane(width, height) }
  all.light.data.fill(1)
  for (const dish of dishes) {
    const { pixels } = dish
    const reach = REACH * Math.max(pixels.width, pixels.height)
    const from = {
      x: Math.max(0, Math.floor((dish.left - reach) / every)),
      y: Math.max(0, Math.floor((dish.top - reach) / every)),
    }
    const part = {
      width: Math.min(width, Math.ceil((dish.left + pixels.width + reach) / every)) - from.x,
      height: Math.min(height, Math.ceil((dish.top + pixels.height + reach) / every)) - from.y,
    }
    const at = { left: dish.left - from.x * every, top: dish.top - from.y * every }
    const around = { width: part.width * every, height: part.height * every }
    const alpha = alphaInFrame(pixels, at, around, 1 / every)
    const own = contactShadows(alpha, dish.width / every, dish.tilt, key, darkness)
    lay(all.light, own.light, from, (a, b) => a * b)
    lay(all.body, own.body, from, Math.max)
  }
  return all
}

/** Combines a part with the plane at its place. */
function lay(into: Plane, part: Plane, from: { x: number; y: number }, of: (a: number, b: number) => number): void {
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const at = (y + from.y) * into.width + x + from.x
      into.data[at] = of(into.data[at], part.data[y * part.width + x])
    }
  }
}
