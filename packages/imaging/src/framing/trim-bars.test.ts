import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { drawPicture, toFile } from '../../test/support/drawn-pictures.ts'
import { findBars, hintInPart, trimBars } from './trim-bars.ts'

const [WIDTH, HEIGHT] = [320, 240]

/** A dish with texture on a table. */
const photo = drawPicture(WIDTH, HEIGHT, (x, y) =>
  Math.hypot(x - 160, y - 120) < 80 ? [180 + 20 * Math.sin(x), 120, 60] : [110 + 30 * Math.sin(x / 7 + y / 3), 90, 70],
)

interface Bars {
  readonly top?: number
  readonly right?: number
  readonly bottom?: number
  readonly left?: number
}

/** A rectangle of light: a control, or a line of a caption. */
interface Mark {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly grey: number
}

/** The photo between bars, with marks over everything, as a file would be. */
async function framed(background: string, { top = 0, right = 0, bottom = 0, left = 0 }: Bars, marks: Mark[] = []) {
  const file = await sharp(await toFile(photo))
    .extend({ top, right, bottom, left, background })
    .composite(
      marks.map(({ grey, left, top, width, height }) => ({
        input: { create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } },
        left,
        top,
      })),
    )
    .jpeg({ quality: 75 })
    .toBuffer()
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 as const }
}

describe('flat bars are found', () => {
  const controls = [
    { left: 10, top: 4, width: 60, height: 14, grey: 220 },
    { left: 140, top: 410, width: 40, height: 30, grey: 255 },
  ]
  const caption = [
    { left: 20, top: 20, width: 200, height: 20, grey: 0 },
    { left: 20, top: 50, width: 120, height: 20, grey: 0 },
  ]
  it.each<[string, string, Bars, Mark[]?]>([
    ['of a still', '#000', { top: 40, bottom: 40 }],
    ['beside an upright photo', '#fff', { left: 90, right: 90 }],
    ['of a frame in any colour', '#2a7756', { top: 20, bottom: 60, left: 25, right: 25 }],
    ['of a screenshot with controls', '#000', { top: 120, bottom: 120 }, controls],
    ['with a caption', '#fff', { top: 90, bottom: 20 }, caption],
  ])('%s', async (_, colour, bars, marks) => {
    const { left = 0, top = 0 } = bars
    const found = await findBars(await framed(colour, bars, marks))
    for (const [side, expected] of Object.entries({ left, top, width: WIDTH, height: HEIGHT }))
      expect(Math.abs((found?.[side as 'left'] ?? Number.NaN) - expected), side).toBeLessThanOrEqual(4)
  })
})

describe('nothing is cut off', () => {
  test('of a photo without bars, or with one bar', async () => {
    expect(await trimBars(photo)).toEqual({ pixels: photo })
    expect(findBars(await framed('#000', { top: 60 }))).toBeUndefined()
    expect(
      findBars(await framed('#000', { top: 60 }, [{ left: 0, top: 260, width: WIDTH, height: 40, grey: 255 }])),
    ).toBeUndefined()
  })

  test('of a dish on a flat backdrop, round or with corners, and of a flat picture', () => {
    const on = (inside: (x: number, y: number) => boolean) =>
      drawPicture(400, 400, (x, y) => (inside(x, y) ? [180, 110, 60 + (x % 9)] : [255, 255, 255]))
    expect(findBars(on((x, y) => Math.hypot(x - 200, y - 200) < 190))).toBeUndefined()
    expect(findBars(on((x, y) => Math.abs(x - 200) + Math.abs(y - 200) < 195))).toBeUndefined()
    expect(findBars(on(() => false))).toBeUndefined()
    const vignette = drawPicture(400, 400, (x, y) => {
      const light = 200 - 120 * Math.abs(y / 200 - 1)
      return Math.hypot(x - 200, y - 200) < 120 ? [180, 110, 60] : [light, light, light]
    })
    expect(findBars(vignette)).toBeUndefined()
  })
})

test('a hint stays on what it showed', () => {
  const part = { left: 0, top: 60, width: 640, height: 360 }
  const picture = { width: 640, height: 480 }
  expect(hintInPart({ point: { x: 0.5, y: 0.5 } }, part, picture)).toEqual({ point: { x: 0.5, y: 0.5 } })
  expect(hintInPart({ box: { x: 0, y: 0.125, width: 1, height: 0.75 } }, part, picture)).toEqual({
    box: { x: 0, y: 0, width: 1, height: 1 },
  })
})
