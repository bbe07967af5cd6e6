import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import type { Box, Size } from '../raster/geometry.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import { findHinted, hintedArea, type Sought } from './subject-hint.ts'
import { type HintStroke, MARK, obeyStrokes, paintStrokes } from './subject-strokes.ts'

const SIZE = { width: 640, height: 400 }
const TABLE = [104, 72, 48] as const
const PLATE = [224, 220, 214] as const
const NAPKIN = [60, 90, 170] as const
const [LARGE, SMALL] = [
  { x: 180, y: 180, radius: 110 },
  { x: 500, y: 260, radius: 60 },
]
const isIn = (x: number, y: number, { x: cx, y: cy, radius }: typeof LARGE) => Math.hypot(x - cx, y - cy) < radius
/** A large plate with a blue napkin that touches it, and a small plate apart. */
const isOnNapkin = (x: number, y: number) => x >= 285 && x < 360 && y >= 150 && y < 220
const photo = drawPicture(SIZE.width, SIZE.height, (x, y) =>
  isIn(x, y, LARGE) || isIn(x, y, SMALL) ? PLATE : isOnNapkin(x, y) ? NAPKIN : TABLE,
)
const maskOf = (sees: (x: number, y: number) => boolean): SoftMask => ({
  ...SIZE,
  alpha: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    sees(i % SIZE.width, Math.floor(i / SIZE.width)) ? 255 : 0,
  ),
})
const both = maskOf((x, y) => isIn(x, y, LARGE) || isIn(x, y, SMALL))
const stroke = (kind: HintStroke['kind'], ...points: [x: number, y: number][]): HintStroke => ({
  kind,
  points: points.map(([x, y]) => ({ x: x / SIZE.width, y: y / SIZE.height })),
})
/** The share of pixels of a place that a mask covers. */
const share = (alpha: Uint8Array, isPlace: (x: number, y: number) => boolean) => {
  const place = maskOf(isPlace).alpha
  let [covered, all] = [0, 0]
  place.forEach((value, i) => {
    all += value / 255
    if (value && alpha[i] >= 128) covered++
  })
  return covered / all
}
const inLarge = (x: number, y: number) => isIn(x, y, LARGE)
const inSmall = (x: number, y: number) => isIn(x, y, SMALL)

describe('strokes', () => {
  test('a keep stroke adds the whole of what looks like the place under it', async () => {
    const half = maskOf((x, y) => inLarge(x, y) && x < 170)
    const alpha = await obeyStrokes(photo, half, [stroke('keep', [200, 120], [240, 180], [200, 240])])
    expect(share(alpha, inLarge)).toBeGreaterThan(0.97)
    expect(share(alpha, (x, y) => !inLarge(x, y))).toBeLessThan(0.01)
  })

  test('a drop stroke removes what looks like the place under it, and nothing else', async () => {
    const withNapkin = maskOf((x, y) => inLarge(x, y) || isOnNapkin(x, y))
    const alpha = await obeyStrokes(photo, withNapkin, [stroke('drop', [310, 190], [345, 190])])
    expect(share(alpha, (x, y) => isOnNapkin(x, y) && !inLarge(x, y))).toBeLessThan(0.03)
    expect(share(alpha, inLarge)).toBeGreaterThan(0.97)
  })

  test('a drop stroke through the middle of one of two things leaves it out, whatever its colours', async () => {
    const alpha = await obeyStrokes(photo, both, [stroke('drop', [470, 250], [520, 265])])
    expect(share(alpha, inSmall)).toBe(0)
    expect(share(alpha, inLarge)).toBe(1)
  })

  test('a drop stroke at the edge of one of two things leaves its rest', async () => {
    const alpha = await obeyStrokes(photo, both, [stroke('drop', [500, 203], [510, 204])])
    expect(share(alpha, inLarge)).toBe(1)
    expect(share(alpha, inSmall)).toBeGreaterThan(0.3)
  })

  test('a keep stroke over a thing that was found leaves the others out', async () => {
    const alpha = await obeyStrokes(photo, both, [stroke('keep', [490, 250], [510, 270])])
    expect([share(alpha, inLarge), share(alpha, inSmall)]).toEqual([0, 1])
  })

  test('a keep stroke over what was not found adds it to the rest', async () => {
    const alpha = await obeyStrokes(photo, maskOf(inLarge), [stroke('keep', [470, 250], [530, 270])])
    expect(share(alpha, inLarge)).toBe(1)
    expect(share(alpha, inSmall)).toBeGreaterThan(0.95)
  })

  test('of other masks, the piece in whose middle the stroke runs changes sides', async () => {
    const table = maskOf(() => true)
    const whole = maskOf((x, y) => inLarge(x, y) || isOnNapkin(x, y))
    const alpha = await obeyStrokes(photo, whole, [stroke('drop', [310, 180], [345, 190])], [table, maskOf(inLarge)])
    expect(share(alpha, (x, y) => isOnNapkin(x, y) && !inLarge(x, y))).toBeLessThan(0.03)
    expect(share(alpha, inLarge)).toBeGreaterThan(0.97)
  })

  test('no stroke is ever contradicted, also when strokes disagree with the picture and with each other', async () => {
    const strokes = [
      stroke('keep', [20, 20], [600, 380]),
      stroke('drop', [180, 100], [180, 260]),
      stroke('drop', [400, 20], [630, 20]),
      stroke('keep', [500, 20]),
    ]
    for (const mask of [both, maskOf(() => false), maskOf(() => true)]) {
      const alpha = await obeyStrokes(photo, mask, strokes)
      const marks = paintStrokes(strokes, SIZE)
      expect(marks.some((mark, i) => mark !== MARK.none && (mark === MARK.keep) !== alpha[i] >= 128)).toBe(false)
    }
  })
})

describe('a subject that strokes point out', () => {
  const seeing = (sees: (x: number, y: number) => boolean, confidence: number) => async () => ({
    ...maskOf(sees),
    confidence,
    components: 2,
  })

  test('is sure enough to be cut out, as far as the picture shows its outline', async () => {
    const strokes = [stroke('keep', [140, 180], [220, 180])]
    const found = await findHinted(photo, { strokes }, seeing(inLarge, 0.3))
    expect(found.confidence).toBeGreaterThanOrEqual(0.5)
    expect(found.confidence).toBeLessThan(0.9)
  })

  test('is found where the finder sees nothing', async () => {
    const strokes = [stroke('keep', [470, 240], [530, 280])]
    const found = await findHinted(
      photo,
      { strokes },
      seeing(() => false, 0),
    )
    expect(share(found.alpha, inSmall)).toBeGreaterThan(0.9)
    expect(found.confidence).toBeGreaterThan(0)
  })

  const isOnRim = (x: number, y: number, { x: cx, y: cy, radius }: typeof LARGE) =>
    Math.abs(Math.hypot(x - cx, y - cy) - radius + 4) < 4 && Math.sin(8 * Math.atan2(y - cy, x - cx)) > -0.6
  /** Plates of the colour of their table, of which only dashes of the rims are seen. */
  const rims = drawPicture(SIZE.width, SIZE.height, (x, y) =>
    isOnRim(x, y, LARGE) || isOnRim(x, y, SMALL) ? PLATE : TABLE,
  )

  /** Sees nothing in the whole photo, and in a part what `sees` says. */
  const closely =
    (sees: (x: number, y: number, part: Box) => boolean, considers?: typeof sees) =>
    async ({ width, height }: Size, { at }: Sought = {}) => {
      const maskAt = (is: typeof sees): SoftMask => ({
        ...{ width, height },
        alpha: Uint8Array.from({ length: width * height }, (_, i) =>
          at && is((i % width) + at.left, Math.floor(i / width) + at.top, at) ? 255 : 0,
        ),
      })
      return { ...maskAt(sees), confidence: 0.6, considered: considers ? [maskAt(considers)] : [] }
    }

  test('is any of what the finder considers near the stroke', async () => {
    const strokes = [stroke('keep', [120, 180], [240, 180])]
    const onlyFood = (x: number, y: number) => Math.hypot(x - 180, y - 180) < 15
    const found = await findHinted(rims, { strokes }, closely(onlyFood, inLarge))
    expect(share(found.alpha, inLarge)).toBeGreaterThan(0.95)
  })

  test('stays as an earlier stroke made it, wherever a later one runs', async () => {
    // Seen in a part, and in a wider one no more.
    const find = closely((x, y, { width }) => width < 600 && (inLarge(x, y) || inSmall(x, y)))
    const earlier = stroke('keep', [140, 180], [220, 180])
    const alone = await findHinted(rims, { strokes: [earlier] }, find)
    expect(share(alone.alpha, inLarge)).toBeGreaterThan(0.95)
    const found = await findHinted(rims, { strokes: [earlier, stroke('keep', [480, 260], [520, 260])] }, find)
    expect(share(found.alpha, inLarge)).toBeGreaterThan(0.95)
    expect(share(found.alpha, inSmall)).toBeGreaterThan(0.95)
  })

  test('is looked for around two strokes at most', async () => {
    let searches = 0
    const strokes = [60, 180, 300, 420, 540].map((x) => stroke('keep', [x, 60], [x, 90]))
    await findHinted(photo, { strokes }, (part, sought) => {
      searches++
      return closely(() => false)(part, sought)
    })
    expect(searches).toBe(6)
  })

  test('is without a thing that was left out', async () => {
    const strokes = [stroke('drop', [140, 180], [220, 180])]
    const found = await findHinted(
      photo,
      { strokes },
      seeing((x, y) => inLarge(x, y) || inSmall(x, y), 0.6),
    )
    expect([share(found.alpha, inLarge), found.components]).toEqual([0, 1])
  })

  test('leaves no scraps of what was left out, and keeps small things that a stroke keeps', async () => {
    const isScrap = (x: number, y: number) => Math.hypot(x - 420, y - 60) < 8
    const isDip = (x: number, y: number) => Math.hypot(x - 60, y - 360) < 8
    const find = seeing((x, y) => inLarge(x, y) || isScrap(x, y) || isDip(x, y), 0.6)
    const strokes = [stroke('drop', [400, 200], [440, 200]), stroke('keep', [56, 360], [64, 360])]
    const withBoth = [...strokes, stroke('keep', [140, 180], [220, 180])]
    for (const [some, dip] of [
      [strokes.slice(0, 1), 0],
      [withBoth, 1],
    ] as const) {
      const { alpha } = await findHinted(photo, { strokes: some }, find)
      expect([share(alpha, isScrap), share(alpha, isDip)]).toEqual([0, dip])
      expect(share(alpha, inLarge)).toBeGreaterThan(0.95)
    }
  })

  test('has an area for a frame around the strokes that keep', async () => {
    const area = await hintedArea(photo, { strokes: [stroke('keep', [480, 240], [520, 280])] })
    expect([share(area?.alpha ?? new Uint8Array(), (x, y) => x > 480 && x < 520 && y > 240 && y < 280)]).toEqual([1])
    expect(await hintedArea(photo, { strokes: [stroke('drop', [10, 10])] })).toBeUndefined()
  })
})
