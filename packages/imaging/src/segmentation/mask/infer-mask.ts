import sharp from 'sharp'
import type { Network } from '../../network-port.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Size } from '../../raster/geometry.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** What cut-out networks were taught on: pictures stretched to a square of this side, whatever their shape. */
export const TRAINED_SIDE = 1024

/**
 * The mask that a cut-out network gives a picture stretched to a square.
 *
 * @param picture RGB
 * @param side of the square; other than {@link TRAINED_SIDE} only for a network of any size
 * @param size of the mask; the picture's by default
 */
export async function inferMask(
  { data: pixels, width: across, height: down }: Pixels,
  network: Network,
  side: number,
  { width, height }: Size = { width: across, height: down },
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
  const alpha = await sharp(mask, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { alpha, width, height }
}
