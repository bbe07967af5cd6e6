import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { measureExposure } from './exposure.ts'
import { measureGrain } from './measure-grain.ts'

/** The quality of a picture as a viewer sees it at a glance. */
export interface PhotoQuality {
  /** Stops of light that it lacks; below 0 it has too much. */
  readonly darkness: number
  /** Finest detail at the size of a screen, about 1 for an ordinary photo; a blurred one has hardly any. */
  readonly sharpness: number
}

/** Long side of the copy on which sharpness is measured: about what a phone screen shows. */
const SCREEN_SIDE = 1280

/** Measures a picture on small copies. */
export async function measureQuality(pixels: Pixels): Promise<PhotoQuality> {
  const screen = await makeAnalysisCopy(pixels, SCREEN_SIDE)
  return { darkness: -measureExposure(await makeAnalysisCopy(screen)), sharpness: measureGrain(screen).sharpness }
}
