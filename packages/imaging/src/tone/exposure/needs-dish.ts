import { findPaleSurfaces } from '../../colour/pale-surfaces.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { middleLightness } from './plan-exposure.ts'

/** Lightness of the middle of the frame from which the dish is lighter than 45, below which it must gain. The middle errs by 7. */
const NOT_DIM = 52
/** Lightness from which ware becomes white without the mask, and the chroma that is no cast. */
const WHITE = { lightness: 82, chroma: 6 }
/** The least share of the picture that decides anything. */
const LEAST_SHARE = 0.03

/**
 * Whether the mask of the dish could change how much light a photo gets, or its white balance: its dish may be dim, or it shows
 * something pale that may be white ware and is not nearly white. To find the dish takes up to a fifth of the time of an
 * enhancement.
 */
export const needsDish = (analysisCopy: Pixels): boolean =>
  middleLightness(analysisCopy) < NOT_DIM ||
  findPaleSurfaces(analysisCopy).surfaces.some(
    ({ share, lightness, a, b }) =>
      share >= LEAST_SHARE && (lightness < WHITE.lightness || Math.hypot(a, b) > WHITE.chroma),
  )
