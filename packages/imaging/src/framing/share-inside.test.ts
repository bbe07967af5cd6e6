import { expect, test } from 'vitest'
import { ellipseMask } from '../raster/masks/ellipse-mask.ts'
import { holdsDish, shareInside } from './share-inside.ts'

const picture = { width: 2000, height: 2000 }
const box = { left: 500, top: 500, width: 1000, height: 1000 }
const plate = { dish: { ...box, focus: { x: 1000, y: 1000 } }, mask: ellipseMask(picture, box) }
const frameFrom = (top: number) => ({ left: 0, top, width: 2000, height: 2000 - top })

test('a frame that shaves the rim of a round plate does not hold it, although the piece is a small share of the plate', () => {
  expect(shareInside(picture, plate, frameFrom(545))).toBeGreaterThan(0.98)
  expect(holdsDish(picture, plate, frameFrom(545))).toBe(false)
})

test('a frame that cuts less than an eye sees holds the plate', () => {
  expect(holdsDish(picture, plate, frameFrom(506))).toBe(true)
})
