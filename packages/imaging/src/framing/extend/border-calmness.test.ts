import { describe, expect, test } from 'vitest'
import { drawPicture, seededRandom } from '../../../test/support/drawn-pictures.ts'
import { measureBorders } from './border-calmness.ts'
import type { Surroundings } from './foreign-objects.ts'

type Colour = readonly [number, number, number]

const [WIDTH, HEIGHT] = [640, 480]

/** A table with grain and light that falls off, and whatever is drawn over it. */
const table = (over: (x: number, y: number) => Colour | undefined = () => undefined) => {
  const next = seededRandom(5)
  return drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 16 * (next() - 0.5) + 10 * Math.sin(y / 3)
    const light = 1.1 - (0.4 * x) / WIDTH
    return over(x, y) ?? [(150 + grain) * light, (110 + grain) * light, (80 + grain) * light]
  })
}
const nothing = (objects: Surroundings['objects'] = []): Surroundings => ({
  alpha: new Uint8Array(64 * 48),
  width: 64,
  height: 48,
  objects,
})

describe('measureBorders', () => {
  test('finds texture and falling light calm', async () => {
    const { isCalm, open } = await measureBorders(table(), nothing())
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect([open[side], isCalm(side, 0, 1)]).toEqual([true, true])
  })

  test('finds what crosses a border, and only there', async () => {
    const knife = table((x, y) => (y < 200 && Math.abs(x - 300) < 9 ? [210, 212, 216] : undefined))
    const { isCalm } = await measureBorders(knife, nothing())
    expect(isCalm('top', 0, 1)).toBe(false)
    expect(isCalm('top', 0, 0.4)).toBe(true)
    expect(isCalm('top', 0.55, 1)).toBe(true)
    expect(isCalm('bottom', 0, 1)).toBe(true)
  })

  test('finds the edge between two surfaces', async () => {
    const { isCalm } = await measureBorders(
      table((_, y) => (y < 150 ? [70, 75, 90] : undefined)),
      nothing(),
    )
    expect([isCalm('left', 0, 1), isCalm('right', 0, 1), isCalm('top', 0, 1)]).toEqual([false, false, true])
  })

  test('does not count the dish, and says where the photo cuts it', async () => {
    const red: Colour = [200, 30, 30]
    const picture = table((x, y) => (x < 100 && y > 200 && y < 300 ? red : undefined))
    const alpha = new Uint8Array(64 * 48)
    for (let y = 20; y < 30; y++) alpha.fill(255, y * 64, y * 64 + 11)
    const { isCalm, open } = await measureBorders(picture, { alpha, width: 64, height: 48 })
    expect(open).toEqual({ left: false, top: true, right: true, bottom: true })
    expect(isCalm('left', 0, 1)).toBe(true)
  })

  test('takes the word of a detector for an object at a border that looks like the table', async () => {
    const glass = { label: 'wine glass', score: 0.6, box: { left: 20, top: 0, width: 10, height: 12 } } as const
    const { isCalm } = await measureBorders(table(), nothing([glass]))
    expect([isCalm('top', 0, 1), isCalm('top', 0.6, 1), isCalm('bottom', 0, 1)]).toEqual([false, true, true])
  })

  test('lets a shadow dissolve above a dish but not beside it, and a thing nowhere', async () => {
    const shadow = table((x, y) => (Math.min(x, y) < 30 && x + y > 150 && x + y < 300 ? [105, 70, 45] : undefined))
    const faint = await measureBorders(shadow, nothing())
    expect([faint.isCalm('top', 0, 1), faint.canDissolve('top', 0, 1)]).toEqual([false, true])
    expect([faint.isCalm('left', 0, 1), faint.canDissolve('left', 0, 1)]).toEqual([false, false])
    const knife = table((x, y) => (y < 200 && Math.abs(x - 300) < 9 ? [250, 252, 255] : undefined))
    expect((await measureBorders(knife, nothing())).canDissolve('top', 0, 1)).toBe(false)
  })

  test('measures the borders of a part of the photo as if it were the photo', async () => {
    const edge = table((_, y) => (y < 40 ? [20, 20, 20] : undefined))
    const alpha = new Uint8Array(64 * 48)
    for (let y = 10; y < 40; y++) alpha.fill(255, y * 64 + 20, y * 64 + 40)
    const borders = await measureBorders(edge, { alpha, width: 64, height: 48 })
    expect(borders.isCalm('left', 0, 1)).toBe(false)
    const below = borders.within({ left: 0, top: 60, width: WIDTH, height: HEIGHT - 60 })
    expect([below.isCalm('left', 0, 1), below.open.top]).toEqual([true, true])
    expect(borders.within({ left: 0, top: 200, width: WIDTH, height: 200 }).open.top).toBe(false)
  })

  test('lets grain dissolve in a plain backdrop, and no granite, whose spots would run', async () => {
    const next = seededRandom(9)
    const spots = Float64Array.from({ length: 64 * 48 }, () => 80 * (next() - 0.5))
    const granite = table((x, y) => {
      const spot = spots[Math.floor(y / 10) * 64 + Math.floor(x / 10)] ?? 0
      return [150 + spot, 120 + spot, 90 + spot]
    })
    const canDissolve = async (picture: typeof granite) =>
      (await measureBorders(picture, nothing())).canDissolve('top', 0, 1)
    expect([await canDissolve(table()), await canDissolve(granite)]).toEqual([true, false])
  })

  test('continues one faint edge, but no thing and nothing strong', async () => {
    const darker = (by: number, isThere: (y: number) => boolean) =>
      measureBorders(
        table((_, y) => (isThere(y) ? [150 - by, 110 - by, 80 - by] : [150, 110, 80])),
        nothing(),
      )
    const edge = await darker(45, (y) => y < 150)
    expect([edge.isCalm('left', 0, 1), edge.isContinued('left', 0, 1)]).toEqual([false, true])
    const thing = await darker(45, (y) => y > 150 && y < 250)
    expect([thing.isContinued('left', 0, 1), thing.isContinued('left', 0.4, 1)]).toEqual([false, true])
    const strong = await measureBorders(
      table((_, y) => (y < 150 ? [235, 235, 235] : undefined)),
      nothing(),
    )
    expect(strong.isContinued('left', 0, 1)).toBe(false)
  })
})
