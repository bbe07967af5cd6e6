import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { measureExposure } from './exposure/exposure.ts'
import { measureGrain } from './measure-grain.ts'

/** The quality of a picture as a viewer sees it at a glance. */
export interface PhotoQuality {
  /** Stops of light that are missing; below 0 there is too much light. */
  readonly darkness: number
  /** Finest detail at screen size, about 1 for an ordinary photo; a blurred one has hardly any. */
  readonly sharpness: number
}

/** Long side of the copy on which sharpness is measured, about the size of a phone screen. */
const SCREEN_SIDE = 1280

/** Measures a picture on small copies. */
export async function measureQuality(pixels: Pixels): Promise<PhotoQuality> {
  const screen = await makeAnalysisCopy(pixels, SCREEN_SIDE)
  return { darkness: -measureExposure(await makeAnalysisCopy(screen)), sharpness: measureGrain(screen).sharpness }
}
