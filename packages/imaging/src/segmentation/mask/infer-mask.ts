import sharp from 'sharp'
import type { Network } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** Side of the squares that cut-out networks were trained on. Pictures are stretched to them, whatever their shape. */
export const TRAINED_SIDE = 1024

/**
 * One inference of a cut-out network: the mask of a picture that is stretched to a square.
 *
 * @param picture RGB
 * @param side of the square; other than {@link TRAINED_SIDE} only for a network that takes any size
 * @param size of the mask; that of the picture by default
 */
export async function inferMask(
  { data: pixels, width: across, height: down }: Pixels,
  network: Network,
  side: number,
  { width, height }: { readonly width: number; readonly height: number } = { width: across, height: down },
): Promise<SoftMask> {
  const square = await sharp(pixels, { raw: { width: across, height: down, channels: 3 } })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
  const plane = side * side
  const input = new Float32Array(3 * plane)
  for (let i = 0; i < plane; i++) {
    for (let c = 0; c < 3; c++) input[c * plane + i] = (square[3 * i + c] - 128) / 256
  }
  const { data } = await network.run({ data: input, dims: [1, 3, side, side] })
  const mask = new Uint8Array(plane)
  for (let i = 0; i < plane; i++) mask[i] = Math.round(255 * clamp(data[i], 0, 1))
  return { alpha: await resizeMask({ alpha: mask, width: side, height: side }, { width, height }), width, height }
}
