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
