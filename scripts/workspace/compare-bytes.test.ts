import { expect, test } from 'vitest'

test('bytes are equal when they are the same, of the same kind and length, also inside other things', () => {
  const bytes = (last: number) => Uint8Array.of(1, 2, last)
  expect({ data: bytes(3) }).toEqual({ data: bytes(3) })
  expect(bytes(3)).toStrictEqual(bytes(3))
  expect(new Float32Array([1, Number.NaN])).toEqual(new Float32Array([1, Number.NaN]))
  expect({ data: bytes(3) }).not.toEqual({ data: bytes(4) })
  expect(bytes(3)).not.toEqual(bytes(3).subarray(0, 2))
  expect(bytes(3)).not.toStrictEqual(Int8Array.of(1, 2, 3))
  expect(Float32Array.of(0)).not.toEqual(Float32Array.of(-0))
  // A part of a larger buffer.
  expect(Uint8Array.of(0, 1, 2, 3).subarray(1)).toEqual(bytes(3))
})
