import { type ColourAnalysis, medianOf, strongestChange } from '../../colour/colour-analysis.ts'
import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import { convexHull } from '../../raster/masks/convex-hull.ts'
import { distanceTransform } from '../../raster/masks/distance-transform.ts'
import { findComponents } from '../../raster/masks/mask-components.ts'

/** Width of the bands on both sides of an outline, as a share of the long side, and their distance from it in pixels. */
const BAND = 0.03
const BAND_FROM = 1.2
/** Fewer pixels than these are no outline and no band. */
const MIN_OUTLINE = 5
const MIN_BAND = 10
/** Gradient from which an edge counts fully. */
const FULL_EDGE = 8
/** How far from the first mask an outline must be to be new, as a share of the long side. */
const NEW_OUTLINE = 0.012
const MIN_NEW_OUTLINE = 8
/** Deviation of the colour below which a surface is smooth, and from which a texture counts fully. */
const SMOOTH = 3
const FULL_TEXTURE = 15
/** Chroma and lightness that make one unit of a feature. */
const CHROMA_UNIT = 40
const LIGHT_UNIT = 100
/** The range of the growth of an area. */
const MAX_GROWTH = 5
/** A component with a smaller share of the picture is not counted, and not more than these are. */
const MIN_COMPONENT = 0.004
const MAX_COMPONENTS = 4

/** The inferences to which candidates are compared, as numbers of 0–1 in the size of the analysis. */
export interface Opinions {
  /** Of the cut-out network, on squares of several sides. */
  readonly predictions: readonly Float32Array[]
  /** Of the saliency network, if there is one. */
  readonly saliency: Float32Array | undefined
  /** Of the ware network, if there is one. */
  readonly ware?: Float32Array | undefined
}

/** What speaks for a candidate and against it. All are between 0 and 1 unless stated otherwise. */
export interface CandidateFeatures {
  /** How clear an edge the picture has along the outline, and along the part of it that the first mask does not have. */
  readonly edge: number
  readonly newEdge: number
  /** Of the band just inside the outline: chroma, lightness, and share that is smooth. */
  readonly innerChroma: number
  readonly innerLight: number
  readonly innerSmooth: number
  /** Texture of the band just outside. */
  readonly outerTexture: number
  /** Share of its convex hull. */
  readonly solidity: number
  /** Share of the picture's border that it covers. */
  readonly frame: number
  /** The highest overlap with a prediction, and the mean share of the predictions that it holds. */
  readonly bestOverlap: number
  readonly held: number
  /** Overlap with what stands out; the mean overlap with the predictions if there is no saliency network. */
  readonly salience: number
  /** Logarithm of its area in areas of the first mask, within ± ln 5. */
  readonly growth: number
  /** Number of its components less one, up to three. */
  readonly scatter: number
  /** Overlap with what the ware network sees, and how likely it is by that, at most 0; undefined if there is none. */
  readonly ware?: number
  readonly wareLikelihood?: number
}

/** A mask that could be the subject. */
export interface Candidate extends BinaryMask {
  /**
   * The first mask; a region grown around it; what the ware network suggests; what the colours in a box are; or another inference, by
   * its number.
   */
  readonly source: 'first' | 'grown' | 'ware' | 'parted' | number
  readonly features: CandidateFeatures
  /** The log odds against it in the box of a hint. */
  readonly off?: number
}

/** The mask that would be taken without candidates. */
export interface FirstCandidate extends BinaryMask {
  /** How far each pixel is from it. */
  readonly distances: Float32Array
}

export const firstCandidate = (mask: BinaryMask): FirstCandidate => ({
  ...mask,
  distances: distanceTransform(inverted(mask)),
})

/**
 * Measures a candidate for the subject.
 *
 * @param first the mask that would be taken without candidates
 * @returns undefined for a mask without an outline: the whole picture, or nothing
 */
export function candidateFeatures(
  analysis: ColourAnalysis,
  candidate: BinaryMask,
  first: FirstCandidate,
  { predictions, saliency, ware }: Opinions,
): CandidateFeatures | undefined {
  const { width, height } = candidate
  const { inner, outer, outline, area, frame } = outlineBands(candidate)
  if (outline.length < MIN_OUTLINE || inner.length < MIN_BAND || outer.length < MIN_BAND) return undefined
  const added = outline.filter((i) => first.distances[i] > NEW_OUTLINE * Math.max(width, height))
  const edge = edgeAlong(analysis, outline)
  const overlaps = predictions.map((prediction) => softOverlap(prediction, candidate.bits))
  const firstArea = Math.max(1, countBits(first))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    edge,
    newEdge: added.length > MIN_NEW_OUTLINE ? edgeAlong(analysis, added) : edge,
    innerChroma: medianOf(inner.map((i) => analysis.chroma[i])) / CHROMA_UNIT,
    innerLight: medianOf(inner.map((i) => analysis.channels[0][i])) / LIGHT_UNIT,
    innerSmooth: inner.filter((i) => analysis.texture[i] < SMOOTH).length / inner.length,
    outerTexture: Math.min(FULL_TEXTURE, medianOf(outer.map((i) => analysis.texture[i]))) / FULL_TEXTURE,
    solidity: area / countBits(convexHull(candidate)),
    frame,
    bestOverlap: Math.max(...overlaps.map(({ overlap }) => overlap)),
    held: mean(overlaps.map(({ held }) => held)),
    salience: saliency ? softOverlap(saliency, candidate.bits).overlap : mean(overlaps.map(({ overlap }) => overlap)),
    growth: Math.log(Math.min(MAX_GROWTH, Math.max(1 / MAX_GROWTH, area / firstArea))),
    scatter: scatterOf(candidate),
    ...(ware && {
      ware: softOverlap(ware, candidate.bits).overlap,
      wareLikelihood: wareLikelihood(ware, candidate),
    }),
  }
}

export function countBits({ bits }: BinaryMask): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += bits[i]
  return count
}

const inverted = (mask: BinaryMask): BinaryMask => ({ ...mask, bits: mask.bits.map((bit) => 1 - bit) })

/** The pixels along the outline within the frame and in the bands beside it, with the area and the share of the border. */
function outlineBands(mask: BinaryMask) {
  const { bits, width, height } = mask
  const inside = distanceTransform(mask)
  const outside = distanceTransform(inverted(mask))
  const reach = BAND * Math.max(width, height)
  const [inner, outer, outline]: [number[], number[], number[]] = [[], [], []]
  let [area, covered, border] = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const atBorder = x === 0 || y === 0 || x === width - 1 || y === height - 1
      if (atBorder) border++
      if (!bits[i]) {
        if (outside[i] > BAND_FROM && outside[i] < reach) outer.push(i)
        continue
      }
      area++
      if (atBorder) covered++
      if (inside[i] > BAND_FROM && inside[i] < reach) inner.push(i)
      const ends =
        (x > 0 && !bits[i - 1]) ||
        (x < width - 1 && !bits[i + 1]) ||
        (y > 0 && !bits[i - width]) ||
        (y < height - 1 && !bits[i + width])
      if (ends) outline.push(i)
    }
  }
  return { inner, outer, outline, area, frame: covered / border }
}

/** The mean of the strongest change beside each pixel, 0–1. */
function edgeAlong(analysis: ColourAnalysis, pixels: readonly number[]): number {
  const sum = pixels.reduce((all, i) => all + Math.min(FULL_EDGE, strongestChange(analysis, i, 1)), 0)
  return sum / pixels.length / FULL_EDGE
}

/** The intersection over union of two masks of 0–1, 0 for empty ones, and the share of the first within the other. */
export function softOverlap(mask: ArrayLike<number>, other: ArrayLike<number>): { overlap: number; held: number } {
  let [both, either, all] = [0, 0, 0]
  for (let i = 0; i < mask.length; i++) {
    both += Math.min(mask[i], other[i])
    either += Math.max(mask[i], other[i])
    all += mask[i]
  }
  return { overlap: both / Math.max(1, either), held: both / Math.max(1, all) }
}

function scatterOf(mask: BinaryMask): number {
  const areas = findComponents(mask, 1).areas.subarray(1)
  return Math.min(MAX_COMPONENTS, areas.filter((area) => area > MIN_COMPONENT * mask.bits.length).length) - 1
}

/** The ware network is taken to be no surer than this, so that a pixel in which it is wrong costs no more than a few others. */
const SUREST = 0.98

/**
 * How likely a mask is by what the ware network sees: the mean logarithm of the probability that a pixel belongs where the
 * mask has it. Unlike an overlap it forgives a mask where the network is unsure, as of a plate that it half sees.
 *
 * @param ware how likely each pixel is dish or ware, 0–1, of the mask's size
 * @returns 0 at best
 */
export function wareLikelihood(ware: Float32Array, { bits }: BinaryMask): number {
  let sum = 0
  for (let i = 0; i < bits.length; i++) {
    sum += Math.log(Math.min(SUREST, Math.max(1 - SUREST, bits[i] ? ware[i] : 1 - ware[i])))
  }
  return sum / bits.length
}
