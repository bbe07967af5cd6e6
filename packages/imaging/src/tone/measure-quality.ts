import { luminanceGain } from '../colour/white-balance.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { planDevelopment } from './develop-photo.ts'
import { PRESETS } from './enhance-presets.ts'
import { measureGrain } from './measure-grain.ts'
import type { Recipe } from './tone-recipe.ts'

/** The quality of a picture as a viewer sees it at a glance. */
export interface PhotoQuality {
  /** Stops of light that are missing, as an enhancement would add them; below 0 there is too much light. */
  readonly darkness: number
  /** Finest detail at screen size, about 1 for an ordinary photo; a blurred one has hardly any. */
  readonly sharpness: number
}

/** Long side of the copy on which sharpness is measured, about the size of a phone screen. */
const SCREEN_SIDE = 1280

/** The stops by which a recipe makes a grey brighter: its exposure, and what its white balance adds. */
export const stopsOf = ({ exposure, balance }: Pick<Recipe, 'exposure' | 'balance'>): number =>
  exposure + Math.log2(luminanceGain(balance))

/** Measures a picture on small copies. */
export async function measureQuality(pixels: Pixels): Promise<PhotoQuality> {
  const screen = await makeAnalysisCopy(pixels, SCREEN_SIDE)
  const { recipe, grain } = await planDevelopment(screen, PRESETS[0])
  return { darkness: stopsOf(recipe), sharpness: grain.sharpness }
}

/** The sharpness of {@link measureQuality} alone. */
export const measureSharpness = async (pixels: Pixels): Promise<number> =>
  measureGrain(await makeAnalysisCopy(pixels, SCREEN_SIDE)).sharpness
