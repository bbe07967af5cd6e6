import { expect, test } from 'vitest'
import { blurredBy, defocus, drawLeaves } from '../../test/support/leaves.ts'
import { fakeUpscaler } from '../../test/support/stand-in-upscaler.ts'
import type { Network } from '../network-port.ts'
import type { Pixels } from '../raster/pixels.ts'
import { readTile } from '../upscale/read-tile.ts'
import { addNetworkDetail, reblurError } from './network-detail.ts'
import { removeBlur } from './remove-blur.ts'

const [WIDTH, HEIGHT] = [200, 160]
const crisp = drawLeaves(WIDTH, HEIGHT, 5)
const blurred = blurredBy(crisp, defocus(3), 4)
const BLUR = { kind: 'defocus', size: 3, base: 0.3 } as const
const copyOf = (pixels: Pixels): Pixels => ({ ...pixels, data: Uint8Array.from(pixels.data) })
const deblurred = copyOf(blurred)
removeBlur(deblurred)

/** The mean squared distance from the crisp picture. */
const errorOf = ({ data }: Pixels) =>
  data.reduce((sum, value, i) => sum + (value - crisp.data[i]!) ** 2, 0) / data.length

/** A network that knows the crisp picture. It works for pictures of one tile. */
const oracle: Network = {
  engine: 'oracle',
  async run({ dims }) {
    const [, , height = 0, width = 0] = dims
    const area = { left: -(width - WIDTH) / 2, top: -(height - HEIGHT) / 2, width, height }
    const size = 16 * width * height
    const data = new Float32Array(3 * size)
    readTile(crisp, area).forEach((channel, c) => {
      for (let i = 0; i < size; i++) {
        const [x, y] = [i % (4 * width), Math.floor(i / (4 * width))]
        data[c * size + i] = channel.data[(y >> 2) * width + (x >> 2)]! / 255
      }
    })
    return { data, dims: [1, 3, 4 * height, 4 * width] }
  },
}

test('what explains the blurred photo better is mixed in', async () => {
  const made = copyOf(deblurred)
  expect(await addNetworkDetail(made, blurred, BLUR, oracle)).toBe(true)
  expect(errorOf(made)).toBeLessThan(0.7 * errorOf(deblurred))
})

test('what explains it worse is not, and every pixel stays', async () => {
  const made = copyOf(deblurred)
  expect(await addNetworkDetail(made, blurred, BLUR, fakeUpscaler({ offset: 0.2 }))).toBe(false)
  expect(Buffer.compare(made.data, deblurred.data)).toBe(0)
})

test('transparency stays, and the tiles are reported', async () => {
  const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => i % 256)
  const clear = (from: Pixels): Pixels => ({
    width: WIDTH,
    height: HEIGHT,
    channels: 4,
    data: Uint8Array.from({ length: 4 * WIDTH * HEIGHT }, (_, i) =>
      i % 4 === 3 ? alpha[i >> 2]! : from.data[3 * (i >> 2) + (i % 4)]!,
    ),
  })
  const [made, before] = [clear(deblurred), clear(blurred)]
  const reports: string[] = []
  await addNetworkDetail(made, before, BLUR, oracle, (done, total) => reports.push(`${done} of ${total}`))
  expect(made.data.filter((_, i) => i % 4 === 3)).toEqual(alpha)
  expect(reports).toEqual(['0 of 1', '1 of 1'])
})

test('the crisp picture explains its blurred one, and no other does as well', () => {
  const [truth, same] = [reblurError(crisp, blurred, BLUR), reblurError(blurred, blurred, BLUR)]
  expect(truth).toBeLessThan(0.5 * same)
  expect(reblurError(deblurred, blurred, BLUR)).toBeLessThan(0.8 * same)
})
