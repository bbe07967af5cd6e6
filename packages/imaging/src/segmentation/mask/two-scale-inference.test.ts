import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { inferAtTwoScales } from './two-scale-inference.ts'

const small = drawPicture(96, 64, (x, y) => (Math.hypot(x - 48, y - 32) < 20 ? [200, 90, 40] : [240, 240, 240]))

/** A network of any size that sees nothing and logs when it is asked and has answered; it fails on one side. */
const logging = (log: string[], failing?: number): Network => ({
  engine: 'drawn',
  anySize: true,
  run: async ({ dims }) => {
    const side = dims[3] ?? 0
    log.push(`asked ${side}`)
    await new Promise((resolve) => setTimeout(resolve, side === 768 ? 80 : 5))
    if (side === failing) throw new Error(`no memory for ${side}`)
    log.push(`answered ${side}`)
    return { data: new Float32Array(side * side), dims: [1, 1, side, side] }
  },
})

test('further opinions are asked for behind the first two looks, and before the last of them has answered', async () => {
  const log: string[] = []
  const network = logging(log)
  const found = await inferAtTwoScales(small, network, network)
  if ('opinions' in found) await found.opinions
  expect(log.indexOf('asked 256')).toBeGreaterThan(log.indexOf('answered 512'))
  expect(log.indexOf('asked 256')).toBeLessThan(log.indexOf('answered 768'))
  expect(log.indexOf('asked 320')).toBeLessThan(log.indexOf('answered 768'))
})

test.each([512, 768])(
  'a look on a square of %i that fails is the only error, whatever was asked beside it',
  async (side) => {
    await expect(inferAtTwoScales(small, logging([], side), logging([], 320))).rejects.toThrow(`no memory for ${side}`)
  },
)

test.each([256, 320])('an opinion on a square of %i that fails throws its error where it is awaited', async (side) => {
  const found = await inferAtTwoScales(small, logging([], side), logging([], side))
  if (!('opinions' in found)) throw new Error('one scale only')
  // The failure is over by now. Had nobody handled it, the test run would report it.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(found.opinions).rejects.toThrow(`no memory for ${side}`)
})
