import { expect, test } from 'vitest'
import { boxArea } from './box-area.ts'
import { patchArea, regionAround } from './patch-area.ts'

const SIZE = { width: 200, height: 150 }
const filled = (size: { width: number; height: number }, value: number, channels: 3 | 4 = 3) => ({
  data: new Uint8Array(size.width * size.height * channels).fill(value),
  ...size,
  channels,
})
const area = boxArea(SIZE, { x: 0.25, y: 0.2, width: 0.3, height: 0.4 })

test('a patch replaces the area, begins gradually, and leaves every pixel outside', async () => {
  const pixels = filled(SIZE, 50)
  const region = regionAround(area, SIZE)!
  await patchArea(pixels, area, region, filled(region, 250))
  const at = (x: number, y: number) => pixels.data[3 * (y * SIZE.width + x)]!
  for (let i = 0; i < area.length; i++) if (area[i] === 0) expect(pixels.data[3 * i]).toBe(50)
  expect(at(80, 60)).toBe(250)
  expect(at(50, 60)).toBeLessThan(120)
  expect(at(52, 60)).toBeGreaterThan(at(50, 60))
})

test('what is transparent stays transparent', async () => {
  const pixels = filled(SIZE, 50, 4)
  const region = regionAround(area, SIZE)!
  await patchArea(pixels, area, region, filled(region, 250))
  expect(pixels.data[4 * (60 * SIZE.width + 80)]).toBe(250)
  expect(pixels.data[4 * (60 * SIZE.width + 80) + 3]).toBe(50)
})

test('a region shows the area with its surroundings, and there is none for an empty area', () => {
  expect(regionAround(area, SIZE)).toEqual({ left: 20, top: 0, width: 120, height: 120 })
  expect(regionAround(new Uint8Array(SIZE.width * SIZE.height), SIZE)).toBeUndefined()
})
