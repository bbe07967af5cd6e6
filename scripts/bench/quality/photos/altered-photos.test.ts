import { describe, expect, test } from 'vitest'
import { CROPS, type Drawn, inHaze, inLight, LIGHTS } from './altered-photos.ts'

const [WIDTH, HEIGHT] = [100, 80]
const isDish = (i: number) => Math.hypot((i % WIDTH) - 50, Math.floor(i / WIDTH) - 40) < 30
/** A dish of grey 200 on a black table. */
const drawn: Drawn = {
  pixels: {
    data: Uint8Array.from({ length: 3 * WIDTH * HEIGHT }, (_, i) => (isDish(Math.floor(i / 3)) ? 200 : 0)),
    width: WIDTH,
    height: HEIGHT,
    channels: 3,
  },
  dish: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (isDish(i) ? 255 : 0)),
}

describe('a photo in other light', () => {
  test('is warm under a lamp, dark at its corners under a flash, and black stays black', () => {
    const lamp = inLight(drawn.pixels, LIGHTS.lamp)
    const middle = 3 * (40 * WIDTH + 50)
    expect(lamp.data[middle]).toBeGreaterThan(lamp.data[middle + 2]! + 30)
    expect(lamp.data[0]).toBe(0)
    const flash = inLight({ ...drawn.pixels, data: drawn.pixels.data.map(() => 200) }, LIGHTS.flash)
    expect(flash.data[middle]).toBeGreaterThan(flash.data[0]! + 40)
  })

  test('has nothing black under a veil', () => {
    expect(Math.min(...inHaze(drawn.pixels).data)).toBeGreaterThan(60)
  })
})

test.each(Object.entries(CROPS))('a photo %s is cut with its drawing, and the frame cuts the dish', (_, crop) => {
  const { pixels, dish } = crop(drawn)
  const { width, height } = pixels
  expect(dish).toHaveLength(width * height)
  expect(dish.every((value, i) => (value === 255) === (pixels.data[3 * i] === 200))).toBe(true)
  const atBorder = dish.some(
    (value, i) => value === 255 && (i % width === 0 || i % width === width - 1 || i >= width * (height - 1)),
  )
  expect(atBorder).toBe(true)
})
