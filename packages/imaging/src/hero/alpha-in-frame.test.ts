import { expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import { alphaInFrame } from './alpha-in-frame.ts'

const opaque = (width: number, height: number): Pixels => ({
  data: new Uint8Array(4 * width * height).fill(255),
  width,
  height,
  channels: 4,
})

test.each([1, 0.85, 0.64, 0.5, 0.31])(
  'an opaque dish is opaque in a copy of %d of the frame, whatever the ratio of their pixels',
  (share) => {
    const { data } = alphaInFrame(opaque(120, 90), { left: 0, top: 0 }, { width: 120, height: 90 }, share)
    expect(Math.min(...data)).toBeCloseTo(1, 5)
    expect(Math.max(...data)).toBeCloseTo(1, 5)
  },
)

test('the average over the frame is the share of it that the dish covers, without its parts outside', () => {
  const { data } = alphaInFrame(opaque(80, 90), { left: -20, top: 0 }, { width: 120, height: 90 }, 0.6)
  expect(data.reduce((sum, value) => sum + value, 0) / data.length).toBeCloseTo(0.5, 1)
})
