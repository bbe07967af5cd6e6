import type { Noise } from './denoise.ts'
import type { StyleAdjustments } from './enhance-presets.ts'

/**
 * How a photo is developed: everything that the full-size pass needs, except the guided filter. It consists of plain
 * values, so it can be stored with the result and read by people.
 */
export interface Recipe {
  readonly preset: string
  /** Black and white point of the original photo, encoded 0–1; 0 and 1 change nothing. */
  readonly black: number
  readonly white: number
  /** Gains in linear light that remove the colour cast; the smallest is 1. */
  readonly balance: readonly [red: number, green: number, blue: number]
  /** How certain the colour cast is, 0–1. */
  readonly balanceConfidence: number
  /** Stops of exposure that are added, or removed when below 0. */
  readonly exposure: number
  /** Linear light, 0–1, from which on a brightening spares the lights. The lower it is, the more light the shade can take. */
  readonly knee: number
  /** Lift of the mid-tones of a dim dish, in encoded units (0–1 of the whole range); 0 changes nothing. */
  readonly lift: number
  /** Lift of the lights below white, in the same unit. */
  readonly whites: number
  /** Whether white ware decided about the light and its colour. */
  readonly hasWhiteWare: boolean
  /** Whether blown white stays white when the photo is darkened, because it is a backdrop. Otherwise it loses a little, against glare. */
  readonly keepsWhite: boolean
  /** How much of the blue of white ware in the light of a window is taken out, 0–1. */
  readonly blueShade: number
  /** Deviation of the noise to remove, in codes of 0–255; 0 keeps the grain. */
  readonly denoise: Noise
  /** Amount of sharpening of the finest detail, and the deviation below which detail is not changed. */
  readonly sharpen: number
  readonly grain: number
  /** The luma around which contrast turns: the dish's own mid-tone, encoded 0–1. */
  readonly pivot: number
  readonly look: StyleAdjustments
}
