import { medianOf } from '../colour/colour-analysis.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { type AlphaModel, Term, Trimap } from './alpha-model.ts'
import { fitColourGuidedFilter } from './colour-guided-filter.ts'
import { type ColourPlanes, localMeanColours } from './local-mean-colours.ts'

/** Radius of the guided filter's window, as a share of the long side. */
const WINDOW_SHARE = 1 / 256

/**
 * Fits the model that draws a mask's outline along the edges of the picture: a trimap, the local colours of both sides,
 * the refined mask, and a guided filter over it.
 *
 * @param small the analysis copy, RGB, of the mask's size
 * @param enlargement how many times larger the picture is than the copy
 */
export function fitAlphaModel(small: Pixels, alpha: Uint8Array, enlargement: number): AlphaModel {
  const { width, height } = small
  const mask = new Float32Array(alpha).map((value) => value / 255)
  const colours = colourPlanes(small)
  const terms = new Float32Array(Term.count * mask.length)
  const share = boxMean(mask, width, height, 2)
  const trimap = Uint8Array.from(share, (inside) =>
    inside > 0.997 ? Trimap.foreground : inside < 0.003 ? Trimap.background : Trimap.unknown,
  )
  storeLocalColours(small, colours, mask, terms)
  const radius = Math.max(2, Math.round(Math.max(width, height) * WINDOW_SHARE))
  const refined = refineAlpha(small, mask, trimap, terms)
  fitColourGuidedFilter(colours, refined, { width, height, radius, enlargement }, terms)
  drawStraightOutlines(colours, mask, { width, height, trimap, terms }, enlargement)
  for (let i = 0; i < share.length; i++) terms[Term.count * i + Term.mixture] = 1 - smoothstep(0.86, 0.99, share[i])
  return { width, height, trimap, terms }
}

const colourPlanes = ({ data, width, height }: Pixels): ColourPlanes => {
  const channel = (c: number) => {
    const plane = new Float32Array(width * height)
    for (let i = 0; i < plane.length; i++) plane[i] = data[3 * i + c] / 255
    return plane
  }
  return [channel(0), channel(1), channel(2)]
}

/** Writes the local mean colours of what certainly is subject, and of what certainly is not, into the terms. */
function storeLocalColours(small: Pixels, colours: ColourPlanes, mask: Float32Array, terms: Float32Array): void {
  const share = boxMean(mask, small.width, small.height, 1)
  const target = { stride: Term.count, into: terms }
  const inside = share.map((value) => (value > 0.98 ? 1 : 0))
  localMeanColours(colours, inside, small, { ...target, at: Term.foreground })
  const outside = share.map((value) => (value < 0.02 ? 1 : 0))
  localMeanColours(colours, outside, small, { ...target, at: Term.background })
}

/**
 * Difference of colour (of 255) between both sides: below the first a mixture cannot be measured, above the second it
 * can.
 */
const CONTRAST = [24, 72] as const
/** The same difference in multiples of the background's noise: the threads of a coarse cloth look like mixtures. */
const CONTRAST_TO_NOISE = [3.5, 7] as const
/**
 * How far beyond the background's colour a lighter pixel lies before it is taken for a rim, as a share of the
 * difference.
 */
const BEYOND = [0.15, 0.5] as const
/** How far beside the line between both colours a mixture may lie, as a share of the difference. */
const BESIDE = 0.5
/** Radius in which the background's noise is measured, and the least noise assumed. */
const NOISE_RADIUS = 16
const MIN_NOISE = 3
/** A mask that is nearly 0 or nearly 1 is kept as it is; between these values refinement fades in. */
const UNDECIDED = [0.02, 0.12] as const

/**
 * Moves the outline of a mask to where the picture has it. A network draws an edge several pixels wide and up to two
 * pixels beside the real one. A pixel whose colour is a mixture of both sides tells the share of each by itself: this is
 * alpha by projection onto the line between foreground and background colour.
 *
 * @param mask 0–1
 * @param terms of the alpha model, with the local colours of both sides
 * @returns a new mask, 0–1; unchanged where colours do not separate the sides
 */
function refineAlpha(small: Pixels, mask: Float32Array, trimap: Uint8Array, terms: Float32Array): Float32Array {
  const result = new Float32Array(mask)
  const noise = backgroundNoise(small, mask, terms)
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] !== Trimap.unknown) continue
    const before = mask[i]
    const undecided = smoothstep(...UNDECIDED, before) * smoothstep(...UNDECIDED, 1 - before)
    const at = Term.count * i
    if (undecided === 0 || terms[at + Term.foreground] < 0 || terms[at + Term.background] < 0) continue
    const mixture = mixtureOf(small.data, 3 * i, terms, at)
    if (!mixture) continue
    const { share, beside, contrast, isLighter } = mixture
    // A dish darkens the table beside it. A lighter pixel where the dish is darker than the table belongs to a rim.
    const rim = isLighter ? smoothstep(...BEYOND, -share) : 0
    const unlikely = Math.max(rim, smoothstep(0.4 * BESIDE, BESIDE, beside))
    const clear = smoothstep(...CONTRAST, contrast) * smoothstep(...CONTRAST_TO_NOISE, contrast / noise[i])
    const weight = undecided * clear * (1 - unlikely)
    result[i] = before + weight * (clamp(share, 0, 1) - before)
  }
  return result
}

interface Mixture {
  /** Position on the line from background (0) to foreground colour (1). */
  readonly share: number
  /** Distance from that line, as a share of its length. */
  readonly beside: number
  /** Length of the line, 0–255. */
  readonly contrast: number
  /** Whether the pixel is lighter than the background. */
  readonly isLighter: boolean
}

/** How a pixel's colour lies between the local colours of both sides; undefined if these are the same. */
function mixtureOf(data: Uint8Array, from: number, terms: Float32Array, at: number): Mixture | undefined {
  let [length, along, square, lighter] = [0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const background = terms[at + Term.background + c]
    const difference = terms[at + Term.foreground + c] - background
    const here = data[from + c] - background
    length += difference * difference
    along += difference * here
    square += here * here
    lighter += here
  }
  if (length < 1) return undefined
  const share = along / length
  const beside = Math.sqrt(Math.max(0, square / length - share * share))
  return { share, beside, contrast: Math.sqrt(length), isLighter: lighter > 0 }
}

/** Deviation of certain background pixels from their local mean colour, 0–255. */
function backgroundNoise({ data, width, height }: Pixels, mask: Float32Array, terms: Float32Array): Float32Array {
  const squares = new Float32Array(mask.length)
  const counts = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const at = Term.count * i + Term.background
    if (mask[i] > UNDECIDED[0] || terms[at] < 0) continue
    counts[i] = 1
    for (let c = 0; c < 3; c++) squares[i] += (data[3 * i + c] - terms[at + c]) ** 2
  }
  const sum = boxMean(squares, width, height, NOISE_RADIUS)
  const count = boxMean(counts, width, height, NOISE_RADIUS)
  return sum.map((one, i) => Math.max(MIN_NOISE, Math.sqrt(one / Math.max(1e-3, count[i]))))
}

/** Radius of the window in which an outline has to be straight, and of those that measure its place and its softness. */
const STRAIGHT_RADIUS = 8
const PLACE_RADIUS = 2
const SOFTNESS_RADIUS = 6
/** How far the share of a mask in its window may be from that beside a straight line: straight, and not straight. */
const STRAIGHT = [0.1, 0.2] as const
/** The mean of alpha · (1 − alpha) across an edge is a sixth of its width. */
const WIDTH_OF_MEAN = 6
/** How far from one half the alpha of pixels is that are taken for the line itself. */
const ON_LINE = 0.1
/** How many times softer than usual an edge may be: what is softer is fur. */
const SOFTER = 1.5
/** Width in full-size pixels of the hardest edge. */
const HARD = 1.6

/**
 * Draws the straight parts of an outline by their place and softness alone, not by the colour of each pixel: the threads of a
 * cloth and the grains of a stone have the colour of the rim here and there, and would stay on it as fur. Corners and what is
 * thin still follow the colours. The place is that of the outline by colours, levelled over a few pixels.
 *
 * @param colours of the analysis copy, 0–1
 * @param mask of the network, 0–1
 * @param model its terms are changed
 * @param enlargement how many times larger the picture is than the copy
 */
function drawStraightOutlines(
  colours: ColourPlanes,
  mask: Float32Array,
  { trimap, terms, width, height }: AlphaModel,
  enlargement: number,
): void {
  const byColour = new Float32Array(mask.length)
  const mixture = new Float32Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    byColour[i] = trimap[i] === Trimap.unknown ? alphaAt(terms, colours, i) : trimap[i] === Trimap.foreground ? 1 : 0
    mixture[i] = byColour[i] * (1 - byColour[i])
  }
  const around = boxMean(mask, width, height, STRAIGHT_RADIUS)
  const place = boxMean(byColour, width, height, PLACE_RADIUS)
  const mixed = boxMean(mixture, width, height, SOFTNESS_RADIUS)
  const hardest = HARD / enlargement
  const softnessAt = (i: number) => Math.max(hardest, WIDTH_OF_MEAN * (2 * SOFTNESS_RADIUS + 1) * mixed[i])
  const onLine: number[] = []
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] === Trimap.unknown && Math.abs(place[i] - 0.5) < ON_LINE) onLine.push(softnessAt(i))
  }
  const softest = Math.max(SOFTER * medianOf(onLine), 2 * hardest)
  for (let i = 0; i < mask.length; i++) {
    if (trimap[i] !== Trimap.unknown) continue
    const softness = Math.min(softest, softnessAt(i))
    // Levelling makes an edge at least as wide as its window, and a soft one wider at its ends.
    const distance = (place[i] - 0.5) * Math.max(softness + 1, 2 * PLACE_RADIUS + 1)
    const bend = Math.abs(around[i] - 0.5 - distance / (2 * STRAIGHT_RADIUS + 1))
    const straight = 1 - smoothstep(...STRAIGHT, bend)
    if (straight === 0) continue
    const at = Term.count * i
    for (const colour of [Term.red, Term.green, Term.blue]) terms[at + colour] *= 1 - straight
    terms[at + Term.offset] += straight * (0.5 + distance / softness - terms[at + Term.offset])
  }
}

function alphaAt(terms: Float32Array, [red, green, blue]: ColourPlanes, i: number): number {
  const at = Term.count * i
  const sum = terms[at + Term.red] * red[i] + terms[at + Term.green] * green[i] + terms[at + Term.blue] * blue[i]
  return clamp(sum + terms[at + Term.offset], 0, 1)
}
