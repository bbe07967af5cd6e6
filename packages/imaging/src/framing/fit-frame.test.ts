import { describe, expect, test } from 'vitest'
import type { Box } from '../raster/geometry.ts'
import { type FitTarget, fitFrame } from './fit-frame.ts'

const photo = { width: 1200, height: 900 }
const OPEN = { left: true, top: true, right: true, bottom: true }
const WIDE: FitTarget = { size: { width: 1600, height: 900 } }
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height })

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
      const { frame } = fitFrame(photo, dish, OPEN, WIDE)
      expect(frame.width).toBeCloseTo(1200)
      expect(ratio(frame)).toBeCloseTo(16 / 9)
      expect(holds(frame, dish)).toBe(true)
      expect(frame.top).toBeGreaterThanOrEqual(0)
      expect(frame.top + frame.height).toBeLessThanOrEqual(900.001)
    }
  })

  test('extends beyond the photo evenly instead of cutting the dish, and shows all of the dish', () => {
    const dish = box(300, 60, 600, 780)
    const { frame } = fitFrame(photo, dish, OPEN, WIDE)
    expect(holds(frame, dish)).toBe(true)
    expect(ratio(frame)).toBeCloseTo(16 / 9)
    expect(frame.left).toBeLessThan(0)
    expect(frame.left + frame.width - 1200).toBeCloseTo(-frame.left)
  })

  test('stays inside the photo when only the room around the dish does not fit', () => {
    const { frame } = fitFrame(photo, box(300, 100, 600, 670), OPEN, WIDE)
    expect(frame.width).toBeCloseTo(1200)
    expect(holds(frame, box(300, 100, 600, 670))).toBe(true)
  })

  test('extends only sides at which the photo does not cut the dish', () => {
    const dish = box(0, 60, 900, 780)
    const { frame } = fitFrame(photo, dish, { ...OPEN, left: false }, WIDE)
    expect(frame.left).toBe(0)
    expect(frame.left + frame.width).toBeGreaterThan(1200)
    const closed = fitFrame(photo, dish, { left: false, right: false, top: true, bottom: true }, WIDE)
    expect(closed.frame).toEqual(box(0, expect.closeTo(112.5) as never, 1200, 675))
  })

  test('never adds more than half of the frame', () => {
    const { frame } = fitFrame(photo, box(20, 300, 1160, 300), OPEN, { size: { width: 1080, height: 1920 } })
    expect(frame.height).toBeGreaterThan(900)
    expect(900 / frame.height).toBeGreaterThanOrEqual(0.5 - 1e-9)
  })

  test('chooses a smaller frame to keep the dish in the safe area', () => {
    const target = { size: { width: 1920, height: 1080 }, safeArea: { width: 1080, height: 1080 } }
    const dish = box(700, 300, 300, 300)
    expect(fitFrame(photo, dish, OPEN, target).dishSafe).toBe(true)
    expect(fitFrame(photo, box(20, 400, 1100, 120), OPEN, target).dishSafe).toBe(false)
  })

  test('has as many pixels as the photo, within the requested and the smallest size', () => {
    const sizeOf = (width: number, least?: { width: number; height: number }) =>
      fitFrame({ width, height: (width * 9) / 16 }, undefined, OPEN, { ...WIDE, least }).size
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
    const { frame, size } = fitFrame({ width, height }, box(0, 0, width, height), OPEN, WIDE)
    expect(ratio(frame)).toBeCloseTo(16 / 9)
    expect(size).toEqual({ width: 1600, height: 900 })
  })
})
