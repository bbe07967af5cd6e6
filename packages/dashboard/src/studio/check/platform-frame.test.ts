import { expect, test } from 'vitest'
import { placeOfProblem, platformShape } from './platform-frame.ts'

const profile = { size: { width: 1600, height: 900 }, format: 'jpeg' as const }

test('the frame has the shape that is taken and nearest to the photo, as large as the photo allows', () => {
  const aspects = { rules: { aspects: ['1:1', '4:3'] }, export: profile }
  expect(platformShape(aspects, 1000, 800)).toMatchObject({ ratio: '4:3', frame: { x: 0, width: 1 } })
  expect(platformShape(aspects, 1000, 800).frame.height).toBeCloseTo(0.9375)
  const range = { rules: { aspect_range: ['1:1', '3:2'] }, export: profile }
  expect(platformShape(range, 1200, 1000).frame).toMatchObject({ x: 0, y: 0 })
  expect(platformShape(range, 2000, 1000)).toMatchObject({ ratio: '3:2', frame: { x: 0.125, width: 0.75, height: 1 } })
  const none = { rules: {}, export: { ...profile, safe_area: { width: 800, height: 900 } } }
  expect(platformShape(none, 1600, 900)).toMatchObject({
    ratio: '16:9',
    safe: { x: 0.25, y: 0, width: 0.5, height: 1 },
  })
})

test('a wrong shape is shown where the platform would cut', () => {
  const square = { rules: { size: { width: 500, height: 500 } }, export: profile }
  expect(placeOfProblem({ rule: 'aspect' }, platformShape(square, 2000, 1000))).toEqual({ x: 0.125, y: 0.5 })
  expect(placeOfProblem({ rule: 'aspect' }, platformShape(square, 1000, 2000))).toEqual({ x: 0.5, y: 0.125 })
})
