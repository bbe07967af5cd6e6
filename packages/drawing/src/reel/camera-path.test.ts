import { describe, expect, test } from 'vitest'
import { planCamera, type ReelMotion, type ReelStage } from './camera-path.ts'

const MOTIONS: ReelMotion[] = ['push_in', 'pull_out', 'pan_left', 'pan_right', 'tilt_up', 'tilt_down', 'orbit']
const SIZE = { width: 1404, height: 2496 }
const MIDDLE = { x: 702, y: 1400 }
const dish = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

const STAGES: Readonly<Record<string, ReelStage>> = {
  'a dish with room': { ...SIZE, kept: dish(300, 1000, 800, 700), focus: MIDDLE, isLayered: true },
  'a dish at the border': { ...SIZE, kept: dish(0, 1700, 900, 796), focus: { x: 450, y: 2100 }, isLayered: true },
  'a dish as wide as the stage': { ...SIZE, kept: dish(0, 700, 1404, 1100), focus: MIDDLE, isLayered: true },
  'a dish that is not cut out': { ...SIZE, kept: dish(300, 1000, 800, 700), focus: { x: 0, y: 0 }, isLayered: false },
  'a dish that may be cut': { ...SIZE, kept: undefined, focus: MIDDLE, isLayered: false },
}
const TIMES = Array.from({ length: 150 }, (_, index) => index / 149)
/** Rounding of numbers, in pixels. */
const NOTHING = 1e-6

describe.each(Object.entries(STAGES))('%s', (_, stage) => {
  test.each(MOTIONS)('no frame of %s leaves the stage or cuts the dish, however large the dish is drawn', (motion) => {
    for (const strength of [0.5, 1, 2]) {
      const path = planCamera(stage, motion, strength)
      for (const time of TIMES) {
        const { window, dish: drawn } = path.at(time)
        const [right, bottom] = [window.left + window.width, window.top + window.height]
        expect(Math.min(window.left, window.top, stage.width - right, stage.height - bottom)).toBeGreaterThan(-NOTHING)
        expect(window.width / window.height).toBeCloseTo(stage.width / stage.height, 6)
        const { kept } = stage
        if (!kept) continue
        const middle = { x: kept.left + kept.width / 2 + drawn.x, y: kept.top + kept.height / 2 + drawn.y }
        const half = { x: (drawn.scale * kept.width) / 2, y: (drawn.scale * kept.height) / 2 }
        const room = [
          middle.x - half.x - window.left,
          middle.y - half.y - window.top,
          right - middle.x - half.x,
          bottom - middle.y - half.y,
        ]
        expect(Math.min(...room)).toBeGreaterThan(-NOTHING)
      }
    }
  })

  test.each(MOTIONS)('%s is even: no frame jumps', (motion) => {
    const path = planCamera(stage, motion, 1)
    const at = TIMES.map((time) => path.at(time).window)
    for (const side of ['left', 'top', 'width'] as const) {
      const speeds = at.slice(1).map((window, index) => window[side] - (at[index]?.[side] ?? 0))
      const jumps = speeds.slice(1).map((speed, index) => Math.abs(speed - (speeds[index] ?? 0)))
      expect(Math.max(...jumps), side).toBeLessThan(0.15)
    }
  })
})

test('each movement goes where its name says', () => {
  const stage = STAGES['a dish with room']!
  const ends = (motion: ReelMotion) => {
    const path = planCamera(stage, motion, 1)
    const [from, to] = [path.at(0).window, path.at(1).window]
    return { x: to.left - from.left, y: to.top - from.top, wider: to.width - from.width }
  }
  expect(ends('push_in').wider).toBeLessThan(-100)
  expect(ends('pull_out').wider).toBeGreaterThan(100)
  expect(ends('pan_left').x).toBeLessThan(-100)
  expect(ends('pan_right').x).toBeGreaterThan(100)
  expect(ends('tilt_up').y).toBeLessThan(-100)
  expect(ends('tilt_down').y).toBeGreaterThan(100)
  expect(ends('orbit').x).toBeGreaterThan(100)
})

test('a dish that is a layer moves before its background, and always covers its own place', () => {
  const stage = STAGES['a dish with room']!
  const { kept } = stage
  for (const motion of MOTIONS) {
    const drawn = TIMES.map((time) => planCamera(stage, motion, 1).at(time).dish)
    expect(new Set(drawn.map(({ x, y, scale }) => `${x} ${y} ${scale}`)).size, motion).toBeGreaterThan(100)
    for (const { x, y, scale } of drawn) {
      expect(Math.abs(x)).toBeLessThanOrEqual(((scale - 1) * kept!.width) / 2 + NOTHING)
      expect(Math.abs(y)).toBeLessThanOrEqual(((scale - 1) * kept!.height) / 2 + NOTHING)
    }
  }
})
