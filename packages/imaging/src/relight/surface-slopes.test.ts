import { expect, test } from 'vitest'
import { plane } from '../raster/planes/plane.ts'
import { measureDishPosition } from './dish-position.ts'
import { surfaceSlopes } from './surface-slopes.ts'

test('the flanks of a dish near the border of the photo bend nowhere: no straight line across a plain plate', () => {
  const [width, height] = [320, 220]
  const dish = plane(width, height)
  dish.data.forEach((_, i) => {
    dish.data[i] = Math.hypot((i % width) - 165, Math.floor(i / width) - 110) < 146 ? 1 : 0
  })
  const grey = { data: new Uint8Array(3 * width * height).fill(150), width, height, channels: 3 as const }
  const left = { x: -1, y: 0 }
  const position = measureDishPosition(dish, left)
  if (!position) throw new Error('the dish was not found')
  const { data } = surfaceSlopes(grey, dish, position, left, 5)
  for (const row of [40, 110, 180]) {
    const slope = data.subarray(row * width, (row + 1) * width)
    const steps = [...slope].slice(1).map((value, x) => value - slope[x])
    const bends = steps.slice(1).map((step, x) => Math.abs(step - steps[x]))
    expect(Math.max(...bends)).toBeLessThan(0.15 * Math.max(...steps.map(Math.abs)))
  }
})

test('pale food draws no bright line beside it on pale ware: ware has no relief, and the food has one', () => {
  const [width, height] = [320, 320]
  const dish = plane(width, height)
  const plate = { data: new Uint8Array(3 * width * height).fill(232), width, height, channels: 3 as const }
  const mash = { ...plate, data: Uint8Array.from(plate.data) }
  const isFood = (x: number, y: number) => x > 110 && x < 210 && y > 110 && y < 210
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      dish.data[i] = Math.hypot(x - 160, y - 160) < 140 ? 1 : 0
      if (isFood(x, y))
        mash.data.set(
          [188, 178, 140].map((code) => code + 14 * Math.sin(x / 3) * Math.cos(y / 3)),
          3 * i,
        )
    }
  }
  const left = { x: -1, y: 0 }
  const position = measureDishPosition(dish, left)
  if (!position) throw new Error('the dish was not found')
  const slopesOf = (picture: typeof plate) => surfaceSlopes(picture, dish, position, left, 5).data
  const [bare, covered] = [slopesOf(plate), slopesOf(mash)]
  const largest = (from: number, to: number) => {
    const row = 160 * width
    return Math.max(
      ...Array.from({ length: to - from }, (_, x) => Math.abs(covered[row + from + x] - bare[row + from + x])),
    )
  }
  expect(largest(215, 280)).toBeLessThan(0.2 * largest(130, 190))
})
