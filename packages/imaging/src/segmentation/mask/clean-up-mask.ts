import { labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plate } from '../plate/find-plate.ts'
import { type Ellipse, relativeRadii } from '../plate/fit-ellipse.ts'
import { platesUnderFood } from '../plate/plates-under-food.ts'
import { type FilteredMask, filterComponents } from './component-filter.ts'

/**
 * Radius, in pixels of the copy, in which a mask may be soft. Deeper inside it is opaque, farther outside it is empty.
 */
const SOFT_RADIUS = 3

/** A mask after clean-up. */
export interface CleanMask extends SoftMask {
  readonly filtered: FilteredMask
  /** Plates that were added. */
  readonly plates: readonly Plate[]
  /** Whether a rim was found that is too faint to add its plate: food may lie on a plate that is not in the mask. */
  readonly plateMissed: boolean
}

/**
 * Cleans up a mask as a network or GrabCut gives it. Specks go and holes close. A plate with a clear rim joins the food on
 * it. The inside becomes opaque and the outside empty; between them the mask stays as soft as it was.
 *
 * @param small RGB, of the mask's size
 * @param searchPlates false for a mask that has whole plates already: a guessed ellipse could only harm it
 */
export function cleanUpMask(small: Pixels, soft: SoftMask, searchPlates = true): CleanMask {
  const { width, height } = soft
  const filtered = filterComponents(soft)
  const found = searchPlates ? platesUnderFood(small, filtered) : []
  const plates = found.filter(({ clear }) => clear)
  const alpha = new Uint8Array(soft.alpha)
  const bits = new Uint8Array(filtered.bits)
  for (const plate of plates) addEllipse(alpha, bits, width, plate)

  const deep = erode({ bits, width, height }, SOFT_RADIUS).bits
  const near = dilate({ bits, width, height }, SOFT_RADIUS).bits
  for (let i = 0; i < alpha.length; i++) {
    if (deep[i]) alpha[i] = 255
    else if (!near[i]) alpha[i] = 0
    // A closed hole that reaches to the outline.
    else if (bits[i] && alpha[i] < 128 && !filtered.bits[i]) alpha[i] = 128
  }
  const components = plates.length > 0 ? labelComponents({ bits, width, height }, 1).count : filtered.components
  return {
    alpha,
    width,
    height,
    plates,
    filtered: { bits, width, height, components },
    plateMissed: found.length > plates.length,
  }
}

/** Adds an ellipse to the bits, and to the alpha with an edge about one and a half pixels wide. */
function addEllipse(alpha: Uint8Array, bits: Uint8Array, width: number, ellipse: Ellipse): void {
  const edge = 1 / ellipse.b
  const radiusAt = relativeRadii(ellipse)
  for (let i = 0; i < alpha.length; i++) {
    const radius = radiusAt((i % width) + 0.5, Math.floor(i / width) + 0.5)
    if (radius > 1 + edge) continue
    if (radius <= 1) bits[i] = 1
    const inside = Math.min(1, (1 + 0.75 * edge - radius) / (1.5 * edge))
    alpha[i] = Math.max(alpha[i], Math.round(255 * Math.max(0, inside)))
  }
}
