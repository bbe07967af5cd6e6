import { type Cielab, cielabOf } from '../../colour/cielab.ts'
import { LINEAR, luminanceOf } from '../../colour/linear-light.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plane } from '../../raster/planes/plane.ts'

/** What the photo shows of its light, before anything is corrected. */
export interface DishReading {
  /** CIE lightness (0–100) of the middle and of the brightest twentieth of the dish. */
  readonly middle: number
  readonly high: number
  /** The same of the middle of what is around the dish; that of the dish where it fills the picture or its mask is not known. */
  readonly around: number
  /** Share of the dish that is white without detail. */
  readonly blown: number
  /** The weakest channel (0–255) of the darkest hundredth of the picture. Only a veil raises it: vivid colours have one that is low. */
  readonly deepest: number
  /** Logarithm of red over blue, in linear light, of the pale parts of the picture; 0 for neutral white, below 0 for blue. */
  readonly paleWarmth: number
  /** Share of the picture that is pale. */
  readonly paleShare: number
  /** Share of the dish that is light and of a pale blue, as no food is. */
  readonly paleBlue: number
}

/** Linear light between which a pale part is judged, and the largest ratio of its strongest to its weakest channel. */
const [PALE_FROM, PALE_TO, PALE_RATIO] = [0.12, 0.92, 2.2]
/** What is light and pale blue, in CIELAB: its least lightness, the end of its b, and its most chroma. */
const PALE_BLUE = { lightness: 60, b: -8, chroma: 22 }
/** The least share of the picture that shows what is around a dish. */
const MIN_AROUND = 0.1
/** Code from which all channels of a pixel count as blown. */
const BLOWN = 250

/**
 * Reads the light of a photo.
 *
 * @param mask of the dish on the analysis copy, 0–1; undefined counts the whole picture
 */
export const readDish = ({ data, channels }: Pixels, mask: Plane | undefined): DishReading => {
  const lights: number[] = []
  const others: number[] = []
  const weakest: number[] = []
  const warmths: number[] = []
  let [blown, paleBlue] = [0, 0]
  for (let i = 0, at = 0; at < data.length; i++, at += channels) {
    const [r, g, b] = [data[at], data[at + 1], data[at + 2]]
    const [red, green, blue] = [LINEAR[r], LINEAR[g], LINEAR[b]]
    const [least, most] = [Math.min(r, g, b), Math.max(red, green, blue)]
    weakest.push(least)
    if (!mask || mask.data[i] > 0.5) {
      lights.push(luminanceOf(red, green, blue))
      if (least >= BLOWN) blown++
      if (isPaleBlue(cielabOf(r, g, b))) paleBlue++
    } else others.push(luminanceOf(red, green, blue))
    const isPale = most > PALE_FROM && most < PALE_TO && most < PALE_RATIO * Math.min(red, green, blue)
    if (isPale) warmths.push(Math.log(red / blue))
  }
  return {
    middle: lightnessOf(quantile(lights, 0.5)),
    high: lightnessOf(quantile(lights, 0.95)),
    around: lightnessOf(quantile(others.length > MIN_AROUND * weakest.length ? others : lights, 0.5)),
    blown: lights.length > 0 ? blown / lights.length : 0,
    deepest: quantile(weakest, 0.01),
    paleWarmth: quantile(warmths, 0.5),
    paleShare: warmths.length / Math.max(1, weakest.length),
    paleBlue: paleBlue / Math.max(1, lights.length),
  }
}

const isPaleBlue = ({ lightness, a, b }: Cielab): boolean =>
  lightness > PALE_BLUE.lightness && b < PALE_BLUE.b && Math.abs(a) < -b && Math.hypot(a, b) < PALE_BLUE.chroma

const quantile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

/** CIE lightness of a luminance of 0–1. */
const lightnessOf = (luminance: number): number =>
  luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (24389 / 27) * luminance
