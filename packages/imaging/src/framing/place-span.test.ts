import { expect, test } from 'vitest'
import { startBeyond, startInside } from './place-span.ts'

test('a frame inside the photo is centred on the dish if there is room, otherwise it touches a border', () => {
  expect(startInside(50, 20, 100)).toBe(40)
  expect(startInside(5, 20, 100)).toBe(0)
  expect(startInside(95, 20, 100)).toBe(80)
  expect(startInside(50, 100, 100)).toBe(0)
})

test('a frame longer than the photo shows all of it and extends only at open ends', () => {
  expect(startBeyond(50, 140, 100, true, true)).toBe(-20)
  expect(startBeyond(5, 140, 100, true, true)).toBe(-40)
  expect(startBeyond(95, 140, 100, true, true)).toBe(0)
  expect(startBeyond(50, 140, 100, false, true)).toBe(0)
  expect(startBeyond(50, 140, 100, true, false)).toBe(-40)
  expect(startBeyond(50, 140, 100, false, false)).toBeUndefined()
})
