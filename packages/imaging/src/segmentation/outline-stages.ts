import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { addLip } from './backdrop/lip-on-backdrop.ts'
import type { SmoothColours } from './candidates/colour-analysis.ts'
import { fillPockets } from './mask/fill-pockets.ts'
import { refineOutline } from './mask/refine-outline.ts'
import { evenRim } from './rim/even-rim.ts'
import { keepOverRim } from './rim/over-the-rim.ts'

/** What is known of a photo beside the mask of its subject. */
interface Scene {
  /** RGB, of the mask's size, and its colours. */
  readonly small: Pixels
  readonly colours: SmoothColours
  /** What every prediction of the network shows, and what any of them shows; none without a network of any size. */
  readonly seen: readonly SoftMask[]
  /** Number of separate things. */
  readonly components: number
}

/** A step that draws the outline of the mask that was chosen. It returns the new alpha. */
export type OutlineStage = (mask: SoftMask, scene: Scene) => Uint8Array

/** The stages that draw an outline, in order. The benchmark leaves out one at a time to measure what it is worth. */
export const OUTLINE_STAGES: Readonly<Record<string, OutlineStage>> = {
  fillPockets: (mask, { colours }) => fillPockets(mask, colours),
  addLip: (mask, { small }) => addLip(small, mask),
  refineOutline: (mask, { colours }) => refineOutline(mask, colours),
  // Two dishes have no one rim.
  evenRim: (mask, { small, colours, seen, components }) =>
    components === 1 ? evenRim(small, mask, colours, seen) : mask.alpha,
  keepOverRim: (mask, { seen }) => keepOverRim(mask, seen),
}
