import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { dilate, erode, openMask } from '../../raster/masks/morphology.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { highestAround } from '../../raster/planes/highest-around.ts'

/** Brightest tone of a shadow's core, and the most by which the channels of its pixels differ, in codes. */
const BRIGHTEST = 215
export const MOST_COLOUR = 12
/** Steepest slope within a shadow and at its outer edge, in codes a pixel. The rim of a dark plate is steeper. */
const SMOOTH = 14
/** Pixels along which a shadow fades into the backdrop. */
const FADE = 16
/** Half the width of what is too thin for a shadow, in pixels. */
const HALF_WIDTH = 2
/** Least and most of a mask that is its shadow. */
const SHARE = [0.004, 0.3] as const
/** Pixels within which the edge between shadow and dish lies, how far beyond the tone of the dish is taken, and how much brighter it is. */
const EDGE_REACH = 4
const BEYOND = 8
const BRIGHTER = 20
/** Share of the other edge at which the dish must be brighter. */
const MOSTLY = 0.7
/** Pixels within which a shadow would touch the backdrop instead of fading, and the share of that edge that must fade. */
const TOUCHING = 5
const LEAST_SOFT = 0.8
/** Most of a mask's outline that one shadow takes up. What surrounds the whole dish is its plate. */
const MOST_OF_OUTLINE = 0.65

/** Least slope where a shadow fades. The rim of a plate beside it is flat. */
const FADING = 1

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
  const [brightness, colourfulness] = tonesOf(data)
  const tone = boxMean(brightness, width, height, 1)
  const slope = slopesOf(tone, width)
  const isSmooth = (i: number) => bits[i] === 1 && colourfulness[i] <= MOST_COLOUR && slope[i] <= SMOOTH
  const core = maskBits(bits.length, (i) => isSmooth(i) && tone[i] <= BRIGHTEST)
  const { labels, count, areas } = labelComponents(openMask({ bits: core, width, height }, HALF_WIDTH), 1)
  const size = bits.reduce((sum, bit) => sum + bit, 0)
  const [nearBackdrop, atBackdrop] = [FADE, TOUCHING].map(
    (reach) => dilate({ bits: backdrop, width, height }, reach).bits,
  )
  const scene = { mask, tone, slope, outline: outlineOf(mask), nearBackdrop, atBackdrop }
  const found = new Uint8Array(bits.length)
  for (let label = 1; label <= count; label++) {
    if (areas[label] < SHARE[0] * size || areas[label] > SHARE[1] * size) continue
    const piece = { bits: maskBits(labels.length, (i) => labels[i] === label), width, height }
    if (!isShadow(piece, scene)) continue
    const [wide, faded] = [dilate(piece, HALF_WIDTH).bits, dilate(piece, FADE).bits]
    const isFading = (i: number) => faded[i] === 1 && nearBackdrop[i] === 1 && isSmooth(i) && slope[i] >= FADING
    for (let i = 0; i < found.length; i++) if (bits[i] === 1 && (wide[i] === 1 || isFading(i))) found[i] = 1
  }
  return found
}

interface Scene {
  readonly mask: BinaryMask
  /** Mean of the three channels, 0–255, and its change from pixel to pixel. */
  readonly tone: Float32Array
  readonly slope: Float32Array
  /** The outermost pixels of the mask. */
  readonly outline: Uint8Array
  /** Where a shadow may fade into the backdrop, and where it would touch it. */
  readonly nearBackdrop: Uint8Array
  readonly atBackdrop: Uint8Array
}

function isShadow(piece: BinaryMask, { mask, tone, slope, outline, nearBackdrop, atBackdrop }: Scene): boolean {
  const faded = dilate(piece, FADE).bits
  let [all, own] = [0, 0]
  for (let i = 0; i < outline.length; i++) {
    all += outline[i]
    own += outline[i] & faded[i]
  }
  if (own === 0 || own > MOST_OF_OUTLINE * all) return false
  let [soft, hard, unclear, brighter] = [0, 0, 0, 0]
  const border = outlineOf(piece)
  for (let i = 0; i < border.length; i++) {
    if (border[i] === 0) continue
    if (atBackdrop[i] === 1) hard++
    else if (highestAround(slope, mask, i, EDGE_REACH) > SMOOTH) {
      if (highestAround(tone, mask, i, BEYOND) > tone[i] + BRIGHTER) brighter++
      else unclear++
    } else if (nearBackdrop[i] === 1) soft++
    else unclear++
  }
  return soft > LEAST_SOFT * (soft + hard) && brighter > MOSTLY * (brighter + unclear)
}

const outlineOf = (mask: BinaryMask): Uint8Array => {
  const inside = erode(mask, 1).bits
  return mask.bits.map((bit, i) => bit & ~inside[i] & 1)
}

/** The mean of the channels of each pixel, and the most by which they differ. */
export function tonesOf(data: Uint8Array): [brightness: Float32Array, colourfulness: Float32Array] {
  const count = data.length / 3
  const [brightness, colourfulness] = [new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
    brightness[i] = (r + g + b) / 3
    colourfulness[i] = Math.max(r, g, b) - Math.min(r, g, b)
  }
  return [brightness, colourfulness]
}

/** The change of each pixel's tone across and down, by central differences. */
export function slopesOf(tone: Float32Array, width: number): Float32Array {
  const slope = new Float32Array(tone.length)
  for (let i = width; i < tone.length - width; i++) {
    const x = i % width
    if (x > 0 && x < width - 1) slope[i] = Math.hypot(tone[i + 1] - tone[i - 1], tone[i + width] - tone[i - width]) / 2
  }
  return slope
}
