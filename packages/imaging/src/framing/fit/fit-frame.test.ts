import { describe, expect, test } from 'vitest'
import type { Box, Size } from '../../raster/geometry.ts'
import type { Borders } from '../extend/border-calmness.ts'
import type { Side } from '../extend/open-sides.ts'
import { type FitTarget, fitFrame } from './fit-frame.ts'

const photo = { width: 1200, height: 900 }
/** Borders that nothing crosses; at the closed sides the photo cuts the dish. */
const calm = (...closed: Side[]): Borders => ({
  open: {
    left: !closed.includes('left'),
    top: !closed.includes('top'),
    right: !closed.includes('right'),
    bottom: !closed.includes('bottom'),
  },
  isCalm: () => true,
  isContinued: () => true,
  canDissolve: () => true,
  within: () => calm(...closed),
})
const busyAt = (...sides: Side[]): Borders => ({ ...calm(), isCalm: (side) => !sides.includes(side) })
/** Borders at which something ends that would still be seen in a backdrop. */
const blockedAt = (...sides: Side[]): Borders => ({ ...busyAt(...sides), canDissolve: (side) => !sides.includes(side) })
const OPEN = calm()
const WIDE: FitTarget = { size: { width: 1600, height: 900 } }
const STORY: FitTarget = { size: { width: 1080, height: 1920 } }
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
const fit = (size: Size, dish: Box | undefined, borders: Borders | undefined, target: FitTarget) =>
  fitFrame(size, dish && { dish: { ...dish, focus: middleOf(dish) } }, borders, target)
const middleOf = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 })

const holds = (frame: Box, dish: Box) =>
  frame.left <= dish.left &&
  frame.top <= dish.top &&
  frame.left + frame.width >= dish.left + dish.width &&
  frame.top + frame.height >= dish.top + dish.height
const ratio = ({ width, height }: Box) => width / height

describe('fitFrame', () => {
  test('takes the largest frame of its shape around the dish, wherever the dish is', () => {
    for (const top of [10, 200, 450]) {
      const dish = box(300, top, 500, 400)
      const { frame } = fit(photo, dish, OPEN, WIDE)
      expect(frame.width).toBeCloseTo(1200)
      expect(ratio(frame)).toBeCloseTo(16 / 9)
      expect(holds(frame, dish)).toBe(true)
      expect(frame.top).toBeGreaterThanOrEqual(0)
      expect(frame.top + frame.height).toBeLessThanOrEqual(900.001)
    }
  })

  test('extends beyond the photo evenly instead of cutting the dish, and shows all of the dish', () => {
    const dish = box(300, 60, 600, 780)
    const { frame } = fit(photo, dish, OPEN, WIDE)
    expect(holds(frame, dish)).toBe(true)
    expect(ratio(frame)).toBeCloseTo(16 / 9)
    expect(frame.left).toBeLessThan(0)
    expect(frame.left + frame.width - 1200).toBeCloseTo(-frame.left)
  })

  test('stays inside the photo when only the room around the dish does not fit', () => {
    const { frame } = fit(photo, box(300, 100, 600, 670), OPEN, WIDE)
    expect(frame.width).toBeCloseTo(1200)
    expect(holds(frame, box(300, 100, 600, 670))).toBe(true)
  })

  test('extends only sides at which the photo does not cut the dish', () => {
    const dish = box(0, 60, 900, 780)
    const { frame } = fit(photo, dish, calm('left'), WIDE)
    expect(frame.left).toBe(0)
    expect(frame.left + frame.width).toBeGreaterThan(1200)
    const closed = fit(photo, dish, calm('left', 'right'), WIDE)
    expect(closed.frame).toEqual(box(0, expect.closeTo(112.5) as never, 1200, 675))
  })

  test('leaves at least two fifths of a tall frame to the photo, on a plain backdrop', () => {
    const { frame, by } = fit(photo, box(20, 300, 1160, 300), OPEN, STORY)
    expect(by).toBe('soft')
    expect(frame.height).toBeGreaterThan(900)
    expect(900 / frame.height).toBeGreaterThanOrEqual(0.42 - 1e-9)
  })

  test('says that something crosses a border beyond which it adds a backdrop', () => {
    const dish = box(20, 300, 1160, 300)
    expect(fit(photo, dish, OPEN, STORY).crossed).toBeUndefined()
    expect(fit(photo, dish, busyAt('left'), STORY).crossed).toBeUndefined()
    const { by, crossed } = fit(photo, dish, busyAt('top'), { size: { width: 1080, height: 1080 } })
    expect([by, crossed]).toEqual(['soft', true])
  })

  test('crops closer instead of dissolving something in a large backdrop', () => {
    const { by, frame } = fit(photo, box(20, 300, 1160, 300), busyAt('top'), STORY)
    expect([by, frame.top, frame.height]).toEqual([undefined, 0, 900])
  })

  test('continues the surface only at sides that nothing crosses', () => {
    const dish = box(300, 60, 600, 780)
    expect(fit(photo, dish, OPEN, WIDE).by).toBe('texture')
    const { frame, by } = fit(photo, dish, busyAt('right'), WIDE)
    expect([by, frame.left + frame.width]).toEqual(['texture', 1200])
    expect(holds(frame, dish)).toBe(true)
  })

  test('puts a plain backdrop beyond sides that something crosses, if a crop would cut much of the dish', () => {
    const dish = box(300, 60, 600, 780)
    const { frame, by } = fit(photo, dish, busyAt('left', 'right'), WIDE)
    expect(by).toBe('soft')
    expect(holds(frame, dish)).toBe(true)
  })

  test('adds nothing where what ends at the border would still be seen', () => {
    const dish = box(300, 60, 600, 780)
    const { frame, by } = fit(photo, dish, blockedAt('left', 'right'), WIDE)
    expect([by, frame.left, frame.width]).toEqual([undefined, 0, 1200])
    expect(fit(photo, box(20, 300, 1160, 300), blockedAt('top', 'bottom'), STORY).by).toBeUndefined()
  })

  test('adds nothing if the dish would be cut all the same', () => {
    const flat = { width: 1600, height: 600 }
    const { frame, by } = fit(flat, box(20, 100, 1560, 400), OPEN, STORY)
    expect([by, frame.height]).toEqual([undefined, 600])
  })

  test('shows one of two plates rather than half of both', () => {
    const mask = { alpha: new Uint8Array(120 * 90), width: 120, height: 90 }
    for (let y = 20; y < 70; y++) mask.alpha.fill(255, y * 120 + 5, y * 120 + 55).fill(255, y * 120 + 85, y * 120 + 115)
    const both = box(50, 200, 1100, 500)
    const found = { dish: { ...both, focus: middleOf(both) }, mask }
    const { frame } = fitFrame(photo, found, undefined, STORY)
    expect(holds(frame, box(50, 200, 500, 500))).toBe(true)
  })

  test('crops rather than crossing a busy border for a small part of the dish', () => {
    const dish = box(300, 100, 600, 700)
    const { frame, by } = fit(photo, dish, busyAt('left', 'right'), WIDE)
    expect([by, frame.width]).toEqual([undefined, 1200])
  })

  test('asks only about the part of a border that the frame shows', () => {
    const asked: (readonly [Side, number, number])[] = []
    const borders: Borders = { ...OPEN, isCalm: (side, from, to) => asked.push([side, from, to]) > 0 }
    fit(photo, box(300, 10, 800, 600), borders, { size: { width: 600, height: 1200 } })
    expect(asked.map(([side]) => side)).toEqual(['left', 'top', 'right', 'bottom'])
    const [, from, to] = asked[1]!
    expect(from).toBeGreaterThan(0.2)
    expect(to).toBeLessThan(0.98)
  })

  test('chooses a smaller frame to keep the dish in the safe area', () => {
    const target = { size: { width: 1920, height: 1080 }, safeArea: { width: 1080, height: 1080 } }
    const dish = box(700, 300, 300, 300)
    expect(fit(photo, dish, OPEN, target).dishSafe).toBe(true)
    expect(fit(photo, box(20, 400, 1100, 120), OPEN, target).dishSafe).toBe(false)
  })

  test('has as many pixels as the photo, within the requested and the smallest size', () => {
    const sizeOf = (width: number, least?: { width: number; height: number }) =>
      fit({ width, height: (width * 9) / 16 }, undefined, OPEN, { ...WIDE, least }).size
    expect(sizeOf(4000)).toEqual({ width: 1600, height: 900 })
    expect(sizeOf(1000)).toEqual({ width: 1600, height: 900 })
    expect(sizeOf(1000, { width: 800, height: 450 })).toEqual({ width: 1000, height: 563 })
    expect(sizeOf(400, { width: 800, height: 450 })).toEqual({ width: 800, height: 450 })
  })

  test.each([
    [1, 1],
    [12_000, 40],
    [40, 12_000],
  ])('has its shape in a photo of %i x %i', (width, height) => {
    const { frame, size } = fit({ width, height }, box(0, 0, width, height), OPEN, WIDE)
    expect(ratio(frame)).toBeCloseTo(16 / 9)
    expect(size).toEqual({ width: 1600, height: 900 })
  })
})
