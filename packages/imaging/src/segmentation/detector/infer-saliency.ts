import type { Network } from '../../network-port.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { planarTensor, stretchToSquare } from '../network-input.ts'

/** Side of the squares that the network was trained on. */
const TRAINED_SIDE = 320
/** Where the highest value is above the lowest by less than this, nothing stands out. */
const MIN_RANGE = 0.1

/**
 * What stands out of a picture, by a U²-Net (Qin et al. 2020). It is mostly right about what belongs to the subject, and
 * coarse at the outline.
 *
 * @param analysisCopy RGB
 * @param network for the use `saliency`
 * @returns a mask of the picture's size, stretched so that it reaches from 0 to 255; all 0 where nothing stands out
 * @example const { alpha } = await inferSaliency(analysisCopy, network)
 */
export async function inferSaliency(analysisCopy: Pixels, network: Network): Promise<SoftMask> {
  const { width, height } = analysisCopy
  const square = await stretchToSquare(analysisCopy, TRAINED_SIDE)
  const input = planarTensor(square, TRAINED_SIDE, (value) => (value - 128) / 256)
  const { data } = await network.run(input)
  const highest = data.reduce((most, value) => Math.max(most, value), 0)
  const lowest = data.reduce((least, value) => Math.min(least, value), 1)
  const range = highest - lowest
  if (range < MIN_RANGE) return { alpha: new Uint8Array(width * height), width, height }
  const alpha = Uint8Array.from(data, (value) => Math.round((255 * (value - lowest)) / range))
  return {
    alpha: await resizeMask({ alpha, width: TRAINED_SIDE, height: TRAINED_SIDE }, { width, height }),
    width,
    height,
  }
}
