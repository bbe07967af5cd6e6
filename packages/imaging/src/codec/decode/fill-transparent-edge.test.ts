import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodeImage } from './decode-image.ts'

const [WIDTH, HEIGHT] = [40, 30]

/** A WebP file of a slope of greys whose alpha is given by place; what is transparent is black. */
const photoWith = (alphaAt: (x: number, y: number) => number) => {
  const data = Buffer.alloc(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const alpha = alphaAt(x, y)
    data.set([...(alpha === 255 ? [100 + x, 110 + y, 90] : [0, 0, 0]), alpha], 4 * i)
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .webp({ lossless: true, exact: true })
    .toBuffer()
}

test('a photo whose last row and column are transparent is a whole photo: they get the colours beside them', async () => {
  const { data, channels } = await decodeImage(
    await photoWith((x, y) => (x === WIDTH - 1 || y === HEIGHT - 1 ? 0 : 255)),
  )
  expect(channels).toBe(3)
  const at = (x: number, y: number) => [...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)]
  expect(at(10, 20)).toEqual([110, 130, 90])
  expect(at(WIDTH - 1, 20)).toEqual([100 + WIDTH - 3, 130, 90])
  expect(at(10, HEIGHT - 1)).toEqual([110, 110 + HEIGHT - 3, 90])
  expect(at(WIDTH - 1, HEIGHT - 1)).toEqual([100 + WIDTH - 3, 110 + HEIGHT - 3, 90])
})

test('a cut-out keeps its transparency, also where it is transparent at one place only', async () => {
  const file = await photoWith((x, y) => (x === 2 && y === 15 ? 254 : 255))
  const { data, channels } = await decodeImage(file)
  expect(channels).toBe(4)
  expect(data[4 * (15 * WIDTH + 2) + 3]).toBe(254)
})
