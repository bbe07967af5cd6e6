import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { distanceFalloff } from './distance-falloff.ts'
import { applyGainMap } from './gain-map.ts'

/** How much darker and paler the background becomes far from the dish. */
const DARKER = 0.16
const PALER = 0.28

/**
 * Makes the background a little darker and paler, more so farther away, so that the dish stands out. No pixel of the dish
 * changes. In place.
 */
export const darkenBackground = (pixels: Pixels, subject: Subject): void => {
  const { data, width, height } = distanceFalloff(subject)
  applyGainMap(pixels, {
    width,
    height,
    gain: data.map((falloff) => 1 - DARKER * falloff),
    colour: data.map((falloff) => 1 - PALER * falloff),
  })
}
