import { expect, test } from 'vitest'
import type { Pixels } from '../raster/pixels.ts'
import { missingLight } from './light-map.ts'

const SIDE = 40
const picture = (codeAt: (i: number) => number): Pixels => {
  const data = Uint8Array.from({ length: 3 * SIDE * SIDE }, (_, at) => codeAt(Math.floor(at / 3)))
  return { data, width: SIDE, height: SIDE, channels: 3 }
}
const upperHalf = {
  data: Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i < (SIDE * SIDE) / 2 ? 1 : 0)),
  width: SIDE,
  height: SIDE,
}

test('a dish whose lights are dim lacks light, up to most of a stop', () => {
  expect(
    missingLight(
      picture(() => 180),
      undefined,
    ),
  ).toBeCloseTo(1.49, 1)
  expect(
    missingLight(
      picture(() => 60),
      undefined,
    ),
  ).toBeCloseTo(2 ** 0.85, 5)
})

test('a bright dish lacks none, and neither does a dark sauce with glints', () => {
  expect(
    missingLight(
      picture(() => 220),
      undefined,
    ),
  ).toBe(1)
  expect(
    missingLight(
      picture((i) => (i % 12 === 0 ? 230 : 40)),
      undefined,
    ),
  ).toBe(1)
})

test('what lies beside the dish does not count', () => {
  const bright = picture((i) => (i < (SIDE * SIDE) / 2 ? 60 : 250))
  expect(missingLight(bright, upperHalf)).toBeCloseTo(2 ** 0.85, 5)
  expect(missingLight(bright, undefined)).toBe(1)
})

test('black is no infinity', () => {
  expect(
    missingLight(
      picture(() => 0),
      undefined,
    ),
  ).toBeCloseTo(2 ** 0.85, 5)
})
