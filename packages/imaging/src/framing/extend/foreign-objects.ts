import type { Box } from '../../raster/geometry.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { DetectedObject } from '../../segmentation/detector/detect-objects.ts'

/** A dish as a mask, with what a detector recognised around it, with boxes in the mask's pixels. */
export interface Surroundings extends SoftMask {
  readonly objects?: readonly DetectedObject[]
}

/** Pixels with at least this much of the mask belong to the dish. */
export const DISH_FROM = 24
/** An object of which the dish covers less than this share is something else. */
const OWN_SHARE = 0.3
/** A box of more than this share of the picture is the scene, not a thing in it. */
const SCENE_SHARE = 0.6
/** How far the edge of a dish and its contact shadow reach beyond its mask, as a share of the long side. */
const RIM = 0.02

/** What a detector recognised beside the dish: a cup, cutlery, another bowl. */
export function foreignObjects(around: Surroundings): DetectedObject[] {
  return (around.objects ?? []).filter(
    ({ label, box }) =>
      label !== 'dining table' &&
      box.width * box.height < SCENE_SHARE * around.width * around.height &&
      shareOfDish(around, box) < OWN_SHARE,
  )
}

function shareOfDish({ alpha, width }: SoftMask, box: Box): number {
  let count = 0
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) if (alpha[y * width + x] >= 128) count++
  }
  return count / (box.width * box.height)
}

/** How much of another thing counts for the colours of a surface: it dissolves at a border, and hardly tints the rest. */
const OBJECT_COUNTS = 32

/** What of a picture is its surface: 255 there, 0 on the dish with its rim, and hardly more on other things. */
export function copyableSurface(around: Surroundings): SoftMask {
  const { alpha, width, height } = around
  const dish = { bits: maskBits(alpha.length, (i) => alpha[i] >= DISH_FROM), width, height }
  const { bits } = dilate(dish, Math.round(RIM * Math.max(width, height)))
  const surface = bits.map((bit) => 255 * (1 - bit))
  for (const { box } of foreignObjects(around)) {
    for (let y = box.top; y < box.top + box.height; y++) {
      for (let i = y * width + box.left; i < y * width + box.left + box.width; i++) {
        surface[i] = Math.min(surface[i], OBJECT_COUNTS)
      }
    }
  }
  return { alpha: surface, width, height }
}
