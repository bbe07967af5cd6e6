import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { fuseScales, predictScales } from './two-scale-inference.ts'

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

test('further opinions are asked for behind the first two predictions, and before the last of them has answered', async () => {
  const asked: number[] = []
  const answers = new Map<number, () => void>()
  const network = logging(asked, (side) => new Promise<void>((resolve) => answers.set(side, resolve)))
  const finding = predictScales(small, network, network)
  // Which of the two is ready to ask first depends on the machine.
  await expect.poll(() => asked.toSorted()).toEqual([512, 768])
  answers.get(512)?.()
  await expect.poll(() => asked.toSorted()).toEqual([256, 320, 512, 768])
  for (const side of [768, 256, 320]) answers.get(side)?.()
  const found = await finding
  await found.opinions
})

test.each([512, 768])(
  'a prediction on a square of %i that fails is the only error, whatever was asked beside it',
  async (side) => {
    const finding = predictScales(small, logging([], failing(side)), logging([], failing(320)))
    await expect(finding).rejects.toThrow(`no memory for ${side}`)
  },
)

test.each([256, 320])('an opinion on a square of %i that fails throws its error where it is awaited', async (side) => {
  const asked: number[] = []
  const network = logging(asked, failing(side))
  const found = await predictScales(small, network, network)
  await expect.poll(() => asked).toContain(side)
  // The failure is over after this turn. Had nobody handled it, the test run would report it.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(found.opinions).rejects.toThrow(`no memory for ${side}`)
})

test('a network of a fixed size is asked once, on the square that it was trained on', async () => {
  const asked: number[] = []
  const { predictions, opinions } = await predictScales(small, { ...logging(asked), anySize: false }, undefined)
  expect([asked, predictions.length, opinions]).toEqual([[1024], 1, undefined])
})

test('fused masks hold what one scale is sure of and the other half sees, and not what only one half sees', () => {
  const row = (...alpha: number[]) => ({ alpha: Uint8Array.from(alpha), width: alpha.length, height: 1 })
  const { alpha } = fuseScales(row(255, 0, 255, 120, 0), row(255, 0, 100, 0, 255))
  expect([...alpha].map((value) => value >= 128)).toEqual([true, false, true, false, true])
})
