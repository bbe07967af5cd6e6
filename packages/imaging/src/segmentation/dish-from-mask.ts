import { type BinaryMask, dilate, maskBits, openMask } from '../raster/masks/binary-mask.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Dish } from './dish.ts'

/** What is thinner than this share of the short side sticks out of a dish: chopsticks, handles, stems. */
const THIN = 0.03

/**
 * The box of a subject's mask, thin things left aside, and the middle of its mass.
 *
 * @param mask in its own pixels
 * @returns undefined where the mask is empty
 */
export function dishFromMask(subject: SoftMask): Dish | undefined {
  const mask = binaryMask(subject)
  return boxOf(openMask(mask, thinRadius(mask))) ?? boxOf(mask)
}

/**
 * A coarse mask with what is thin in it as wide as it may be: of a handle or a spoon such a mask often shows only one edge.
 *
 * @param mask in its own pixels
 * @returns 0 or 255
 */
export function widenThinParts(subject: SoftMask): SoftMask {
  const mask = binaryMask(subject)
  const { bits, width, height } = mask
  const radius = thinRadius(mask)
  const body = openMask(mask, radius)
  const thin = { bits: maskBits(bits.length, (i) => bits[i] === 1 && body.bits[i] === 0), width, height }
  const wide = dilate(thin, radius)
  return { alpha: bits.map((bit, i) => 255 * (bit | wide.bits[i])), width, height }
}

const binaryMask = ({ alpha, width, height }: SoftMask): BinaryMask => ({
  bits: maskBits(alpha.length, (i) => alpha[i] >= 128),
  width,
  height,
})

const thinRadius = ({ width, height }: BinaryMask) => Math.max(1, Math.round((THIN / 2) * Math.min(width, height)))

function boxOf({ bits, width, height }: BinaryMask): Dish | undefined {
  const box = maskBox(bits, { width, height }, 1)
  if (!box) return undefined
  let [count, across, down] = [0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (bits[i] === 0) continue
      count++
      across += x + 0.5
      down += y + 0.5
    }
  }
  return { ...box, focus: { x: across / count, y: down / count } }
}
