import { expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { weighFood } from './weigh-food.ts'

const [WIDTH, HEIGHT] = [200, 120]
/** Colourful stew at the left and speckled grains at the right of a white plate, on a dark table. */
const isPlate = (x: number, y: number) => Math.hypot((x - 100) / 95, (y - 60) / 55) < 1
const isStew = (x: number, y: number) => Math.hypot(x - 50, y - 60) < 22
const isGrain = (x: number, y: number) => Math.hypot(x - 150, y - 60) < 22
const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
  if (isStew(x, y)) return [170, 70, 30]
  if (isGrain(x, y)) return (x + y) % 5 < 2 ? [120, 118, 112] : [225, 222, 214]
  return isPlate(x, y) ? [232, 232, 230] : [50, 42, 38]
})
const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  isPlate(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0,
)

test('colourful food and pale uneven food weigh much, bare ware little, and the table nothing', async () => {
  const weights = await weighFood(photo, { alpha, width: WIDTH, height: HEIGHT })
  const at = (x: number, y: number) => weights.alpha[y * weights.width + x] ?? -1
  expect([weights.width, weights.height]).toEqual([WIDTH, HEIGHT])
  expect(at(50, 60)).toBeGreaterThan(230)
  expect(at(150, 60)).toBeGreaterThan(180)
  expect(at(100, 60)).toBeGreaterThan(10)
  expect(at(100, 60)).toBeLessThan(50)
  expect(at(3, 3)).toBe(0)
})

test('an all-white dish weighs the same everywhere, so that it still has a middle', async () => {
  const white = drawPicture(WIDTH, HEIGHT, () => [235, 235, 235])
  const weights = await weighFood(white, { alpha, width: WIDTH, height: HEIGHT })
  expect(weights.alpha[60 * WIDTH + 30]).toBe(weights.alpha[60 * WIDTH + 150])
  expect(weights.alpha[60 * WIDTH + 30]).toBeGreaterThan(0)
})
