import { borderColours } from '../../colour/border-colours.ts'
import { medianOf, quantile } from '../../colour/colour-analysis.ts'
import { distanceToNearest, type OpponentColour, opponentColour } from '../../colour/opponent-colour.ts'
import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { distanceTransform } from '../../raster/masks/distance-transform.ts'
import { fillHoles, labelComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, openMask } from '../../raster/masks/morphology.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'

export interface PlateSplit {
  /** How much of each pixel of the subject is plate, 0–1. */
  readonly plateShare: Float32Array
  /** How clearly plate and food differ, 0–1. */
  readonly confidence: number
}

/**
 * Bands in which a subject's rim is expected, as shares of its depth. The outermost pixels are left out because the table
 * shows through there. The rim of a plate is broad, that of a pan is narrow.
 */
const RIM_BANDS = [
  [0.04, 0.16],
  [0.02, 0.07],
] as const
/** Depth in pixels below which a subject is too thin to have a rim. */
const MIN_DEPTH = 6
/** Share of the depth from which a pixel belongs to the core. */
const CORE = 0.35
/** Contrast of core and rim below which there is no plate, or none that can be seen. */
const MIN_CONTRAST = 0.9
/** Confidence in that. */
const NO_PLATE_CONFIDENCE = 0.4
/** A component of food smaller than this share of the largest is a crumb, or the rim's own pattern. */
const MIN_FOOD_SHARE = 0.05
/** At most this many pixels are taken as samples. */
const MAX_SAMPLES = 4000

/**
 * Separates plate and food within a subject. The plate is what is connected to the subject's rim and has its colours and
 * its smoothness. Where the core looks like the rim too, all of the subject is food.
 *
 * @param subject mask of the picture's size, 0–255
 */
export function splitPlateAndFood(picture: Pixels, subject: Uint8Array): PlateSplit {
  const { width, height } = picture
  const bits = Uint8Array.from(subject, (value) => (value >= 128 ? 1 : 0))
  const inside = distanceTransform({ bits, width, height })
  const depth = inside.reduce((most, value) => Math.max(most, value), 0)
  const noPlate = { plateShare: new Float32Array(subject.length), confidence: NO_PLATE_CONFIDENCE }
  if (depth < MIN_DEPTH) return noPlate
  const colours = coloursOf(picture)
  const rough = roughness(colours, width, height)
  const core = indicesWhere(inside, (distance) => distance >= CORE * depth)
  const window = Math.max(1, Math.round(width * 0.004))
  for (const [from, to] of RIM_BANDS) {
    const [nearest, farthest] = [Math.max(1, from * depth), Math.max(2, to * depth)]
    const rim = indicesWhere(inside, (distance) => distance >= nearest && distance <= farthest)
    const unlike = boxMean(rimDissimilarity(rim, bits, colours, rough), width, height, window)
    const [ofRim, ofCore] = [rim, core].map((place) => subsample(place).map((i) => unlike[i]))
    const [rimHigh, coreMiddle] = [quantile(ofRim, 0.8), medianOf(ofCore)]
    const contrast = (coreMiddle - medianOf(ofRim)) / (rimHigh - quantile(ofRim, 0.2) + 0.03)
    if (contrast < MIN_CONTRAST) continue
    const threshold = clamp((rimHigh + coreMiddle) / 2, 0.05, 0.16)
    const raw = Uint8Array.from(unlike, (value, i) => (bits[i] === 1 && value > threshold ? 1 : 0))
    const food = cleanFood({ bits: raw, width, height }, Math.max(1, Math.round(0.05 * depth)))
    if (!food) continue
    const confidence = 0.5 + 0.45 * smoothstep(MIN_CONTRAST, 3 * MIN_CONTRAST, contrast)
    return { plateShare: smoothOutline(food, 0.04 * depth).map((value) => 1 - value), confidence }
  }
  return noPlate
}

/** How much each pixel of the subject differs from the rim, in colour and in texture. */
function rimDissimilarity(
  rim: readonly number[],
  bits: Uint8Array,
  colours: Float32Array,
  rough: Float32Array,
): Float32Array {
  const samples = subsample(rim)
  const rimColours = borderColours(samples.map((i) => colourAt(colours, i)))
  const rimRoughness = medianOf(samples.map((i) => rough[i]))
  const dissimilarity = new Float32Array(bits.length)
  if (rimColours.length === 0) return dissimilarity
  for (let i = 0; i < dissimilarity.length; i++) {
    if (bits[i] === 0) continue
    const texture = clamp(rough[i] - 1.5 * rimRoughness, 0, 0.12)
    dissimilarity[i] = distanceToNearest(colourAt(colours, i), rimColours) + 1.2 * texture
  }
  return dissimilarity
}

/** Food with its gaps closed and holes filled, without crumbs; undefined if none is left. */
function cleanFood(raw: BinaryMask, radius: number): BinaryMask | undefined {
  const { width, height } = raw
  const mask = openMask(fillHoles(closeMask(raw, radius)), Math.max(1, radius >> 1))
  const { labels, areas } = labelComponents(mask, 1)
  areas[0] = 0
  const most = areas.reduce((a, b) => Math.max(a, b), 0)
  if (most === 0) return undefined
  return { bits: mask.bits.map((_, i) => (areas[labels[i]] >= MIN_FOOD_SHARE * most ? 1 : 0)), width, height }
}

/** A mask with an edge as soft as an alpha mask's, and without the corners that square windows leave. */
function smoothOutline({ bits, width, height }: BinaryMask, radius: number): Float32Array {
  const reach = Math.max(1, Math.round(radius))
  const blurred = boxMean(boxMean(new Float32Array(bits), width, height, reach), width, height, reach)
  return blurred.map((value) => smoothstep(0.5 - 0.6 / reach, 0.5 + 0.6 / reach, value))
}

/** Three numbers for each pixel. */
function coloursOf({ data, width, height }: Pixels): Float32Array {
  const colours = new Float32Array(3 * width * height)
  for (let i = 0; i < colours.length; i += 3) {
    const [light, redness, blueness] = opponentColour(data[i], data[i + 1], data[i + 2], 255)
    colours[i] = light
    colours[i + 1] = redness
    colours[i + 2] = blueness
  }
  return colours
}

const colourAt = (colours: Float32Array, i: number): OpponentColour => [
  colours[3 * i],
  colours[3 * i + 1],
  colours[3 * i + 2],
]

/** How much the lightness changes around each pixel. */
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
