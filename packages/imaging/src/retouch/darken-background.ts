import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { distanceFalloff } from './distance-falloff.ts'
import { applyGainMap } from './gain-map.ts'

/** How much darker and paler the surroundings become, far from the dish. */
const DARKER = 0.16
const PALER = 0.28

/**
 * Sets the dish off from what is around it: the surroundings become a little darker and paler, more so farther away. No
 * pixel of the dish changes. In place.
 */
export const darkenBackground = (pixels: Pixels, subject: Subject): void => {
  const { data, width, height } = distanceFalloff(subject)
  applyGainMap(pixels, {
    width,
    height,
    gain: data.map((away) => 1 - DARKER * away),
    colour: data.map((away) => 1 - PALER * away),
  })
}
