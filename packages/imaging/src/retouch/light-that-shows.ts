import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { planDevelopment } from '../tone/develop-photo.ts'
import { findPreset } from '../tone/enhance-presets.ts'
import { stopsOf } from '../tone/measure-quality.ts'
import { describeLight } from './describe-faults.ts'
import { colourCast } from './photo-faults.ts'

/** Stops that are missing from which white ware looks grey beside white. */
const DARK = 0.5

/**
 * What shows of the light of a photo when its dish is placed on white as it is: that it is too dark by half a stop or more, or has a
 * strong cast. In sentences for people; empty where the light is good enough. The pixels are not changed.
 *
 * @param subject mask of the dish
 */
export const lightThatShows = async (pixels: Pixels, subject: SoftMask): Promise<string[]> => {
  const balanced = findPreset('balanced')
  if (!balanced) throw new Error('there is no preset balanced')
  const { recipe } = await planDevelopment(await makeAnalysisCopy(pixels), balanced, { subject })
  const stops = stopsOf(recipe)
  const colour = colourCast(recipe.balance)
  if (stops < DARK && !colour.castIsStrong) return []
  return describeLight({ stops: Math.max(0, stops), ...colour })
}
