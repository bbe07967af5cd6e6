import sharp from 'sharp'
import type { Network } from '../networks.ts'
import type { Pixels } from '../pixels.ts'
import type { SoftMask } from './tidy.ts'
import { type JoinedMask, joined } from './two-looks.ts'

/** What cut-out networks were taught on: pictures stretched to a square of this side, whatever their shape. */
const TAUGHT_SIDE = 1024

/**
 * Sides of the two looks at a picture. From afar a network sees a plate whole of which, from near, it marks only the
 * food; from near it sees stems and handles. Together they take less time than one look at the side it was taught on.
 */
const FAR_SIDE = 512
const NEAR_SIDE = 768

/**
 * The mask that a cut-out network gives a small copy.
 *
 * @param small RGB
 */
export async function askNetwork(small: Pixels, network: Network): Promise<SoftMask | JoinedMask> {
  if (!network.anySize) return look(small, network, TAUGHT_SIDE)
  const far = await look(small, network, FAR_SIDE)
  return joined(far, await look(small, network, NEAR_SIDE))
}

/** One look at a copy stretched to a square of that side. */
export async function look(small: Pixels, network: Network, side: number): Promise<SoftMask> {
  const { width, height } = small
  const square = await sharp(small.data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'fill' })
    .raw()
    .toBuffer()
  const plane = side * side
  const input = new Float32Array(3 * plane)
  for (let i = 0; i < plane; i++) {
    for (let c = 0; c < 3; c++) input[c * plane + i] = ((square[3 * i + c] as number) - 128) / 256
  }
  const { data } = await network.run({ data: input, dims: [1, 3, side, side] })
  const mask = Uint8Array.from(data, (value) => Math.round(255 * Math.min(1, Math.max(0, value))))
  const alpha = await sharp(mask, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { alpha, width, height }
}
