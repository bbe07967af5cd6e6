import type { DishTones } from './dish-tones.ts'

/** Light of pale ware in a dim photo and in a good one, and the colour that it may have. */
const PALE = { least: 0.35, lit: 0.64, colour: 0.16 } as const
/** Light of food that needs no more. */
const FOOD_LIGHT = 0.5
const MOST_STOPS = 0.7
/** Codes grow with about this root of the light. */
const GAMMA = 2.2

/**
 * Stops that are missing from a dish on pale ware in a dim photo: on a new surface, or beside dishes from better photos, its plate would look grey.
 * Food on a plate that is light already, or on dark or coloured ware, is as dark as it is meant to be.
 */
export function stopsForDimWare({ ware, food }: Pick<DishTones, 'ware' | 'food'>): number {
  if (ware.light < PALE.least || ware.light > PALE.lit || ware.colour > PALE.colour) return 0
  const missing = Math.min(PALE.lit / ware.light, FOOD_LIGHT / Math.max(0.05, food.light))
  return Math.min(MOST_STOPS, Math.max(0, GAMMA * Math.log2(missing)))
}
