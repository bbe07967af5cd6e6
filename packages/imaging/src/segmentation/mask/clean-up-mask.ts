import { type BinaryMask, labelComponents, maskBits } from '../../raster/masks/binary-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/guided-filter.ts'
import { findPlate, type Plate } from '../plate/find-plate.ts'
import { type Ellipse, relativeRadius, scaleEllipse } from '../plate/fit-ellipse.ts'
import { type FilteredMask, filterComponents } from './component-filter.ts'

/** Long side of the copy in which plates are looked for. */
const PLATE_SIDE = 400
/** A thing smaller than this share of the largest lies beside the dish, and gets no plate of its own. */
const MIN_DISH_SHARE = 0.3
/** Pixels of the copy over which a mask may be soft: what lies deeper is the subject, what lies farther is not. */
const SOFT_IN = 3
const SOFT_OUT = 3

export interface CleanMask extends SoftMask {
  readonly filtered: FilteredMask
  readonly plates: readonly Plate[]
  /** Whether food may lie on a plate that is not in the mask: a rim was seen that is too faint to go by. */
  readonly plateMissed: boolean
}

/** Averages a picture and a mask down to the size in which plates are looked for. */
function reduceForPlates(small: Pixels, mask: BinaryMask): { picture: Pixels; mask: BinaryMask; by: number } {
  const by = Math.max(1, Math.max(small.width, small.height) / PLATE_SIDE)
  const width = Math.max(1, Math.floor(small.width / by))
  const height = Math.max(1, Math.floor(small.height / by))
  const data = new Uint8Array(3 * width * height)
  const bits = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [
      Math.floor(y * by),
      Math.min(small.height, Math.max(Math.floor((y + 1) * by), Math.floor(y * by) + 1)),
    ]
    for (let x = 0; x < width; x++) {
      const [left, right] = [
        Math.floor(x * by),
        Math.min(small.width, Math.max(Math.floor((x + 1) * by), Math.floor(x * by) + 1)),
      ]
      let [r, g, b, set, count] = [0, 0, 0, 0, 0]
      for (let v = top; v < bottom; v++) {
        for (let at = v * small.width + left; at < v * small.width + right; at++, count++) {
          r += small.data[3 * at]
          g += small.data[3 * at + 1]
          b += small.data[3 * at + 2]
          set += mask.bits[at]
        }
      }
      const to = y * width + x
      data[3 * to] = r / count
      data[3 * to + 1] = g / count
      data[3 * to + 2] = b / count
      bits[to] = 2 * set > count ? 1 : 0
    }
  }
  return { picture: { data, width, height, channels: 3 }, mask: { bits, width, height }, by }
}

/** The plates of all things that are large enough to be a dish. */
function findPlates(small: Pixels, mask: BinaryMask): Plate[] {
  const { picture, mask: coarse, by } = reduceForPlates(small, mask)
  const { labels, count } = labelComponents(coarse, 1)
  const areas = new Array<number>(count).fill(0)
  for (const label of labels) if (label > 0) areas[label - 1] += 1
  const largest = Math.max(0, ...areas)
  return areas.flatMap((area, index) => {
    if (area < MIN_DISH_SHARE * largest || area < 0.01 * labels.length) return []
    const bits = maskBits(labels.length, (i) => labels[i] === index + 1)
    const found = findPlate(picture, { ...coarse, bits })
    return found ? [{ ...found, ...scaleEllipse(found, by) }] : []
  })
}

function addEllipse(alpha: Uint8Array, bits: Uint8Array, width: number, ellipse: Ellipse): void {
  const soft = 1 / ellipse.b
  for (let i = 0; i < alpha.length; i++) {
    const out = relativeRadius(ellipse, (i % width) + 0.5, Math.floor(i / width) + 0.5)
    if (out > 1 + soft) continue
    if (out <= 1) bits[i] = 1
    const inside = Math.min(1, (1 + 0.75 * soft - out) / (1.5 * soft))
    alpha[i] = Math.max(alpha[i], Math.round(255 * Math.max(0, inside)))
  }
}

/**
 * Mends a mask as a network gives it: specks go, holes close, a plate whose rim is clear joins the food on it, the
 * inside is opaque and the outside empty. Between them the mask stays as soft as it was found.
 *
 * @param small RGB, of the mask's size
 * @param searchPlates false for a mask in which plates are whole as it is: an ellipse that is guessed could only harm it
 */
export function cleanUpMask(small: Pixels, soft: SoftMask, searchPlates = true): CleanMask {
  const { width, height } = soft
  const first = filterComponents(soft)
  const suspected = searchPlates ? findPlates(small, first) : []
  const plates = suspected.filter(({ clear }) => clear)
  const alpha = new Uint8Array(soft.alpha)
  const bits = new Uint8Array(first.bits)
  for (const plate of plates) addEllipse(alpha, bits, width, plate)

  const share = (radius: number) => boxMean(new Float32Array(bits), width, height, radius)
  const [inside, outside] = [share(SOFT_IN), share(SOFT_OUT)]
  for (let i = 0; i < alpha.length; i++) {
    if (inside[i] > 0.995) alpha[i] = 255
    else if (outside[i] < 0.005) alpha[i] = 0
    // The closed part of a hole that reaches to its edge.
    else if (bits[i] && alpha[i] < 128 && !first.bits[i]) alpha[i] = 128
  }
  const components = plates.length > 0 ? labelComponents({ bits, width, height }, 1).count : first.components
  return {
    alpha,
    width,
    height,
    filtered: { bits, width, height, components },
    plates,
    plateMissed: suspected.length > plates.length,
  }
}
