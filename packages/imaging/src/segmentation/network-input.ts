import sharp from 'sharp'
import type { Tensor } from '../network-port.ts'
import type { Pixels } from '../raster/pixels.ts'

/**
 * A picture as networks of squares take it: stretched, whatever its shape, because they are trained that way.
 *
 * @param picture RGB
 * @returns RGB, pixel by pixel
 */
export const stretchToSquare = ({ data, width, height }: Pixels, side: number): Promise<Uint8Array> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()

/**
 * The input of a network: a square of RGB pixels, channel by channel.
 *
 * @param normalise makes of a value of 0 to 255 what the network takes
 */
export function planarTensor(
  square: Uint8Array,
  side: number,
  normalise: (value: number, channel: number) => number,
): Tensor {
  const plane = side * side
  const data = new Float32Array(3 * plane)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane; i++) data[c * plane + i] = normalise(square[3 * i + c], c)
  }
  return { data, dims: [1, 3, side, side] }
}
