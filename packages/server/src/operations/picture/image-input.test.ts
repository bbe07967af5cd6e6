import { DEFAULT_LIMITS } from '@platelight/imaging/codec/file/image-limits.ts'
import { expect, test } from 'vitest'
import { dishPhoto } from '../../../test/support/dish-photos.ts'
import { imageInput } from './image-input.ts'

test('a file is looked at once, and again under other limits', async () => {
  const bytes = new Uint8Array(await dishPhoto({ width: 40, height: 30 }))
  const info = await imageInput.inspect(bytes, DEFAULT_LIMITS)
  expect(info).toMatchObject({ width: 40, height: 30, format: 'jpeg' })
  expect(await imageInput.inspect(bytes, DEFAULT_LIMITS)).toBe(info)
  await expect(imageInput.inspect(bytes, { ...DEFAULT_LIMITS, maxPixels: 1_000 })).rejects.toMatchObject({
    code: 'image_too_large',
  })
})
