import type { Networks } from '@platelight/imaging/network-port.ts'
import type { Pixels } from '@platelight/imaging/raster/pixels.ts'
import { expect, test } from 'vitest'
import { cutByPhotoWarnings, findCutOut } from './find-cut-out.ts'

const [WIDTH, HEIGHT] = [512, 384]
const isPlate = (u: number, v: number) => Math.hypot((u - 0.5) * (WIDTH / HEIGHT), v - 0.5) < 0.36
/** A scrap of the table beside the plate. */
const isScrap = (u: number, v: number) => Math.abs(u - 0.78) < 0.07 && Math.abs(v - 0.6) < 0.02

type Shape = (u: number, v: number) => boolean

const photoOf = (isDish: Shape): Pixels => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const dish = isDish((i % WIDTH) / WIDTH, Math.floor(i / WIDTH) / HEIGHT)
    data.set(dish ? [224, 220, 214] : [70, 50, 38], 3 * i)
  }
  return { data, width: WIDTH, height: HEIGHT, channels: 3 }
}

/** A cut-out network that sees this shape. */
const seeing = (isDish: Shape): Networks => ({
  find: async (use) =>
    use !== 'cutout'
      ? undefined
      : {
          engine: 'drawn',
          run: async ({ dims: [, , height = 0, width = 0] }) => ({
            data: Float32Array.from({ length: width * height }, (_, i) =>
              isDish(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height) ? 1 : 0,
            ),
            dims: [1, 1, height, width],
          }),
        },
})

const found = async (isDish: Shape) => {
  const { subject, warnings } = await findCutOut(photoOf(isDish), seeing(isDish), undefined)
  return { confidence: subject.confidence, codes: warnings.map(({ code }) => code) }
}

test('a certain cut-out with an even outline says nothing, and one with a scrap at its rim says so', async () => {
  const even = await found(isPlate)
  expect(even.confidence).toBeGreaterThanOrEqual(0.9)
  expect(even.codes).toEqual([])
  const ragged = await found((u, v) => isPlate(u, v) || isScrap(u, v))
  expect(ragged.confidence).toBeGreaterThanOrEqual(0.9)
  expect(ragged.codes).toEqual(['outline_ragged'])
})

test('says at which sides the photo cuts the dish, and nothing of a whole one', async () => {
  const reported = async (isDish: Shape) =>
    cutByPhotoWarnings((await findCutOut(photoOf(isDish), seeing(isDish), undefined)).subject)
  expect(await reported(isPlate)).toEqual([])
  const [warning, ...others] = await reported((u, v) => isPlate(u + 0.25, v + 0.3))
  expect(others).toEqual([])
  expect(warning?.code).toBe('dish_cut')
  expect(warning?.message).toContain('a straight edge at its left and top.')
})
