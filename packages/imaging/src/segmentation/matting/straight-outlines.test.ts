import { expect, test } from 'vitest'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { valueNoise } from '../../raster/value-noise.ts'
import { cutOut } from './cut-out.ts'

const [WIDTH, HEIGHT, TIMES] = [720, 480, 3]
const RADIUS = 170
const fromMiddle = (x: number, y: number) => Math.hypot(x - 330, y - 240)
/** A stalk that lies over the rim. */
const isStalk = (x: number, y: number) => x > 420 && x < 600 && Math.abs(y - 240) < 5

/** A white plate with a stalk, in the picture and as a network sees both: with a soft edge on a copy of a third of the size. */
async function cutFrom(tableAt: (x: number, y: number) => readonly number[]) {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  const [width, height] = [WIDTH / TIMES, HEIGHT / TIMES]
  const alpha = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const cover = clamp(RADIUS - fromMiddle(x, y) + 0.5, 0, 1)
      const table = tableAt(x, y)
      const colour = isStalk(x, y) ? [60, 130, 50] : [232, 230, 226].map((c, k) => table[k] + (c - table[k]) * cover)
      data.set(colour, 3 * i)
      const seen = isStalk(x, y) ? 1 : clamp((RADIUS - fromMiddle(x, y)) / 8 + 0.5, 0, 1)
      const to = Math.floor(y / TIMES) * width + Math.floor(x / TIMES)
      alpha[to] = Math.max(alpha[to], Math.round(255 * seen))
    }
  }
  const pixels: Pixels = { data, width: WIDTH, height: HEIGHT, channels: 3 }
  return cutOut(pixels, { alpha, width, height, confidence: 0.9, engine: 'isnet' })
}

/** How unevenly far the cut-out reaches along the rim: the deviation of where its alpha falls below one half, in pixels. */
function unevenness({ data }: Pixels): number {
  const reaches: number[] = []
  for (let angle = 0.3; angle < 2 * Math.PI - 0.3; angle += 0.01) {
    let reach = RADIUS - 12
    for (let far = reach; far < RADIUS + 12; far += 0.25) {
      const [x, y] = [Math.round(330 + far * Math.cos(angle)), Math.round(240 + far * Math.sin(angle))]
      if (data[4 * (y * WIDTH + x) + 3] >= 128) reach = far
    }
    reaches.push(reach)
  }
  const mean = reaches.reduce((sum, reach) => sum + reach, 0) / reaches.length
  return Math.sqrt(reaches.reduce((sum, reach) => sum + (reach - mean) ** 2, 0) / reaches.length)
}

/** A stone with grains as light as the plate. */
const granite = (x: number, y: number) => {
  const light = valueNoise(x / 2.5, y / 2.5) > 0.3 ? 200 : 80
  return [light, light, light - 4]
}

test('the grains of a stone that have the colour of the plate leave no fur on its rim', async () => {
  expect(unevenness(await cutFrom(granite))).toBeLessThan(0.7)
})

test('a stalk that lies over the rim keeps its whole width', async () => {
  const { data } = await cutFrom(() => [90, 70, 50])
  for (let x = 520; x < 590; x++) {
    for (let y = 237; y <= 243; y++) expect(data[4 * (y * WIDTH + x) + 3]).toBeGreaterThan(200)
    for (const y of [226, 254]) expect(data[4 * (y * WIDTH + x) + 3]).toBeLessThan(40)
  }
})
