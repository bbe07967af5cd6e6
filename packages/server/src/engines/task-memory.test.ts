import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { expect, test } from 'vitest'
import { dishPhoto } from '../../test/support/dish-photos.ts'
import { taskBytes } from './task-memory.ts'

const square = (long_side: number) =>
  ({ operation: 'generate-v2', params: { aspect_ratio: '1:1', long_side, count: 4 } }) as const

test('a picture made from words counts by its size, one at a time, because it has no source that would be counted', async () => {
  const small = await taskBytes({ ...square(1024), inputs: [] }, DEFAULT_LIMITS)
  expect(small).toBeGreaterThan(1024 ** 2 * 4)
  expect(await taskBytes({ ...square(4096), inputs: [] }, DEFAULT_LIMITS)).toBe(16 * small)
})

test('of its references, the largest one counts, because they are decoded one after the other', async () => {
  const photo = new Uint8Array(await dishPhoto({ width: 800, height: 600 }))
  const none = await taskBytes({ ...square(1024), inputs: [] }, DEFAULT_LIMITS)
  const one = await taskBytes({ ...square(1024), inputs: [photo] }, DEFAULT_LIMITS)
  expect(one - none).toBeGreaterThan(800 * 600 * 3)
  const three = await taskBytes({ ...square(1024), inputs: [photo, photo, photo] }, DEFAULT_LIMITS)
  expect(three - one).toBe(2 * photo.length)
})
