import { describe, expect, test } from 'vitest'
import { copyableSurface, foreignObjects, type Surroundings } from './foreign-objects.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

/** A dish in the middle of a picture of 100 x 80. */
const around = (objects: NonNullable<Surroundings['objects']>): Surroundings => {
  const alpha = new Uint8Array(100 * 80)
  for (let y = 25; y < 55; y++) alpha.fill(255, y * 100 + 35, y * 100 + 65)
  return { alpha, width: 100, height: 80, objects }
}
const found = (label: 'cup' | 'bowl' | 'dining table', at: ReturnType<typeof box>) => ({ label, score: 0.5, box: at })

describe('foreignObjects', () => {
  test('are things beside the dish, not its own ware, and not the table', () => {
    const cup = found('cup', box(5, 5, 15, 20))
    const own = found('bowl', box(30, 20, 40, 40))
    const table = found('dining table', box(0, 10, 30, 60))
    const scene = found('cup', box(0, 0, 100, 80))
    expect(foreignObjects(around([cup, own, table, scene]))).toEqual([cup])
  })
})

describe('copyableSurface', () => {
  test('is neither the dish with its rim nor, for the most part, another thing', () => {
    const { alpha } = copyableSurface(around([found('cup', box(5, 5, 15, 20))]))
    const at = (x: number, y: number) => alpha[y * 100 + x]!
    expect([at(50, 40), at(34, 40), at(80, 70)]).toEqual([0, 0, 255])
    expect(at(10, 10)).toBeLessThan(64)
  })
})
