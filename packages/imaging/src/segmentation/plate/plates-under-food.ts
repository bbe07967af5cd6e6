import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { findPlate, type Plate } from './find-plate.ts'
import { scaleEllipse } from './fit-ellipse.ts'

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
export function platesUnderFood(small: Pixels, mask: BinaryMask): Plate[] {
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
