import type { Rgb } from './colour.ts'

/** What a surface is like at one point. It is written anew for every pixel. */
export interface Point {
  red: number
  green: number
  blue: number
  /** How much of the light is mirrored, 0–1. */
  gloss: number
  /** How tight reflections are, from 4 (soft) to 400 (a mirror). */
  polish: number
  /** How much light passes through the body, 0–1. */
  glow: number
  /** How much of what is behind it shows, 0–1; read of things that are clear only. */
  clear: number
  /** Added to the normal, in the body's own axes. */
  bumpX: number
  bumpY: number
  bumpZ: number
}

/**
 * Says what a body looks like at a point, in the body's own axes and units. For an ellipsoid these are its radii: the
 * surface is at distance 1.
 */
export type Surface = (x: number, y: number, z: number, point: Point) => void

export const freshPoint = (): Point => ({
  red: 0,
  green: 0,
  blue: 0,
  gloss: 0,
  polish: 20,
  glow: 0,
  clear: 0,
  bumpX: 0,
  bumpY: 0,
  bumpZ: 0,
})

export function setColour(point: Point, [red, green, blue]: Rgb): void {
  point.red = red
  point.green = green
  point.blue = blue
}

/** Moves the colour towards another. */
export function blendColour(point: Point, colour: Rgb, share: number): void {
  point.red += (colour[0] - point.red) * share
  point.green += (colour[1] - point.green) * share
  point.blue += (colour[2] - point.blue) * share
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function smooth(low: number, high: number, value: number): number {
  const t = (value - low) / (high - low)
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t)
}
