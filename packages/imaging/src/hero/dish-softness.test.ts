import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawLeaves } from '../../test/support/leaves.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { isDishBlurred } from './dish-softness.ts'

const [WIDTH, HEIGHT] = [1200, 900]
const subject: Subject = {
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    Math.hypot((i % WIDTH) - WIDTH / 2, Math.floor(i / WIDTH) - HEIGHT / 2) < 0.44 * HEIGHT ? 255 : 0,
  ),
  width: WIDTH,
  height: HEIGHT,
  confidence: 0.9,
  engine: 'test',
}
const dish = drawLeaves(WIDTH, HEIGHT)

const blurredBy = async ({ data, width, height }: Pixels, deviation: number): Promise<Pixels> => ({
  data: await sharp(data, { raw: { width, height, channels: 3 } })
    .blur(deviation)
    .raw()
    .toBuffer(),
  width,
  height,
  channels: 3,
})

it('says that a dish out of focus is blurred, and that one in focus is not', async () => {
  expect(await isDishBlurred(dish, subject)).toBe(false)
  expect(await isDishBlurred(await blurredBy(dish, 2), subject)).toBe(true)
})

it('says nothing of a small dish, and of none', async () => {
  const small = { ...subject, alpha: subject.alpha.map((value, i) => (i % WIDTH < WIDTH / 2 ? value : 0)) }
  expect(await isDishBlurred(await blurredBy(drawLeaves(400, 300), 2), small)).toBe(false)
  expect(await isDishBlurred(dish, { ...subject, alpha: new Uint8Array(WIDTH * HEIGHT) })).toBe(false)
})
