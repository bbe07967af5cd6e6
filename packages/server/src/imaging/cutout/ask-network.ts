import sharp from 'sharp'
import type { Network } from '../networks.ts'
import type { Pixels } from '../pixels.ts'
import type { SoftMask } from './tidy.ts'

/** What the network was made for, whatever the shape of the picture: it was taught on pictures stretched to a square. */
const SIDE = 1024

/**
 * The mask that a cut-out network gives a small copy.
 *
 * @param small RGB
 */
export async function askNetwork(small: Pixels, network: Network): Promise<SoftMask> {
  const { width, height } = small
  const square = await sharp(small.data, { raw: { width, height, channels: 3 } })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
  const plane = SIDE * SIDE
  const input = new Float32Array(3 * plane)
  for (let i = 0; i < plane; i++) {
    for (let c = 0; c < 3; c++) input[c * plane + i] = ((square[3 * i + c] as number) - 128) / 256
  }
  const { data } = await network.run({ data: input, dims: [1, 3, SIDE, SIDE] })
  const mask = Uint8Array.from(data, (value) => Math.round(255 * Math.min(1, Math.max(0, value))))
  const alpha = await sharp(mask, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { alpha, width, height }
}
