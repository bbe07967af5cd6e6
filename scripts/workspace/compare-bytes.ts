import { expect } from 'vitest'

/**
 * Compares arrays of numbers by their bytes. Element by element, two pictures of a megapixel take ten seconds, and the tests of
 * pictures would mostly do that. Where the bytes differ, the usual comparison says how.
 */
expect.addEqualityTesters([
  (one, other) => {
    if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor)
      return undefined
    return bytesOf(one).equals(bytesOf(other)) || undefined
  },
])

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength)
