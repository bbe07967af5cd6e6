import { expect, test } from 'vitest'
import { stopsForDimWare } from './dim-ware.ts'

const tone = (light: number, colour = 0.05) => ({ light, warmth: colour, colour })

test('a dish on pale ware in a dim photo gets light, as much as its ware or its food needs and no more', () => {
  const stops = stopsForDimWare({ ware: tone(0.5), food: tone(0.35, 0.3) })
  expect(stops).toBeGreaterThan(0.3)
  expect(stops).toBeLessThanOrEqual(0.7)
  expect(stopsForDimWare({ ware: tone(0.5), food: tone(0.6, 0.3) })).toBe(0)
})

test.each([
  ['on a plate that is light already', tone(0.8)],
  ['on a black plate', tone(0.2)],
  ['on a coloured plate', tone(0.5, 0.4)],
])('dark food %s stays as dark as it is', (_, ware) => {
  expect(stopsForDimWare({ ware, food: tone(0.2, 0.2) })).toBe(0)
})
