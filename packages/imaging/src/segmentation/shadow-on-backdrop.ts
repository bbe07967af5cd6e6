import { type BinaryMask, maskBits } from '../raster/masks/binary-mask.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import { dilate, erode, openMask } from '../raster/masks/morphology.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { highestAround } from '../raster/planes/highest-around.ts'

/** Brightest tone of a shadow's core, and the most by which the channels of its pixels differ, in codes. */
const BRIGHTEST = 215
const MOST_COLOUR = 12
/** Steepest slope within a shadow and at its outer edge, in codes a pixel. The rim of a dark plate is steeper. */
const SMOOTH = 14
/** Pixels along which a shadow fades into the backdrop, and within which the edge between shadow and dish lies. */
const FADE = 16
const BEYOND = 8
/** How much brighter the dish is than its shadow, in codes. */
const BRIGHTER = 20
/** Half the width of what is too thin for a shadow, in pixels, and its least share of the mask. */
const HALF_WIDTH = 2
const LEAST_SHARE = 0.004
/** Share of the edge towards the backdrop that fades, and share of the other edge at which the dish is brighter. */
const MOSTLY = { soft: 0.8, brighter: 0.7 }
/** The edge towards the backdrop, in lengths of the other one. What surrounds the whole dish is its plate. */
const LONGEST = 1.6

/**
 * The shadow that a dish casts on a blank backdrop, as far as a mask holds it: grey without texture, darker than the dish beside it,
 * and with an outer edge that fades while the edge towards the dish is sharp.
 *
 * @param mask of the dish, on which the shadow may be
 * @param backdrop the blank backdrop, of the same size
 * @returns the pixels of shadows, with the fading edges that the mask holds
 * @example const shadow = shadowOnBackdrop(small, { bits, width, height }, backdrop)
 */
export function shadowOnBackdrop({ data }: Pixels, mask: BinaryMask, backdrop: Uint8Array): Uint8Array {
  const { bits, width, height } = mask
  const channels = (i: number) => data.subarray(3 * i, 3 * i + 3)
  const mean = Float32Array.from(bits, (_, i) => (data[3 * i] + data[3 * i + 1] + data[3 * i + 2]) / 3)
  const tone = boxMean(mean, width, height, 1)
  const slope = tone.map((_, i) => Math.hypot(tone[i + 1] - tone[i - 1], tone[i + width] - tone[i - width]) / 2 || 0)
  const isSmooth = (i: number) =>
    bits[i] === 1 && slope[i] <= SMOOTH && Math.max(...channels(i)) - Math.min(...channels(i)) <= MOST_COLOUR
  const core = maskBits(bits.length, (i) => tone[i] <= BRIGHTEST && isSmooth(i))
  const { labels, count, areas } = labelComponents(openMask({ bits: core, width, height }, HALF_WIDTH), 1)
  const near = dilate({ bits: backdrop, width, height }, FADE).bits
  const least = LEAST_SHARE * bits.reduce((sum, bit) => sum + bit, 0)
  const found = new Uint8Array(bits.length)
  for (let label = 1; label <= count; label++) {
    const piece = { bits: maskBits(labels.length, (i) => labels[i] === label), width, height }
    if (areas[label] < least || !isShadow(piece, tone, slope, near)) continue
    const [wide, faded] = [dilate(piece, HALF_WIDTH).bits, dilate(piece, FADE).bits]
    const isFading = (i: number) => faded[i] === 1 && near[i] === 1 && slope[i] >= 1 && isSmooth(i)
    for (let i = 0; i < found.length; i++) if (bits[i] === 1 && (wide[i] === 1 || isFading(i))) found[i] = 1
  }
  return found
}

function isShadow(piece: BinaryMask, tone: Float32Array, slope: Float32Array, near: Uint8Array): boolean {
  let [outer, soft, inner, brighter] = [0, 0, 0, 0]
  const deep = erode(piece, 1).bits
  for (let i = 0; i < deep.length; i++) {
    if (piece.bits[i] === deep[i]) continue
    if (near[i] === 1) {
      outer++
      if (highestAround(slope, piece, i, BEYOND) <= SMOOTH) soft++
    } else {
      inner++
      if (highestAround(tone, piece, i, BEYOND) > tone[i] + BRIGHTER) brighter++
    }
  }
  return outer <= LONGEST * inner && soft > MOSTLY.soft * outer && brighter > MOSTLY.brighter * inner
}
