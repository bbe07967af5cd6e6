import { describe, expect, test } from 'vitest'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { valueNoise } from '../raster/value-noise.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { cutOut } from './cut-out.ts'

type Colour = readonly [number, number, number]
const [WIDTH, HEIGHT, LINE] = [240, 120, 120.5]

/** A picture of vertical stripes and a mask with one value per column. */
const striped = (colourAt: (x: number) => readonly number[], maskAt: (x: number) => number) => {
  const data = new Uint8Array(3 * WIDTH * HEIGHT)
  const alpha = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    data.set(colourAt((i % WIDTH) + 0.5), 3 * i)
    alpha[i] = Math.round(255 * maskAt((i % WIDTH) + 0.5))
  }
  const pixels: Pixels = { data, width: WIDTH, height: HEIGHT, channels: 3 }
  const subject: Subject = { alpha, width: WIDTH, height: HEIGHT, confidence: 0.9, engine: 'isnet' }
  return { pixels, subject }
}
const ramp = (x: number, line: number, over: number) => Math.min(1, Math.max(0, (x - line) / over + 0.5))
const rowOf = async ({ pixels, subject }: ReturnType<typeof striped>) =>
  (await cutOut(pixels, subject)).data.subarray(4 * WIDTH * 60, 4 * WIDTH * 61)

describe('the outline of a cut-out', () => {
  for (const [name, dish, table] of [
    ['a dark dish on white', [60, 68, 76], [235, 234, 231]],
    ['a white dish on wood', [240, 238, 232], [116, 82, 50]],
  ] as const) {
    for (const beside of [-2, 2]) {
      test(`follows the picture, although the mask is ${beside} pixels beside it: ${name}`, async () => {
        const mixed = (x: number) => dish.map((value, c) => table[c] + (value - table[c]) * ramp(x, LINE, 3))
        const row = await rowOf(striped(mixed, (x) => ramp(x, LINE + beside, 7)))
        let [ours, masks] = [0, 0]
        for (let x = 0; x < WIDTH; x++) {
          const truth = 255 * ramp(x + 0.5, LINE, 3)
          ours += Math.abs(row[4 * x + 3] - truth)
          masks += Math.abs(255 * ramp(x + 0.5, LINE + beside, 7) - truth)
        }
        expect(ours).toBeLessThan(0.3 * masks)
      })
    }
  }

  test('keeps the colour of a rim that is lighter than the table around a darker dish', async () => {
    const [dish, rim, table]: Colour[] = [
      [120, 150, 175],
      [226, 222, 214],
      [183, 183, 183],
    ]
    const colours = (x: number) => (x < LINE ? table! : x < LINE + 5 ? rim! : dish!)
    // Networks see such rims like this: the rim half, and only the inside firmly.
    const row = await rowOf(striped(colours, (x) => (x < LINE ? 0 : x < LINE + 5 ? 0.55 : 1)))
    const shown = [1, 2, 3].map((inside) => 4 * (Math.ceil(LINE) + inside))
    for (const at of shown) {
      expect(row[at + 3]).toBeGreaterThan(90)
      rim!.forEach((value, c) => {
        expect(Math.abs(row[at + c] - value)).toBeLessThan(16)
      })
    }
  })

  test('follows the mask on a coarse cloth, whose threads only look like mixtures', async () => {
    const dish = [214, 80, 60]
    const threads = (x: number) => (Math.floor(x / 2) % 2 === 0 ? [122, 116, 110] : [190, 184, 178])
    const mask = (x: number) => ramp(x, LINE, 9)
    const row = await rowOf(striped((x) => (x < LINE ? threads(x) : dish), mask))
    for (let x = 112; x < LINE; x++) expect(Math.abs(row[4 * x + 3] - 255 * mask(x + 0.5))).toBeLessThan(24)
  })

  test('follows the mask where dish and table have the same colour', async () => {
    const row = await rowOf(
      striped(
        () => [200, 198, 194],
        (x) => ramp(x, LINE, 6),
      ),
    )
    for (let x = 110; x < 132; x++) expect(Math.abs(row[4 * x + 3] - 255 * ramp(x + 0.5, LINE, 6))).toBeLessThan(24)
  })
})

describe('straight outlines', () => {
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
})
