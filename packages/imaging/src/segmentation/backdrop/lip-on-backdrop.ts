import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { borderOf, fillHoles, labelComponents } from '../../raster/masks/mask-components.ts'
import { closeMask, dilate, openMask } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { isOnBlankBackdrop } from './erase-blank-backdrop.ts'
import { MOST_COLOUR, slopesOf, tonesOf } from './shadow-on-backdrop.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Steepest slope of a shadow that reaches the backdrop, in codes a pixel. Between a lip and the shadow under it there is a steeper one. */
const SMOOTH = 6
/** Half the width, in pixels, of what a shadow does not reach from its ends; the brightest tone of a lip. */
const HALF_LIP = 8
const BRIGHTEST = 235
/** Most that a lip is wide, as a share of the long side. What reaches farther is a thing of its own. */
const MOST_WIDE = 0.035
/** Half the width of the edges between a dish and its backdrop, in pixels, and within how many a lip lies beside the mask. */
const EDGE = 2
const BESIDE = 2 * EDGE + 1
/** The least share of the mask, and the fewest pixels. */
const LEAST = { share: 0.002, pixels: 60 }
/** By how much a lip is brighter than the shadow that lies beyond it. A shadow is darker than what lies beyond. */
const BRIGHTER = 20

/**
 * Adds the lip of a plate in a photo on white. A lip lies in the shade, and its upper edge is sharp, so the outline of a mask stops
 * there. Below it there is another sharp edge, to the darker shadow that the plate casts. From the border of the photo, the backdrop and
 * its shadows are reached without such an edge; what is not reached and lies along the mask is the lip.
 *
 * @param small RGB, of the mask's size
 * @returns the new alpha; that of the mask where the photo has no blank backdrop, or no such lip
 * @example const alpha = addLip(small, subject)
 */
export function addLip(small: Pixels, mask: SoftMask): Uint8Array {
  const { alpha, width, height } = mask
  if (!isOnBlankBackdrop(small)) return alpha
  const size = { width, height }
  const [brightness, colourfulness] = tonesOf(small.data)
  const tone = boxMean(brightness, width, height, 1)
  const slope = slopesOf(tone, width)
  const inside = { bits: maskBits(alpha.length, (i) => alpha[i] >= INSIDE), ...size }
  const isEven = (i: number) => inside.bits[i] === 0 && colourfulness[i] <= MOST_COLOUR && slope[i] <= SMOOTH
  const even = labelComponents(openMask({ bits: maskBits(alpha.length, isEven), ...size }, HALF_LIP), 1)
  const reached = new Set(borderOf(size).map((i) => even.labels[i]))
  reached.delete(0)
  const isLeft = (i: number) => inside.bits[i] === 0 && !reached.has(even.labels[i]) && brightness[i] < BRIGHTEST
  const lip = lipsIn(openMask({ bits: maskBits(alpha.length, isLeft), ...size }, EDGE), inside, tone)
  if (!lip.bits.includes(1)) return alpha
  const whole = { bits: maskBits(alpha.length, (i) => inside.bits[i] === 1 || lip.bits[i] === 1), ...size }
  const closed = fillHoles(closeMask(whole, BESIDE)).bits
  // The soft edge of the mask beside a lip goes with it.
  const seam = dilate(lip, BESIDE).bits
  return alpha.map((value, i) => (closed[i] === 1 && (inside.bits[i] === 0 || seam[i] === 1) ? 255 : value))
}

/** The pieces that lie along a mask, are narrow, and are brighter than what lies beyond them. */
function lipsIn(left: BinaryMask, inside: BinaryMask, tone: Float32Array): BinaryMask {
  const { labels, areas } = labelComponents(left, 1)
  const side = Math.max(left.width, left.height)
  const near = dilate(inside, BESIDE).bits
  const within = dilate(inside, Math.ceil(MOST_WIDE * side)).bits
  const [touching, wide] = [new Set<number>(), new Set<number>()]
  labels.forEach((label, i) => {
    if (near[i] === 1) touching.add(label)
    if (within[i] === 0) wide.add(label)
  })
  const least = Math.max(LEAST.pixels, LEAST.share * inside.bits.reduce((sum, bit) => sum + bit, 0))
  const isLip = (label: number) => {
    if (label === 0 || !touching.has(label) || wide.has(label) || areas[label] < least) return false
    const piece = { ...left, bits: maskBits(labels.length, (i) => labels[i] === label) }
    const around = dilate(piece, BESIDE).bits
    const [own, beyond] = [
      meanWhere(tone, piece.bits),
      meanWhere(
        tone,
        around.map((bit, i) => bit & ~near[i] & ~left.bits[i] & 1),
      ),
    ]
    return own - beyond > BRIGHTER
  }
  const lips = new Set([...touching].filter(isLip))
  return { ...left, bits: maskBits(labels.length, (i) => lips.has(labels[i])) }
}

/** The mean of a plane where bits are set; infinite where none is, so that nothing is darker. */
function meanWhere(plane: Float32Array, bits: Uint8Array): number {
  let [sum, count] = [0, 0]
  bits.forEach((bit, i) => {
    sum += bit * plane[i]
    count += bit
  })
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count
}
