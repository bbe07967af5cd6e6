import { MessageChannel, markAsUntransferable } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { transferable } from './transferable.ts'

const marked = new Uint8Array([1, 2, 3])
markAsUntransferable(marked.buffer)
const pooled = Buffer.from('small')
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })

test.each([
  ['marked as untransferable', async () => marked],
  ['made by a native module', () => picture.raw().toBuffer()],
  ['in a buffer of many', async () => pooled],
  ['shared by threads', async () => new Uint8Array(new SharedArrayBuffer(3)).fill(7)],
  ['floats within others', async () => new Float32Array([1, 2, 3, 4]).subarray(1, 3)],
])('numbers %s reach another thread, and the sender keeps its own', async (_, make) => {
  const view = await make()
  const before = [...view]
  const { port1, port2 } = new MessageChannel()
  const received = new Promise<typeof view>((resolve) => port2.once('message', resolve))
  const sent = transferable(view)
  port1.postMessage(sent, [sent.buffer])
  expect([...(await received)]).toEqual(before)
  expect((await received).buffer.byteLength).toBe(view.byteLength)
  expect([...view]).toEqual(before)
  port1.close()
})

test('numbers with a buffer of their own are moved instead of copied', () => {
  const own = new Float32Array([1, 2])
  expect(transferable(own)).toBe(own)
})
