import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { inferAtTwoScales } from './two-scale-inference.ts'

const small = drawPicture(96, 64, (x, y) => (Math.hypot(x - 48, y - 32) < 20 ? [200, 90, 40] : [240, 240, 240]))

/** A network of any size that sees nothing and logs on which side it is asked. `answer` is awaited before it replies. */
const logging = (asked: number[], answer: (side: number) => unknown = () => {}): Network => ({
  engine: 'drawn',
  anySize: true,
  run: async ({ dims }) => {
    const side = dims[3] ?? 0
    asked.push(side)
    await answer(side)
    return { data: new Float32Array(side * side), dims: [1, 1, side, side] }
  },
})
const failing = (on: number) => (side: number) => {
  if (side === on) throw new Error(`no memory for ${side}`)
}

test('further opinions are asked for behind the first two looks, and before the last of them has answered', async () => {
  const asked: number[] = []
  const answers = new Map<number, () => void>()
  const network = logging(asked, (side) => new Promise<void>((resolve) => answers.set(side, resolve)))
  const finding = inferAtTwoScales(small, network, network)
  await expect.poll(() => asked).toEqual([512, 768])
  answers.get(512)?.()
  await expect.poll(() => asked.toSorted()).toEqual([256, 320, 512, 768])
  for (const side of [768, 256, 320]) answers.get(side)?.()
  const found = await finding
  if ('opinions' in found) await found.opinions
})

test.each([512, 768])(
  'a look on a square of %i that fails is the only error, whatever was asked beside it',
  async (side) => {
    const finding = inferAtTwoScales(small, logging([], failing(side)), logging([], failing(320)))
    await expect(finding).rejects.toThrow(`no memory for ${side}`)
  },
)

test.each([256, 320])('an opinion on a square of %i that fails throws its error where it is awaited', async (side) => {
  const asked: number[] = []
  const network = logging(asked, failing(side))
  const found = await inferAtTwoScales(small, network, network)
  if (!('opinions' in found)) throw new Error('one scale only')
  await expect.poll(() => asked).toContain(side)
  // The failure is over after this turn. Had nobody handled it, the test run would report it.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(found.opinions).rejects.toThrow(`no memory for ${side}`)
})
