import type { Network } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { planarTensor, stretchToSquare } from '../network-input.ts'

/** Side of the squares that cut-out networks were trained on. Pictures are stretched to them, whatever their shape. */
export const TRAINED_SIDE = 1024

/** The side of the squares that a network of one size takes. */
export const sideOf = ({ side = TRAINED_SIDE }: Network): number => side

/**
 * One inference of a cut-out network: the mask of a picture that is stretched to a square.
 *
 * @param picture RGB
 * @param side of the square; other than {@link sideOf} only for a network that takes any size
 * @param size of the mask; that of the picture by default
 */
export async function inferMask(
  picture: Pixels,
  network: Network,
  side: number,
  { width, height }: { readonly width: number; readonly height: number } = picture,
): Promise<SoftMask> {
  const square = await stretchToSquare(picture, side)
  const { data } = await network.run(planarTensor(square, side, (value) => (value - 128) / 256))
  const plane = side * side
  const mask = new Uint8Array(plane)
  for (let i = 0; i < plane; i++) mask[i] = Math.round(255 * clamp(data[i], 0, 1))
  return { alpha: await resizeMask({ alpha: mask, width: side, height: side }, { width, height }), width, height }
}
