import type { Vector } from '../shapes/vector.ts'
import type { Rgb } from './colour.ts'

/** How a scene is lit. */
export interface Light {
  /** Towards the light. */
  readonly from: Vector
  readonly key: Rgb
  /** Light from everywhere, from above and from below. */
  readonly sky: Rgb
  readonly bounce: Rgb
  /** Width of the penumbra in world units. */
  readonly softness: number
  /** How much darker the corners of the picture are, 0–1. */
  readonly vignette: number
}
