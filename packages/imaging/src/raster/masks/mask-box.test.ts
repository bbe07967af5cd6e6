import { expect, test } from 'vitest'
import { maskBox } from './mask-box.ts'

test('the box holds every pixel of at least the given value, and no more', () => {
  const size = { width: 4, height: 3 }
  const values = Uint8Array.from([0, 0, 0, 0, 0, 9, 200, 0, 0, 0, 128, 0])
  expect(maskBox(values, size, 128)).toEqual({ left: 2, top: 1, width: 1, height: 2 })
  expect(maskBox(values, size, 1)).toEqual({ left: 1, top: 1, width: 2, height: 2 })
  expect(maskBox(values, size, 201)).toBeUndefined()
})
