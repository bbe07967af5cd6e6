import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { fuseScales, inferAtTwoScales } from './two-scale-inference.ts'

const small = drawPicture(96, 64, (x, y) => (Math.hypot(x - 48, y - 32) < 20 ? [200, 90, 40] : [240, 240, 240]))

/** A network of any size that sees nothing and logs on which side it is asked. `answer` is awaited before it replies. */
const logging = (asked: number[], answer: (side: number) => unknown = () => {}): Network => ({
  engine: 'drawn',
  anySize: true,
  run: async ({ dims }) => {
    const side = dims[3] ?? 0
    asked.push(side)
    await answer(side)
    return { data: new Float32Array(side * side), dims: [1, 1, side, side] }
  },
})
const failing = (on: number) => (side: number) => {
  if (side === on) throw new Error(`no memory for ${side}`)
}

test('further opinions are asked for behind the first two predictions, and before the last of them has answered', async () => {
  const asked: number[] = []
  const answers = new Map<number, () => void>()
  const network = logging(asked, (side) => new Promise<void>((resolve) => answers.set(side, resolve)))
  const finding = inferAtTwoScales(small, network, network)
  // Which of the two is ready to ask first depends on the machine.
  await expect.poll(() => asked.toSorted()).toEqual([512, 768])
  answers.get(512)?.()
  await expect.poll(() => asked.toSorted()).toEqual([256, 320, 512, 768])
  for (const side of [768, 256, 320]) answers.get(side)?.()
  const found = await finding
  if ('opinions' in found) await found.opinions
})

test.each([512, 768])(
  'a prediction on a square of %i that fails is the only error, whatever was asked beside it',
  async (side) => {
    const finding = inferAtTwoScales(small, logging([], failing(side)), logging([], failing(320)))
    await expect(finding).rejects.toThrow(`no memory for ${side}`)
  },
)

test.each([256, 320])('an opinion on a square of %i that fails throws its error where it is awaited', async (side) => {
  const asked: number[] = []
  const network = logging(asked, failing(side))
  const found = await inferAtTwoScales(small, network, network)
  if (!('opinions' in found)) throw new Error('one scale only')
  await expect.poll(() => asked).toContain(side)
  // The failure is over after this turn. Had nobody handled it, the test run would report it.
  await new Promise((resolve) => setImmediate(resolve))
  await expect(found.opinions).rejects.toThrow(`no memory for ${side}`)
})

const [WIDTH, HEIGHT] = [400, 320]
type Shape = (x: number, y: number) => number

/** Soft over `edge` pixels. */
const disc =
  (cx: number, cy: number, radius: number, edge = 1, alpha = 255): Shape =>
  (x, y) =>
    alpha * Math.min(1, Math.max(0, (radius - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)) / edge + 0.5))
const bar =
  (left: number, top: number, width: number, height: number, alpha = 255): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height ? alpha : 0
const any =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)))

const maskOf = (shape: Shape) => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => Math.round(shape(i % WIDTH, Math.floor(i / WIDTH)))),
  width: WIDTH,
  height: HEIGHT,
})
const both = (far: Shape, near: Shape) => fuseScales(maskOf(far), maskOf(near))
const at = ({ alpha }: { alpha: Uint8Array }, x: number, y: number) => alpha[y * WIDTH + x]

const dish = disc(200, 160, 100)
/** The same dish on the coarse scale: its edge is wide, and a little too far out. */
const blurred = disc(200, 160, 101, 6)

describe('the fusion of two scales', () => {
  test('has the edge of the fine mask, without a fringe of the coarse one', () => {
    const near = maskOf(dish)
    const mask = both(blurred, dish)
    expect(mask).toMatchObject({ width: WIDTH, height: HEIGHT })
    let worst = 0
    for (let i = 0; i < near.alpha.length; i++) worst = Math.max(worst, Math.abs(mask.alpha[i] - near.alpha[i]))
    expect(worst).toBeLessThanOrEqual(2)
  })

  test('keeps the whole plate when the fine mask shows only the food', () => {
    const mask = both(dish, disc(200, 160, 50))
    for (let x = 104; x < 297; x++) expect(at(mask, x, 160)).toBe(255)
    expect(at(mask, 96, 160)).toBe(0)
  })

  test('keeps a stem that only the fine mask shows', () => {
    const mask = both(blurred, any(dish, bar(295, 158, 80, 4)))
    expect(at(mask, 360, 160)).toBe(255)
  })

  test("drops what one mask half shows and the other does not, up to the other's edge", () => {
    const smear = bar(20, 120, 100, 60, 150)
    for (const mask of [both(dish, any(dish, smear)), both(any(dish, smear), dish)]) {
      expect(at(mask, 50, 150)).toBe(0)
      for (let x = 20; x < 97; x++) expect(at(mask, x, 160)).toBeLessThan(8)
      expect(at(mask, 104, 160)).toBe(255)
    }
  })

  test('keeps what both masks half show', () => {
    const glass = bar(320, 100, 60, 60, 150)
    expect(at(both(any(dish, glass), any(dish, glass)), 350, 130)).toBe(150)
  })

  test('drops thin things beside the dish that only the coarse mask shows, and keeps a handle that the fine one hints at', () => {
    const handle = (alpha: number) => bar(295, 156, 80, 8, alpha)
    expect(at(both(any(dish, handle(255)), dish), 350, 160)).toBe(0)
    expect(at(both(any(dish, handle(255)), any(dish, handle(40))), 350, 160)).toBe(255)
  })

  test('drops a separate slender thing that only the coarse mask shows, and keeps a second dish', () => {
    const mask = both(any(dish, bar(60, 290, 300, 26), disc(350, 50, 40)), dish)
    expect(at(mask, 200, 303)).toBe(0)
    expect(at(mask, 350, 50)).toBe(255)
  })

  test('agrees on a plate that one mask is certain of, and not on what neither is certain of', () => {
    expect(both(dish, disc(200, 160, 50)).agreement).toBeGreaterThan(0.97)
    expect(both(any(dish, bar(0, 0, 400, 60, 120)), dish).agreement).toBeLessThan(0.7)
    expect(
      both(
        () => 0,
        () => 0,
      ).agreement,
    ).toBe(0)
  })
})
