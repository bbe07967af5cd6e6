import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { findPlate, type Plate } from '../plate/find-plate.ts'
import { type Ellipse, relativeRadii, scaleEllipse } from '../plate/fit-ellipse.ts'
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

/** Long side of the copy on which plates are searched. */
const SIDE = 400
/** A component smaller than this share of the largest lies beside the dish, and no plate is searched under it. */
const MIN_SHARE_OF_LARGEST = 0.3
/** Nor under one smaller than this share of the picture. */
const MIN_SHARE = 0.01

/**
 * Searches a plate under each component of a mask that is large enough to be a dish.
 *
 * @param small RGB, of the mask's size
 * @returns in the mask's pixels
 */
function platesUnderFood(small: Pixels, mask: BinaryMask): Plate[] {
  const { picture, mask: reduced, scale } = reduceForSearch(small, mask)
  const { labels, areas: counted } = labelComponents(reduced, 1)
  const areas = counted.subarray(1)
  const largest = Math.max(0, ...areas)
  return Array.from(areas).flatMap((area, index) => {
    if (area < MIN_SHARE_OF_LARGEST * largest || area < MIN_SHARE * labels.length) return []
    const bits = maskBits(labels.length, (i) => labels[i] === index + 1)
    const found = findPlate(picture, { ...reduced, bits })
    return found ? [{ ...found, ...scaleEllipse(found, scale) }] : []
  })
}

/** Averages picture and mask down to the size in which plates are searched; `scale` leads back. */
function reduceForSearch(small: Pixels, mask: BinaryMask): { picture: Pixels; mask: BinaryMask; scale: number } {
  const scale = Math.max(1, Math.max(small.width, small.height) / SIDE)
  const width = Math.max(1, Math.floor(small.width / scale))
  const height = Math.max(1, Math.floor(small.height / scale))
  const data = new Uint8Array(3 * width * height)
  const bits = new Uint8Array(width * height)
  const range = (at: number, end: number): readonly [from: number, to: number] => {
    const from = Math.floor(at * scale)
    return [from, Math.min(end, Math.max(Math.floor((at + 1) * scale), from + 1))]
  }
  for (let y = 0, to = 0; y < height; y++) {
    const [top, bottom] = range(y, small.height)
    for (let x = 0; x < width; x++, to++) {
      const [left, right] = range(x, small.width)
      let [r, g, b, set, count] = [0, 0, 0, 0, 0]
      for (let v = top; v < bottom; v++) {
        for (let at = v * small.width + left; at < v * small.width + right; at++, count++) {
          r += small.data[3 * at]
          g += small.data[3 * at + 1]
          b += small.data[3 * at + 2]
          set += mask.bits[at]
        }
      }
      data[3 * to] = r / count
      data[3 * to + 1] = g / count
      data[3 * to + 2] = b / count
      bits[to] = 2 * set > count ? 1 : 0
    }
  }
  return { picture: { data, width, height, channels: 3 }, mask: { bits, width, height }, scale }
}
