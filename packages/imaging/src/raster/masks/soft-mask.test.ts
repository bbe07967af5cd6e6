import { expect, test } from 'vitest'
import { thresholdMask } from './soft-mask.ts'

test.each([1, 24, 96, 127, 128, 129, 200, 255])(
  'a threshold of %i parts what is at least that from what is less',
  (min) => {
    // Every value, of lengths and places in their buffer that are and are not multiples of a word.
    for (const skipped of [0, 1, 4, 7]) {
      const alpha = Uint8Array.from({ length: 263 }, (_, i) => (i * 71) % 256).subarray(skipped)
      const { bits } = thresholdMask({ alpha, width: alpha.length, height: 1 }, min)
      expect([...bits]).toEqual([...alpha].map((value) => (value >= min ? 1 : 0)))
    }
  },
)
