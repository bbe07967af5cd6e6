import { analyseColours } from '../colour/colour-analysis.ts'
import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'

/** Long side of the copy on which food is weighed. */
const SIDE = 256
/** Distance from grey, and deviation of the colour, up to which a surface is bare ware, and from which it is food. */
const COLOURFUL = [8, 20] as const
const TEXTURED = [4, 10] as const
/** What bare ware weighs, so that a white dish still has a place. */
const WARE = 0.1

/**
 * Weighs the parts of a dish by how much they look like food: colourful or uneven. A smooth, grey or white surface is mostly its
 * ware. It takes some milliseconds, and says where most of the food is, not where it ends.
 *
 * @param photo RGB or RGBA of any size
 * @param dish mask of the dish with its ware, of any size
 * @returns 0–255, on a small copy
 * @example const weights = await weighFood(photo, subject)
 */
export async function weighFood(photo: Pixels, dish: SoftMask): Promise<SoftMask> {
  const copy = await makeAnalysisCopy(photo, SIDE)
  const { chroma, texture } = analyseColours(copy)
  const { data } = await maskPlane(dish, copy)
  const alpha = Uint8Array.from(data, (share, i) => {
    const food = Math.max(smoothstep(...COLOURFUL, chroma[i]), smoothstep(...TEXTURED, texture[i]))
    return Math.round(255 * share * (WARE + (1 - WARE) * food))
  })
  return { alpha, width: copy.width, height: copy.height }
}
