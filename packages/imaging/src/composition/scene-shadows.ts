import { alphaInFrame } from '../hero/alpha-in-frame.ts'
import { contactShadows, type Shadows } from '../hero/contact-shadows.ts'
import type { KeyLight } from '../hero/surface/surface-shading.ts'
import type { Size } from '../raster/geometry.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import type { LaidDish } from './lay-dishes.ts'

/** Long side of the copy on which shadows are computed. */
const SHADOW_SIDE = 768
/** How far a shadow reaches beyond its dish, as a share of the dish's longer side. */
const REACH = 0.5

/** A dish that throws a shadow. */
export interface ShadowedDish extends LaidDish {
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
export function sceneShadows(dishes: readonly ShadowedDish[], frame: Size, key: KeyLight, darkness: number): Shadows {
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
