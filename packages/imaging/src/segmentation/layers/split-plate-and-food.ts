import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../../raster/luma.ts'
import { type BinaryMask, closeMask, fillHoles, labelComponents, openMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { borderColours, type Colour, distanceToNearest } from '../border-colours.ts'
import { distanceTransform } from './distance-transform.ts'

export interface PlateSplit {
  /** How much of each pixel of the subject is plate, 0–1. */
  readonly plateShare: Float32Array
  /** How clearly the two were told apart. */
  readonly confidence: number
}

/**
 * Where the rim of a subject is looked for, as shares of its depth: not its very edge, where the table shines through. A
 * plate's rim is broad, a pan's is not.
 */
const RIMS = [
  [0.04, 0.16],
  [0.02, 0.07],
] as const
/** Below this the food and the rim are of one kind: there is no plate, or it cannot be seen. */
const MIN_CONTRAST = 0.9
/** At most this many pixels of the rim are looked at. */
const MAX_SAMPLES = 4000

/**
 * Tells plate from food inside a subject: the plate is what looks like the subject's rim (its colours, and as smooth) and
 * hangs together with it. Where the middle looks like the rim too, all is food.
 *
 * @param subject mask of the picture's size, 0–255
 */
export function splitPlateAndFood(picture: Pixels, subject: Uint8Array): PlateSplit {
  const { width, height } = picture
  const none = { plateShare: new Float32Array(subject.length), confidence: 0.4 }
  const bits = Uint8Array.from(subject, (value) => (value >= 128 ? 1 : 0))
  const inner = distanceTransform({ bits, width, height })
  const depth = inner.reduce((most, value) => Math.max(most, value), 0)
  if (depth < 6) return none
  const colours = coloursOf(picture)
  const rough = roughness(colours, width, height)
  for (const [from, to] of RIMS) {
    const rim = indicesWhere(inner, (d) => d >= Math.max(1, from * depth) && d <= Math.max(2, to * depth))
    const even = boxMean(
      rimDissimilarity(rim, bits, colours, rough),
      width,
      height,
      Math.max(1, Math.round(width * 0.004)),
    )
    const core = indicesWhere(inner, (d) => d >= 0.35 * depth)
    const [low, high] = [quantile(rim, even, 0.8), quantile(core, even, 0.5)]
    const contrast = (high - quantile(rim, even, 0.5)) / (low - quantile(rim, even, 0.2) + 0.03)
    if (contrast < MIN_CONTRAST) continue
    const threshold = clamp((low + high) / 2, 0.05, 0.16)
    const raw = Uint8Array.from(even, (value, i) => (bits[i] === 1 && value > threshold ? 1 : 0))
    const food = foodMask({ bits: raw, width, height }, Math.max(1, Math.round(0.05 * depth)))
    if (!food) continue
    const confidence = 0.5 + 0.45 * smoothstep(MIN_CONTRAST, 3 * MIN_CONTRAST, contrast)
    return { plateShare: smoothOutline(food, 0.04 * depth).map((value) => 1 - value), confidence }
  }
  return none
}

/** How unlike a rim each pixel of the subject is, by colour and by texture. */
function rimDissimilarity(
  rim: readonly number[],
  bits: Uint8Array,
  colours: Float32Array,
  rough: Float32Array,
): Float32Array {
  const samples = subsample(rim)
  const kinds = borderColours(samples.map((i) => colourAt(colours, i)))
  const smooth = median(samples.map((i) => rough[i]))
  const dissimilarity = new Float32Array(bits.length)
  if (kinds.length === 0) return dissimilarity
  for (let i = 0; i < dissimilarity.length; i++) {
    if (bits[i] === 0) continue
    const texture = clamp(rough[i] - 1.5 * smooth, 0, 0.12)
    dissimilarity[i] = distanceToNearest(colourAt(colours, i), kinds) + 1.2 * texture
  }
  return dissimilarity
}

/** The corners that square windows leave are none of the food's: an edge as soft as a mask's, round at this radius. */
function smoothOutline({ bits, width, height }: BinaryMask, radius: number): Float32Array {
  const reach = Math.max(1, Math.round(radius))
  const even = boxMean(boxMean(new Float32Array(bits), width, height, reach), width, height, reach)
  return even.map((value) => smoothstep(0.5 - 0.6 / reach, 0.5 + 0.6 / reach, value))
}

/** The food: gaps closed, holes filled, single crumbs and the rim's own pattern left to the plate. */
function foodMask(raw: BinaryMask, radius: number): BinaryMask | undefined {
  const { width, height } = raw
  const mask = openMask(fillHoles(closeMask(raw, radius)), Math.max(1, radius >> 1))
  const { labels, count } = labelComponents(mask, 1)
  const areas = new Int32Array(count + 1)
  for (const label of labels) if (label > 0) areas[label] += 1
  const most = areas.reduce((a, b) => Math.max(a, b), 0)
  if (most === 0) return undefined
  return {
    bits: mask.bits.map((_, i) => (areas[labels[i]] >= 0.05 * most ? 1 : 0)),
    width,
    height,
  }
}

/** Lightness, redness and blueness of every pixel. */
function coloursOf({ data, width, height }: Pixels): Float32Array {
  const colours = new Float32Array(3 * width * height)
  for (let i = 0; i < colours.length; i += 3) {
    const [r, g, b] = [data[i], data[i + 1], data[i + 2]]
    colours[i] = lumaOf(r, g, b) / 255
    colours[i + 1] = (r - g) / 255
    colours[i + 2] = (b - (r + g) / 2) / 255
  }
  return colours
}

const colourAt = (colours: Float32Array, i: number): Colour => [colours[3 * i], colours[3 * i + 1], colours[3 * i + 2]]

/** How much lightness changes near each pixel. */
function roughness(colours: Float32Array, width: number, height: number): Float32Array {
  const steps = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const here = colours[3 * i]
      const right = x + 1 < width ? colours[3 * (i + 1)] : here
      const below = y + 1 < height ? colours[3 * (i + width)] : here
      steps[i] = Math.abs(right - here) + Math.abs(below - here)
    }
  }
  return boxMean(steps, width, height, Math.max(1, Math.round(0.006 * Math.max(width, height))))
}

function indicesWhere(values: Float32Array, test: (value: number) => boolean): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) if (test(values[i])) found.push(i)
  return found
}

const subsample = (indices: readonly number[]): number[] => {
  const step = Math.max(1, Math.floor(indices.length / MAX_SAMPLES))
  return indices.filter((_, n) => n % step === 0)
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const quantile = (indices: readonly number[], values: Float32Array, share: number): number => {
  const sorted = subsample(indices)
    .map((i) => values[i])
    .sort((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
