import type { Networks } from '../network-port.ts'
import { scaleBox } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { inferCoarseMask } from '../segmentation/coarse-inference.ts'
import { detectObjects } from '../segmentation/witness/detect-objects.ts'
import { otherSideOfOutline } from './one-side-of-outline.ts'
import { partlyErased } from './partly-erased.ts'

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
