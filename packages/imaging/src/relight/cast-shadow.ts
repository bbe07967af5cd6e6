import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import type { DishPosition } from './dish-position.ts'
import type { LightPosition } from './light-source.ts'

/** Height of the dish above the table, in its half-widths: it casts the shadow. */
const HEIGHT = 0.3
const STEPS = 8
/** Exponents of the covered share of the light for a bulb and for a window: a bulb's shadow is full almost to its end. */
const [HARD, SOFT] = [0.35, 0.75]

/**
 * The shadow of the dish on the table, 0–1, and 0 on the dish itself. It is full close to the rim, and fades sooner for a
 * softer light.
 */
export const castShadow = (
  mask: Plane,
  position: DishPosition,
  { x, y, distance, height }: LightPosition,
  softness: number,
): Plane => {
  const length = (HEIGHT * position.reach * distance) / height
  const { width } = mask
  const thrown = plane(width, mask.height)
  for (let step = 1; step <= STEPS; step++) {
    const away = (length * step) / STEPS
    addShifted(thrown, mask, -x * away, -y * away, 1 / STEPS)
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
