import { expect, test } from 'vitest'
import { resizeTo } from './resize-to.ts'

const filled = (width: number, height: number, value: number) => ({
  data: new Uint8Array(3 * width * height).fill(value),
  width,
  height,
  channels: 3 as const,
})

test('a picture in the size of another one keeps its own pixels', async () => {
  const small = await resizeTo(filled(40, 30, 200), filled(20, 15, 10))
  expect(small).toEqual({ data: expect.anything(), width: 20, height: 15, channels: 3 })
  expect(new Set(small.data)).toEqual(new Set([200]))
})
