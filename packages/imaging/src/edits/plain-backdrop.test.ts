import { expect, test } from 'vitest'
import { plainBackdrop } from './plain-backdrop.ts'

const WIDTH = 320
const HEIGHT = 240

/** A green plate, seen from above, on a brown table. */
function plate() {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < alpha.length; i++) {
    const isInside = Math.hypot((i % WIDTH) - 160, Math.floor(i / WIDTH) - 110) < 70
    alpha[i] = isInside ? 255 : 0
    data.set(isInside ? [60, 130, 70] : [150, 90, 60], 3 * i)
  }
  const size = { width: WIDTH, height: HEIGHT }
  return {
    pixels: { data, ...size, channels: 3 as const },
    subject: { alpha, ...size, confidence: 0.95, engine: 'isnet' },
  }
}

const { pixels, subject } = plate()
const onColours = async (...colours: string[]) => {
  const { data } = await plainBackdrop(pixels, subject, colours)
  return (x: number, y: number) => [...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)]
}

test('a colour is exactly that away from the dish, which keeps its own', async () => {
  const at = await onColours('#f4c430')
  expect(at(2, 2)).toEqual([0xf4, 0xc4, 0x30])
  expect(at(160, 110)).toEqual([60, 130, 70])
})

test('the shadow lies where the dish stands, and not above it', async () => {
  const at = await onColours('#ffffff')
  const [below = 0, above = 0] = [at(160, 185)[0], at(160, 35)[0]]
  expect(below).toBeLessThan(225)
  expect(above).toBeGreaterThan(below + 15)
})

test('a gradient goes from one colour to the other without a step', async () => {
  const at = await onColours('#ffffff', '#808080')
  expect(Math.abs((at(2, 0)[0] ?? 0) - 255)).toBeLessThan(3)
  expect(Math.abs((at(2, HEIGHT - 1)[0] ?? 0) - 128)).toBeLessThan(3)
  for (let y = 1; y < HEIGHT; y++) {
    expect(Math.abs((at(2, y)[0] ?? 0) - (at(2, y - 1)[0] ?? 0))).toBeLessThan(4)
  }
})
