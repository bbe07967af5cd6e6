import { expect, test } from 'vitest'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { limitToBox } from './limit-to-box.ts'

const [width, height] = [200, 160]
/** Discs and boxes, joined. */
const maskOf = (isIn: (x: number, y: number) => boolean): BinaryMask => ({
  width,
  height,
  bits: maskBits(width * height, (i) => isIn(i % width, Math.floor(i / width))),
})
const isDish = (x: number, y: number) => Math.hypot(x - 80, y - 90) <= 50
const dish = maskOf(isDish)
const box = { left: 30, top: 40, width: 101, height: 101 }
const differing = (one: BinaryMask, other: BinaryMask) =>
  one.bits.reduce((count, bit, i) => count + Math.abs(bit - (other.bits[i] ?? 0)), 0)

test('a mask that fits its box stays as it is, and nothing speaks against it', () => {
  expect(limitToBox(dish, box)).toEqual({ ...dish, off: 0 })
})

test('sides of a box that are a twentieth off say nothing, and farther ones speak against a mask', () => {
  const off = (left: number) => limitToBox(dish, { ...box, left: 30 - left, width: 101 + left }).off
  expect(off(5)).toBe(0)
  expect(off(15)).toBeGreaterThan(1)
  expect(off(30)).toBeGreaterThan(off(15))
})

test('scraps beside a dish do not make it larger', () => {
  const crumbs = maskOf((x, y) => isDish(x, y) || (x > 165 && x < 170 && y > 60 && y < 65))
  expect(limitToBox(crumbs, { ...box, width: 140 }).off).toBe(limitToBox(dish, { ...box, width: 140 }).off)
})

test('a dish that reaches into the box from outside is cut off where it touches', () => {
  const withNeighbour = maskOf((x, y) => isDish(x, y) || Math.hypot(x - 150, y - 55) <= 30)
  const limited = limitToBox(withNeighbour, box)
  expect(limited.off).toBeLessThan(0.5)
  expect(differing(limited, dish)).toBeLessThan(0.01 * Math.PI * 50 ** 2)
})

test('a table around the dish ends at the box with its play, and its sides speak against it', () => {
  const limited = limitToBox(
    maskOf((x) => x < 180),
    box,
  )
  expect(limited.off).toBeGreaterThan(10)
  expect(
    differing(
      limited,
      maskOf((x, y) => x >= 25 && x < 136 && y >= 35 && y < 146),
    ),
  ).toBeLessThan(600)
})

test('nothing in the box is no candidate', () => {
  const { bits, off } = limitToBox(
    maskOf((x) => x > 190),
    { left: 10, top: 10, width: 40, height: 40 },
  )
  expect(bits.includes(1)).toBe(false)
  expect(off).toBeGreaterThan(10)
})
