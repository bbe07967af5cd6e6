import { findWhiteBackdrop } from '../colour/white-backdrop.ts'
import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import type { Warning } from '../warning.ts'
import { applyLightMap } from './apply-light-map.ts'
import { measureDishPosition } from './dish-position.ts'
import { computeLightMap } from './light-map.ts'
import { type LightSource, lightPosition, lightTint } from './light-source.ts'

export interface RelightOptions {
  /** Whether the picture shows a surface on which the dish's shadow falls; a cut-out does not. */
  readonly surface?: boolean
}

/**
 * Relights a photo in place: the light map is computed on an analysis copy and applied in one pass over the full-size pixels.
 *
 * @param subject the dish; undefined to light the whole frame
 * @returns warnings for the caller
 * @example const warnings = await relightPhoto(pixels, subject, { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 })
 */
export async function relightPhoto(
  pixels: Pixels,
  subject: Subject | undefined,
  lamp: LightSource,
  { surface = true }: RelightOptions = {},
): Promise<readonly Warning[]> {
  if (lamp.strength === 0) return []
  const analysisCopy = await makeAnalysisCopy(pixels)
  const mask = subject && (await maskPlane(subject, analysisCopy))
  const found = mask !== undefined && measureDishPosition(mask, lightPosition(lamp)) !== undefined
  // What is transparent is white in the copy, but no backdrop.
  const backdrop = surface && pixels.channels === 3 ? findWhiteBackdrop(analysisCopy) : undefined
  const map = computeLightMap(analysisCopy, found ? mask : undefined, lamp, { surface, backdrop })
  applyLightMap(pixels, map, lightTint(lamp.warmth))
  return found ? [] : [NO_DISH]
}

const NO_DISH: Warning = {
  code: 'subject_not_found',
  message: 'No dish was found in this photo, so the light was laid over the whole frame.',
}
