import type { Networks } from '../network-port.ts'
import { type Box, type Size, scaleBox } from '../raster/geometry.ts'
import type { BinaryMask } from '../raster/masks/binary-mask.ts'
import { maskBox } from '../raster/masks/mask-box.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { inferCoarseMask } from '../segmentation/coarse-inference.ts'
import { detectObjects } from '../segmentation/detector/detect-objects.ts'
import { holeOn, otherSideOfOutline, type SeenAround } from './one-side-of-outline.ts'

/** Below this confidence of the mask, nobody knows where the dish ends. */
const MIN_CONFIDENCE = 0.3

/**
 * Looks at a picture for what an area must not be filled from: the other side of the dish's outline, and what is left of a
 * thing that the area removes. The dish is found roughly, which takes a fraction of a second.
 *
 * @param hole pixels above 0 will be filled; of the picture's size
 * @returns `excluded`: pixels above 0 are not copied, and undefined if all may be. `partlyErased`: the box of a thing of
 *   which the area erases only a part. Without a network, neither.
 */
export async function lookAroundHole(
  pixels: Pixels,
  hole: Uint8Array,
  networks: Networks,
): Promise<{
  readonly excluded?: Uint8Array | undefined
  readonly partlyErased?: ReturnType<typeof partlyErased>
}> {
  if (hole.every((value) => value === 0)) return {}
  const [cutout, detector] = [await networks.find('cutout'), await networks.find('detect')]
  if (!cutout) return {}
  const copy = await makeAnalysisCopy(pixels)
  const { alpha, confidence, ...size } = await inferCoarseMask(copy, cutout)
  const seen = detector ? await detectObjects(copy, detector) : []
  const around = {
    alpha: confidence < MIN_CONFIDENCE ? new Uint8Array(alpha.length) : alpha,
    objects: seen.map(({ box }) => ({ box: scaleBox(box, copy, size) })),
    width: size.width,
    height: size.height,
  }
  return {
    excluded: otherSideOfOutline(hole, pixels, around),
    partlyErased: partlyErased(hole, pixels, around),
  }
}

/** A hole with at least this share of its pixels on a thing is meant for it. */
const MEANT = 0.5
/** Of a thing, as the hole's extent on it: from the first share on more than a spot is removed, from the second all of it. */
const MORE_THAN_A_SPOT = 0.3
const ALL = 0.75
/** A thing that covers more than this share of the picture is what the picture is of, and is not erased. */
const LARGEST = 0.6

/**
 * The thing of which a hole erases only a part, so that half a cup would stay: the dish, or what a detector saw. Of several,
 * the smallest.
 *
 * @param hole pixels above 0, of the picture's size
 * @param around on a copy of the picture of any size
 * @returns its box in fractions of the picture's sides; undefined if the hole erases whole things or touches one up
 * @example partlyErased(boxArea(photo, leftHalfOfTheCup), photo, { alpha, width, height, objects })
 */
export function partlyErased(
  hole: Uint8Array,
  picture: Size,
  around: SeenAround,
): Readonly<Record<'x' | 'y' | 'width' | 'height', number>> | undefined {
  const small = holeOn(hole, picture, around)
  const dish = maskBox(around.alpha, around, 128)
  const things = [...(around.objects ?? []).map(({ box }) => box), ...(dish ? [dish] : [])]
    .filter(({ width, height }) => width * height <= LARGEST * around.width * around.height)
    .map((box) => ({ box, share: erasedShare(small, box) }))
    .filter(({ share }) => share >= MORE_THAN_A_SPOT)
  if (things.some(({ share }) => share >= ALL)) return undefined
  const [thing] = things.map(({ box }) => box).sort((a, b) => a.width * a.height - b.width * b.height)
  return (
    thing && {
      x: thing.left / around.width,
      y: thing.top / around.height,
      width: thing.width / around.width,
      height: thing.height / around.height,
    }
  )
}

/** The share of a thing's box that the extent of the hole covers; 0 for a hole that is meant for something else. */
function erasedShare({ bits, width, height }: BinaryMask, box: Box): number {
  const on = new Uint8Array(bits.length)
  let [inside, all] = [0, 0]
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] === 0) continue
    all++
    const [x, y] = [(i % width) - box.left, Math.floor(i / width) - box.top]
    if (x < 0 || x >= box.width || y < 0 || y >= box.height) continue
    inside++
    on[i] = 255
  }
  const extent = inside >= MEANT * all ? maskBox(on, { width, height }, 128) : undefined
  return extent ? (extent.width * extent.height) / (box.width * box.height) : 0
}
