import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { expect, test } from 'vitest'
import { operationBatch } from '../../operations/batches/operation-batch.ts'
import type { RunOrder } from '../../operations/define-operation.ts'
import type { Size } from '../../operations/picture-size.ts'
import { upscale } from '../../operations/upscale/upscale-operation.ts'
import { createDurationEstimate } from './duration-estimate.ts'

const photo = { width: 3_000, height: 2_000 }
const enlargement: RunOrder = { operation: upscale, params: { image_url: 'https://example.com/a.jpg', scale: 2 } }
const estimateOf = (threads = 2) =>
  createDurationEstimate({
    threads,
    limits: DEFAULT_LIMITS,
    serving: async () => ({ upscale: 'realesrgan-general-x4' }),
  })
const of = (size: Size | undefined) => async () => [size]

test('measurements outweigh the table, and a tiny picture hardly counts', async () => {
  const estimate = estimateOf()
  const table = await estimate.seconds(enlargement, of(photo))
  await estimate.learn(enlargement, [{ width: 40, height: 30 }], 0.01)
  expect(await estimate.seconds(enlargement, of(photo))).toBeGreaterThan(0.7 * table)
  for (let n = 0; n < 8; n++) await estimate.learn(enlargement, [photo], 4 * table)
  const slow = await estimate.seconds(enlargement, of(photo))
  expect(slow / table).toBeGreaterThan(3)
  expect(slow / table).toBeLessThanOrEqual(4)
  expect(await estimateOf().seconds(enlargement, of(photo))).toBe(table)
})

test('a batch takes as long as its items on all threads, and never less than the longest', async () => {
  const estimate = estimateOf(2)
  const one = await estimate.seconds(enlargement, of(photo))
  const batch = (count: number) => ({
    operation: operationBatch,
    params: {},
    items: Array.from({ length: count }, () => enlargement),
  })
  expect(await estimate.seconds(batch(10), of(photo))).toBeCloseTo(5 * one)
  expect(await estimate.seconds(batch(1), of(photo))).toBeCloseTo(one)
})

test('a network takes longer on fewer threads, and its pictures longer than resampled ones', async () => {
  const resampled = createDurationEstimate({ threads: 2, limits: DEFAULT_LIMITS, serving: async () => ({}) })
  const [one, four] = await Promise.all(
    [estimateOf(1), estimateOf(4)].map((estimate) => estimate.seconds(enlargement, of(photo))),
  )
  expect(one).toBeGreaterThan(four as number)
  expect(four).toBeGreaterThan(await resampled.seconds(enlargement, of(photo)))
})
