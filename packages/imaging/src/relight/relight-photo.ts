import { makeAnalysisCopy } from '../raster/analysis-copy.ts'
import type { Pixels, Warning } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { maskPlane } from '../segmentation/mask-plane.ts'
import { shine } from './apply-light-map.ts'
import { groundOf } from './dish-position.ts'
import { lightMap } from './light-map.ts'
import { type Lamp, place, tintOf } from './light-source.ts'

export interface RelightOptions {
  /** Whether the dish stands on something in this picture that its shadow falls on; a cut-out does not. */
  readonly surface?: boolean
}

/**
 * Sets another lamp: decided on a small copy, carried out in one pass over the full-size pixels, in place.
 *
 * @param subject where the dish is; undefined to light the whole frame
 * @returns what the caller should know about it
 * @example const warnings = await relight(pixels, subject, { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 })
 */
export async function relight(
  pixels: Pixels,
  subject: Subject | undefined,
  lamp: Lamp,
  { surface = true }: RelightOptions = {},
): Promise<readonly Warning[]> {
  if (lamp.strength === 0) return []
  const analysisCopy = await makeAnalysisCopy(pixels)
  const mask = subject && (await maskPlane(subject, analysisCopy))
  const found = mask !== undefined && groundOf(mask, place(lamp)) !== undefined
  shine(pixels, lightMap(analysisCopy, found ? mask : undefined, lamp, surface), tintOf(lamp.warmth))
  return found ? [] : [NO_DISH]
}

const NO_DISH: Warning = {
  code: 'no_subject',
  message: 'No dish was found in this photo, so the light was laid over the whole frame.',
}
