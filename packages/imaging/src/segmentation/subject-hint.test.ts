import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import type { Networks } from '../network-port.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { findSubject } from './find-subject.ts'
import { findHinted } from './subject-hint.ts'

const TABLE = [104, 72, 48] as const
const PLATE = [224, 220, 214] as const
/** Two white plates on a dark table, a large one on the left and a small one on the right. */
const PLATES = [
  { x: 180, y: 180, radius: 110 },
  { x: 500, y: 260, radius: 60 },
] as const
const [LARGE, SMALL] = PLATES
const tableWith = (plates: readonly { x: number; y: number; radius: number }[]) =>
  drawPicture(640, 400, (x, y) =>
    plates.some((plate) => Math.hypot(x - plate.x, y - plate.y) < plate.radius) ? PLATE : TABLE,
  )
const photo = tableWith(PLATES)
const boxOf = ({ x, y, radius }: (typeof PLATES)[number]) => ({
  x: (x - radius) / 640,
  y: (y - radius) / 400,
  width: (2 * radius) / 640,
  height: (2 * radius) / 400,
})
const pointOf = ({ x, y }: { x: number; y: number }) => ({ x: x / 640, y: y / 400 })

/** A finder that sees what is bright, and notes the sizes of the pictures that it was given. */
const brightFinder = (confidence = 0.4, sees: (x: number, y: number) => boolean = () => true) => {
  const sizes: { width: number; height: number }[] = []
  const find = async ({ data, width, height, channels }: typeof photo) => {
    sizes.push({ width, height })
    const alpha = Uint8Array.from({ length: width * height }, (_, i) =>
      data[channels * i] > 180 && sees(i % width, Math.floor(i / width)) ? 255 : 0,
    )
    const isEmpty = alpha.every((value) => value === 0)
    return { alpha, width, height, confidence: isEmpty ? 0 : confidence, engine: 'bright', components: 2 }
  }
  return { find, sizes }
}

const covers = ({ alpha, width }: SoftMask, { x, y }: { readonly x: number; readonly y: number }) =>
  alpha[y * width + x] > 127

describe('a box', () => {
  test('limits the subject to the thing in it', async () => {
    const found = await findHinted(photo, { box: boxOf(SMALL) }, brightFinder().find)
    expect([found.width, found.height]).toEqual([640, 400])
    expect(covers(found, SMALL)).toBe(true)
    expect(covers(found, LARGE)).toBe(false)
    expect(found.components).toBe(1)
  })

  test('is searched with a margin, so that the outline has surroundings', async () => {
    const { find, sizes } = brightFinder(0.85)
    await findHinted(photo, { box: boxOf(SMALL) }, find)
    expect(sizes).toEqual([{ width: 144, height: 144 }])
  })

  test('gets what the whole picture shows there, if that is likelier and has its size', async () => {
    const whole = brightFinder(0.7, (x) => x > 300)
    const find = async (part: typeof photo) =>
      part.width === 640 ? whole.find(part) : brightFinder(0.2, (x, y) => x > 20 && y > 20).find(part)
    const found = await findHinted(photo, { box: boxOf(SMALL) }, find)
    expect([covers(found, { x: 443, y: 260 }), covers(found, LARGE)]).toEqual([true, false])
    expect(found.confidence).toBeGreaterThanOrEqual(0.7)
    const other = await findHinted(photo, { box: { ...boxOf(SMALL), height: 0.2 } }, find)
    expect(other.confidence).toBeLessThan(0.5)
  })

  test('leaves out what only reaches into it', async () => {
    const { x, y, width, height } = boxOf(SMALL)
    const wide = { x: 0.43, y, width: x + width - 0.43, height }
    const found = await findHinted(photo, { box: wide }, brightFinder().find)
    expect(covers(found, SMALL)).toBe(true)
    expect(found.alpha.filter((value, i) => value > 0 && i % 640 < 400)).toHaveLength(0)
  })

  test('holds the subject, with 5 % of play', async () => {
    // The plate is 120 pixels wide, and the box cuts 30 of them off.
    const { x, y, width, height } = boxOf(SMALL)
    const found = await findHinted(photo, { box: { x, y, width: 0.75 * width, height } }, brightFinder().find)
    const columns = [...found.alpha.keys()].filter((i) => found.alpha[i] > 0).map((i) => i % 640)
    expect(Math.max(...columns)).toBeGreaterThan(528)
    expect(Math.max(...columns)).toBeLessThanOrEqual(535)
  })

  test('may reach beyond the picture', async () => {
    const found = await findHinted(photo, { box: { x: 0.6, y: 0.3, width: 1, height: 1 } }, brightFinder().find)
    expect(covers(found, SMALL)).toBe(true)
  })

  test('raises the confidence in a mask of its size, and does not in one that is much smaller', async () => {
    const { find } = brightFinder(0.4)
    const close = await findHinted(photo, { box: boxOf(SMALL) }, find)
    const wide = await findHinted(photo, { box: { x: 0.5, y: 0, width: 0.5, height: 1 } }, find)
    expect(close.confidence).toBeGreaterThanOrEqual(0.5)
    expect(wide.confidence).toBe(0.4)
  })

  test('never makes sure of an outline that was doubtful', async () => {
    expect((await findHinted(photo, { box: boxOf(SMALL) }, brightFinder(0.8).find)).confidence).toBeLessThan(0.9)
  })

  test('with nothing in it has no subject', async () => {
    const found = await findHinted(photo, { box: { x: 0.5, y: 0, width: 0.2, height: 0.2 } }, brightFinder().find)
    expect(found.confidence).toBe(0)
    expect(found.alpha.every((value) => value === 0)).toBe(true)
  })

  test('moves objects to their places in the picture', async () => {
    const found = await findHinted(photo, { box: boxOf(SMALL) }, async (part) => ({
      ...(await brightFinder().find(part)),
      objects: [{ label: 'bowl' as const, score: 0.9, box: { left: 12, top: 12, width: 120, height: 120 } }],
    }))
    expect(found.objects?.[0]?.box).toEqual({ left: 440, top: 200, width: 120, height: 120 })
  })
})

describe('a point', () => {
  test('keeps the thing that holds it, without a second search', async () => {
    const { find, sizes } = brightFinder()
    const found = await findHinted(photo, { point: pointOf(SMALL) }, find)
    expect(sizes).toHaveLength(1)
    expect([covers(found, SMALL), covers(found, LARGE)]).toEqual([true, false])
    expect(found.confidence).toBeGreaterThan(0.4)
  })

  test('may miss the thing by a little, and lies in the mask all the same', async () => {
    const beside = { x: SMALL.x + 70, y: SMALL.y }
    const found = await findHinted(photo, { point: pointOf(beside) }, brightFinder().find)
    expect([covers(found, SMALL), covers(found, beside), covers(found, LARGE)]).toEqual([true, true, false])
  })

  test('on a thing that was not found leads to a closer look', async () => {
    const { find, sizes } = brightFinder(0.4, (x) => x < 320)
    const found = await findHinted(photo, { point: pointOf(SMALL) }, find)
    expect(sizes).toEqual([
      { width: 640, height: 400 },
      { width: 640, height: 400 },
      { width: 240, height: 240 },
    ])
    expect([covers(found, SMALL), covers(found, LARGE)]).toEqual([true, false])
  })

  test('on the bare table has no subject', async () => {
    const found = await findHinted(photo, { point: { x: 0.5, y: 0.9 } }, brightFinder().find)
    expect(found.confidence).toBe(0)
    expect(found.alpha.every((value) => value === 0)).toBe(true)
  })
})

describe('findSubject', () => {
  /** A cut-out network that sees what is bright. */
  const bright: Networks = {
    find: async (use) =>
      use === 'cutout'
        ? {
            engine: 'bright',
            run: async ({ data, dims: [, , height = 0, width = 0] }) => ({
              data: Float32Array.from({ length: width * height }, (_, i) => (data[i] > 0.1 ? 1 : 0)),
              dims: [1, 1, height, width],
            }),
          }
        : undefined,
  }

  test('takes all dishes for the subject, and only the one that somebody points out', async () => {
    const all = await findSubject(photo, bright)
    const one = await findSubject(photo, bright, { point: pointOf(SMALL) })
    const boxed = await findSubject(photo, bright, { box: boxOf(LARGE) })
    expect([covers(all, SMALL), covers(all, LARGE)]).toEqual([true, true])
    expect([covers(one, SMALL), covers(one, LARGE)]).toEqual([true, false])
    expect([covers(boxed, SMALL), covers(boxed, LARGE)]).toEqual([false, true])
    expect(boxed.engine).toBe('bright')
  })

  test('leaves out a dish that the frame cuts beside a larger one that is whole, unless somebody points it out', async () => {
    const edge = { x: 630, y: 290, radius: 105 }
    const [top, bottom] = [
      { x: 600, y: 205 },
      { x: 600, y: 380 },
    ]
    const cut = tableWith([LARGE, edge])
    const seen = async (hint?: Parameters<typeof findSubject>[2]) => {
      const found = await findSubject(cut, bright, hint)
      return [covers(found, LARGE), covers(found, top), covers(found, bottom)]
    }
    expect(await seen()).toEqual([true, false, false])
    expect(await seen({ point: pointOf(top) })).toEqual([false, true, true])
    expect(await seen({ box: { x: 0.8, y: 0.45, width: 0.2, height: 0.55 } })).toEqual([false, true, true])
  })
})
