import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { type Box, growBox, holds } from '../../raster/geometry.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { distanceTransform } from '../../raster/masks/distance-transform.ts'
import { maskBox } from '../../raster/masks/mask-box.ts'
import { bitsOfComponents, countInComponents, findComponents } from '../../raster/masks/mask-components.ts'
import { BOX_PLAY } from '../hint-places.ts'

/** Half the broadest neck between the subject and another thing, as a share of the short side of the box. */
const NECK = 0.1
/** What a side of the subject costs in log odds for each box that it lies off, beyond the play and up to so much of a box. */
const OFF = { cost: 40, most: 0.3 }
/** What has a smaller share of the largest thing is a scrap. */
const SCRAP = 0.02

/**
 * Limits a mask to the box that somebody drew around the subject. Another thing that reaches into the box is cut off where it is no
 * broader than a neck, and what is left outside, by more than the play of the box, goes.
 *
 * @param box in pixels of the mask
 * @returns the mask in the box, and what speaks against it: how far the sides of the mask without that thing are from those of
 *   the box, in log odds
 */
export function limitToBox(mask: BinaryMask, box: Box): BinaryMask & { readonly off: number } {
  const { width } = mask
  const area = growBox(box, BOX_PLAY * box.width, BOX_PLAY * box.height, mask)
  const inside = maskBits(mask.bits.length, (i) => holds(area, i % width, Math.floor(i / width)))
  const alone = withoutNeighbours(mask, inside, NECK * Math.min(box.width, box.height))
  const bits = maskBits(inside.length, (i) => alone[i] === 1 && inside[i] === 1)
  return { ...mask, bits, off: sidesOff({ ...mask, bits: alone }, box) }
}

/** A mask without the things that go on outside, if they come apart from the largest inside when thinned. */
function withoutNeighbours(mask: BinaryMask, inside: Uint8Array, broadest: number): Uint8Array {
  const masked = (isIn: (i: number) => boolean) => ({ ...mask, bits: maskBits(inside.length, isIn) })
  const depth = distanceTransform(mask)
  for (let thinned = 1; thinned <= broadest; thinned++) {
    const cores = findComponents(
      masked((i) => depth[i] > thinned),
      1,
    )
    const within = countInComponents(cores, (i) => inside[i] === 1)
    const beyond = countInComponents(cores, (i) => inside[i] === 0)
    within[0] = 0
    const main = within.indexOf(Math.max(...within))
    if (main === 0) break
    if (beyond[main] > 0) continue
    const others = beyond.map((count) => Math.min(1, count))
    if (!others.includes(1)) break
    const distanceTo = (chosen: ArrayLike<number>) => {
      const core = bitsOfComponents(cores, chosen, inside.length)
      return distanceTransform(masked((i) => core[i] === 0))
    }
    const [toMain, toOthers] = [distanceTo(within.map((_, label) => (label === main ? 1 : 0))), distanceTo(others)]
    return maskBits(inside.length, (i) => mask.bits[i] === 1 && toMain[i] <= toOthers[i])
  }
  return mask.bits
}

/** How strongly a drawn box speaks against a mask, in log odds: 0 if their sides are close. Scraps do not count. */
export function sidesOff(mask: BinaryMask, drawn: Box): number {
  const things = findComponents(mask, 1)
  const least = SCRAP * Math.max(0, ...things.areas.subarray(1))
  const isThing = things.areas.map((area) => Number(area >= least))
  const own = maskBox(bitsOfComponents(things, isThing, mask.bits.length), mask, 1)
  if (!own) return Number.POSITIVE_INFINITY
  const sides = [
    (own.left - drawn.left) / drawn.width,
    (own.left + own.width - drawn.left - drawn.width) / drawn.width,
    (own.top - drawn.top) / drawn.height,
    (own.top + own.height - drawn.top - drawn.height) / drawn.height,
  ]
  return sides.reduce((sum, off) => sum + OFF.cost * clamp(Math.abs(off) - BOX_PLAY, 0, OFF.most), 0)
}
