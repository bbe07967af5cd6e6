import { type BinaryMask, dilate, maskBits } from '../../raster/masks/binary-mask.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** A missing corner is at most this share of the photo. A larger one may be a table of the plate's colour. */
const MAX_SHARE = 0.01
/** Pixels beside an outline that its softness reaches, and pixels after them whose mean colour is compared. */
const SOFT = 2
const BAND = 6
/** Difference of the mean colours (of 255) on both sides of an outline from which there is an edge. */
const MIN_CONTRAST = 14

/**
 * Fills the corners of a photo that a mask leaves out although the dish goes on there: small pieces between two borders whose
 * colour is that of the dish beside them. A network that sees a plate as round cuts such corners off where the photo shows
 * nothing but plate.
 *
 * @param small RGB, of the mask's size
 * @returns the new alpha; that of the mask where no such corner is missing
 * @example const alpha = fillCorners(small, subject)
 */
export function fillCorners(small: Pixels, mask: SoftMask): Uint8Array {
  const { width, height } = mask
  const bits = thresholdMask(mask, INSIDE)
  const corners = [0, width - 1, (height - 1) * width, height * width - 1]
  const missing = corners
    .map((corner) => missingPiece(bits, corner))
    .filter((piece) => piece !== undefined)
    .filter((piece) => isOfDishColour(small, bits, piece))
  if (missing.length === 0) return mask.alpha
  const alpha = new Uint8Array(mask.alpha)
  for (const piece of missing) {
    // The soft edge beside the piece is no outline either.
    const filled = dilate(piece, SOFT).bits
    for (let i = 0; i < alpha.length; i++) if (filled[i] === 1) alpha[i] = 255
  }
  return alpha
}

/** The small piece outside of a mask that holds a corner; undefined if there is none. */
function missingPiece({ bits, width, height }: BinaryMask, corner: number): BinaryMask | undefined {
  const piece = new Uint8Array(bits.length)
  const reached: number[] = []
  const reach = (i: number): void => {
    if (bits[i] === 1 || piece[i] === 1) return
    piece[i] = 1
    reached.push(i)
  }
  reach(corner)
  for (const i of reached) {
    if (reached.length > MAX_SHARE * bits.length) return undefined
    const x = i % width
    if (x > 0) reach(i - 1)
    if (x < width - 1) reach(i + 1)
    if (i >= width) reach(i - width)
    if (i < bits.length - width) reach(i + width)
  }
  return reached.length > 0 ? { bits: piece, width, height } : undefined
}

/** Whether the colours on both sides of the outline of a piece are alike. */
function isOfDishColour({ data }: Pixels, subject: BinaryMask, piece: BinaryMask): boolean {
  const { width, height } = piece
  const inverse = { bits: maskBits(piece.bits.length, (i) => piece.bits[i] === 0), width, height }
  const band = (from: BinaryMask, of: Uint8Array): number[] | undefined => {
    const [near, far] = [dilate(from, SOFT).bits, dilate(from, SOFT + BAND).bits]
    const sum = [0, 0, 0, 0]
    for (let i = 0; i < of.length; i++) {
      if (of[i] === 0 || far[i] === 0 || near[i] === 1) continue
      for (let c = 0; c < 3; c++) sum[c] += data[3 * i + c]
      sum[3]++
    }
    return sum[3] === 0 ? undefined : sum.slice(0, 3).map((value) => value / sum[3])
  }
  const [dish, corner] = [band(piece, subject.bits), band(inverse, piece.bits)]
  // A piece that is as narrow as the softness of an outline has no colour of its own.
  if (!dish || !corner) return dish !== undefined
  return Math.hypot(...dish.map((value, c) => value - corner[c])) < MIN_CONTRAST
}
