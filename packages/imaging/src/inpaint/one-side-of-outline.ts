import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../raster/masks/binary-mask.ts'
import { dilate, erode } from '../raster/masks/morphology.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'

/** A subject as a mask, with the boxes of things that a detector saw, in the mask's pixels. */
export interface SeenAround extends SoftMask {
  readonly objects?: readonly { readonly box: Box }[]
}

/** Width of the ring around a hole that says where it lies, as a share of the long side. */
const RING = 0.02
/** Share of the ring from which a hole lies inside the subject; from one less this share, outside. */
const CLEARLY = 0.72
/** How wrong the outline of a subject may be, as a share of the long side. */
const RIM = 0.008
/** A hole that covers this share of a thing is there to remove it. */
const REMOVED_SHARE = 0.5
/** With fewer pixels to copy from than this share of the hole's, everything may be copied. */
const LEAST_SOURCES = 0.5

/**
 * What a hole must not be filled from. A hole in the background is not filled from the dish, and one in the dish not from
 * the background: a dish grows no ear. A hole across the outline may take from both sides. Of a thing that is mostly
 * inside the hole the rest is not copied, so that it does not grow again.
 *
 * @param hole pixels above 0, of the picture's size
 * @param around on a copy of the picture of any size
 * @returns pixels above 0 are not copied, in the picture's size; undefined if all may be
 */
export function otherSideOfOutline(hole: Uint8Array, picture: Size, around: SeenAround): Uint8Array | undefined {
  const small = holeOn(hole, picture, around)
  const avoided = maskBits(small.bits.length, () => false)
  for (const part of [sideToAvoid(small, around), remainders(small, around.objects ?? [])]) {
    part?.forEach((bit, i) => {
      if (bit === 1 && small.bits[i] === 0) avoided[i] = 1
    })
  }
  const [holes, left] = [count(small.bits), small.bits.length - count(small.bits) - count(avoided)]
  if (count(avoided) === 0 || left < LEAST_SOURCES * holes) return undefined
  return enlarge({ ...small, bits: avoided }, picture)
}

/** The hole on the copy of a mask: every pixel that it touches. */
export function holeOn(hole: Uint8Array, picture: Size, { width, height }: Size): BinaryMask {
  const bits = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < picture.height; y++) {
    const row = Math.floor(((y + 0.5) / picture.height) * height) * width
    for (let x = 0; x < picture.width; x++, i++) {
      if (hole[i] !== 0) bits[row + Math.floor(((x + 0.5) / picture.width) * width)] = 1
    }
  }
  return { bits, width, height }
}

/** The other side of the subject's outline, without the rim of which it is not known where it belongs. */
function sideToAvoid(hole: BinaryMask, { alpha, width, height }: SoftMask): Uint8Array | undefined {
  const long = Math.max(width, height)
  const near = dilate(hole, Math.max(2, Math.round(RING * long))).bits
  let [ring, inside] = [0, 0]
  for (let i = 0; i < near.length; i++) {
    if (near[i] === 0 || hole.bits[i] === 1) continue
    ring++
    if (alpha[i] >= 128) inside++
  }
  if (ring === 0) return undefined
  const subject = { bits: maskBits(alpha.length, (i) => alpha[i] >= 128), width, height }
  const rim = Math.max(1, Math.round(RIM * long))
  if (inside >= CLEARLY * ring) return erode(subject, rim).bits.map((bit) => 1 - bit)
  return inside <= (1 - CLEARLY) * ring ? dilate(subject, rim).bits : undefined
}

/** The boxes of the things that the hole mostly covers. */
function remainders({ bits, width, height }: BinaryMask, objects: NonNullable<SeenAround['objects']>): Uint8Array {
  const rest = new Uint8Array(bits.length)
  for (const { box } of objects) {
    const right = clamp(box.left + box.width, 0, width)
    const bottom = clamp(box.top + box.height, 0, height)
    let covered = 0
    for (let y = box.top; y < bottom; y++) covered += count(bits.subarray(y * width + box.left, y * width + right))
    if (covered < REMOVED_SHARE * box.width * box.height) continue
    for (let y = box.top; y < bottom; y++) rest.fill(1, y * width + box.left, y * width + right)
  }
  return rest
}

const count = (bits: Uint8Array): number => {
  let sum = 0
  for (const bit of bits) sum += bit
  return sum
}

function enlarge({ bits, width, height }: BinaryMask, picture: Size): Uint8Array {
  const large = new Uint8Array(picture.width * picture.height)
  for (let y = 0, i = 0; y < picture.height; y++) {
    const row = Math.floor(((y + 0.5) / picture.height) * height) * width
    for (let x = 0; x < picture.width; x++, i++) large[i] = bits[row + Math.floor(((x + 0.5) / picture.width) * width)]
  }
  return large
}
