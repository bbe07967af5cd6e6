import type { Noise } from './denoise.ts'
import type { StyleAdjustments } from './enhance-presets.ts'

/**
 * How a photo is developed: everything that the full-size pass needs, except the guided filter. It consists of plain
 * numbers, so it can be stored with the result and read by people.
 */
export interface Recipe {
  readonly preset: string
  /** Black and white point of the photo as it came, encoded 0–1; 0 and 1 leave it alone. */
  readonly black: number
  readonly white: number
  /** Gains in linear light that remove the colour cast; the smallest is 1. */
  readonly balance: readonly [red: number, green: number, blue: number]
  /** How certain the colour cast is, 0–1. */
  readonly balanceConfidence: number
  /** Stops of exposure added (or taken, below 0). */
  readonly exposure: number
  /** Deviation of the noise to be taken out, in codes of 0–255; 0 leaves the grain alone. */
  readonly denoise: Noise
  /** Amount of sharpening of the finest detail, and the deviation below which detail is left as it is. */
  readonly sharpen: number
  readonly grain: number
  /** Luma about which contrast turns: the dish's own mid-tone, encoded 0–1. */
  readonly pivot: number
  readonly look: StyleAdjustments
}
