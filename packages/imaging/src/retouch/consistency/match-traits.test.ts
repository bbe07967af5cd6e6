import { describe, expect, it } from 'vitest'
import { copyOf, drawPicture } from '../../../test/support/drawn-pictures.ts'
import { cielabOf } from '../../colour/cielab.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { matchTraits } from './match-traits.ts'
import { measureTraits, type PhotoTraits } from './photo-traits.ts'

const [WIDTH, HEIGHT] = [384, 288]
const distance = (x: number, y: number) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2)

const plate: Subject = {
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    distance(i % WIDTH, Math.floor(i / WIDTH)) < 128 ? 255 : 0,
  ),
  width: WIDTH,
  height: HEIGHT,
  confidence: 0.9,
  engine: 'test',
}

/** Food on ware of a colour, on a wooden table. */
const served = (ware: readonly [number, number, number]): Pixels =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (distance(x, y) < 60) return [150 * grain, 80 * grain, 45 * grain]
    if (distance(x, y) < 125) return [...ware]
    return distance(x, y) < 130 ? [6, 5, 4] : [120 * grain, 88 * grain, 60 * grain]
  })

const wareOf = ({ data, width }: Pixels) => {
  const at = 3 * ((HEIGHT / 2) * width + WIDTH / 2 - 95)
  return cielabOf(data[at]!, data[at + 1]!, data[at + 2]!)
}

/** The photo after it was moved to a menu that differs from it by so much. */
const movedBy = async (
  photo: Pixels,
  { light = 0, red = 0, blue = 0 }: Partial<PhotoTraits>,
  menu: Partial<PhotoTraits> = {},
) => {
  const own = await measureTraits(photo, plate)
  const target = { ...own, light: own.light + light, red: own.red + red, blue: own.blue + blue, ...menu }
  const pixels = copyOf(photo)
  await matchTraits(target, { pixels, analysisCopy: photo, own, subject: plate })
  return pixels
}

const chroma = ({ a, b }: { a: number; b: number }) => Math.hypot(a, b)

describe('white ware in a matched photo', () => {
  const photo = served([226, 224, 220])

  it('is never darker than it was, however dark the menu is', async () => {
    expect(wareOf(await movedBy(photo, { light: -1 })).lightness).toBeGreaterThan(wareOf(photo).lightness - 0.5)
  })

  it.each([
    ['warm', { red: 0.3, blue: -0.4 }],
    ['cold', { red: -0.2, blue: 0.3 }],
  ])('gets no more colour from a menu in %s light', async (_, cast) => {
    expect(chroma(wareOf(await movedBy(photo, cast)))).toBeLessThan(chroma(wareOf(photo)) + 0.6)
  })

  it('that is yellowish does not turn blue', async () => {
    const yellowish = served([224, 217, 200])
    const { a, b } = wareOf(await movedBy(yellowish, { red: -0.2, blue: 0.4 }))
    expect(chroma({ a, b })).toBeLessThan(chroma(wareOf(yellowish)))
    expect(b).toBeGreaterThan(-3)
  })

  it('is white afterwards in a dull, cold menu, without a word of the other photos about white', async () => {
    const dull = served([160, 164, 171])
    const { lightness, b } = wareOf(await movedBy(dull, { light: -0.3, blue: 0.1 }, { ware: undefined }))
    expect(lightness).toBeGreaterThan(86)
    expect(Math.abs(b)).toBeLessThan(4)
  })

  it('that is already bright is not darkened in a menu', async () => {
    const glaring = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 1 + 0.06 * Math.sin(x / 2) * Math.sin(y / 1.7)
      if (distance(x, y) < 60) return [222 * grain, 168 * grain, 120 * grain]
      return distance(x, y) < 125 ? [250, 250, 250] : [236 * grain, 232 * grain, 226 * grain]
    })
    const { lightness } = wareOf(await movedBy(glaring, {}, { ware: undefined }))
    expect(lightness).toBeGreaterThan(wareOf(glaring).lightness - 0.5)
  })

  it('that is nearly blown in cold light becomes neutral and no darker', async () => {
    const cold = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 1 + 0.06 * Math.sin(x / 2) * Math.sin(y / 1.7)
      if (distance(x, y) < 60) return [150 * grain, 130 * grain, 110 * grain]
      return distance(x, y) < 125 ? [236, 247, 255] : [206 * grain, 226 * grain, 240 * grain]
    })
    const [before, after] = [wareOf(cold), wareOf(await movedBy(cold, {}, { ware: undefined }))]
    expect(Math.abs(after.b)).toBeLessThan(0.6 * Math.abs(before.b))
    expect(after.lightness).toBeGreaterThan(before.lightness - 0.5)
  })

  it('stays as dull as in the reference, if the reference shows its ware', async () => {
    const dull = served([170, 168, 164])
    expect(wareOf(await movedBy(dull, {})).lightness).toBeLessThan(wareOf(dull).lightness + 1)
  })

  it('becomes lighter with a lighter menu', async () => {
    const dull = served([170, 168, 164])
    expect(wareOf(await movedBy(dull, { light: 0.6 })).lightness).toBeGreaterThan(wareOf(dull).lightness + 4)
  })
})

it('a dim dish gains in a menu that is as dark', async () => {
  const dim = drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (distance(x, y) < 125) return [62 * grain, 44 * grain, 30 * grain]
    return distance(x, y) < 130 ? [6, 5, 4] : [168 * grain, 130 * grain, 92 * grain]
  })
  const lightness = wareOf(await movedBy(dim, {}, { ware: undefined })).lightness
  expect(lightness).toBeGreaterThan(wareOf(dim).lightness + 3)
})

describe('a dish without white ware', () => {
  /** Pastry that fills most of the frame, on a board. */
  const pastry = drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 1 + 0.08 * Math.sin(x / 2) * Math.sin(y / 1.7)
    if (distance(x, y) < 125) return [232 * grain, 176 * grain, 70 * grain]
    return distance(x, y) < 130 ? [6, 5, 4] : [120 * grain, 88 * grain, 60 * grain]
  })

  it('is not darkened by a dark menu more than an enhancement would', async () => {
    const after = wareOf(await movedBy(pastry, { light: -1 }, { ware: undefined }))
    expect(after.lightness).toBeGreaterThan(wareOf(pastry).lightness - 2)
  })

  it('does not turn lemon-green in a menu in cold light', async () => {
    expect(wareOf(await movedBy(pastry, { red: -0.4, blue: 0.4 })).a).toBeGreaterThan(-3)
  })
})
