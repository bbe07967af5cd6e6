import { describe, expect, it, test } from 'vitest'
import { copyOf, drawDish, drawPicture, means } from '../../../test/support/drawn-pictures.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Subject } from '../../segmentation/find-subject.ts'
import { correctFaults, hasNoFaults } from '../correct-faults.ts'
import { describeFaults, describeSetting } from '../describe-faults.ts'
import { measureTilt } from './measure-tilt.ts'
import { nameClutter } from './name-clutter.ts'
import { levelPhoto, sizeInside } from './straighten.ts'

const [WIDTH, HEIGHT] = [400, 300]
const ROUND = (x: number, y: number, radius = 70, left = WIDTH / 2) => Math.hypot(x - left, y - 180) < radius
/** Dark gaps between the food. A picture without any is under a veil. */
const SPOT = (x: number, y: number) => ROUND(x, y, 40) && x % 6 < 2 && y % 6 < 3
const subjectAt = (left = WIDTH / 2, radius = 70): Subject => {
  const alpha = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    ROUND(i % WIDTH, Math.floor(i / WIDTH), radius, left) ? 255 : 0,
  )
  return { alpha, width: WIDTH, height: HEIGHT, confidence: 0.9, engine: 'test' }
}
/** A plate on a table whose edge falls to the right by some degrees, a dark room behind it. */
const table = (degrees: number, left = WIDTH / 2, further?: number) =>
  drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (ROUND(x, y, 70, left)) return [220, 215, 210]
    const edge = (angle: number, at: number) => y - at - (x - WIDTH / 2) * Math.tan((angle * Math.PI) / 180)
    if (further !== undefined && Math.abs(edge(further, 275)) < 3) return [40, 30, 20]
    const share = Math.max(0, Math.min(1, edge(degrees, 80) + 0.5))
    return [50 + 120 * share, 55 + 75 * share, 60 + 30 * share]
  })

describe('the tilt of a photo', () => {
  test.each([-6, -4, -2, 2, 4, 6])('of %d degrees is measured at the edge of the table', (degrees) => {
    expect(measureTilt(table(degrees), undefined)).toBeCloseTo(degrees, 0)
  })

  it('is none where the table is level, where it is meant, and where nothing is straight', () => {
    expect(measureTilt(table(0), undefined)).toBeUndefined()
    expect(measureTilt(table(0.75), undefined)).toBeUndefined()
    expect(measureTilt(table(10), undefined)).toBeUndefined()
    expect(measureTilt(drawDish(WIDTH, HEIGHT), undefined)).toBeUndefined()
  })

  it('is not certain where lines run together, because that is perspective', () => {
    expect(measureTilt(table(4, WIDTH / 2, 4), undefined)).toBeDefined()
    expect(measureTilt(table(4, WIDTH / 2, -3), undefined)).toBeUndefined()
  })
})

describe('levelPhoto', () => {
  it('turns the photo level in its own shape, with the whole dish and without empty corners', async () => {
    const { pixels, subject, straightened } = await levelPhoto(table(4), subjectAt())
    expect(straightened).toBe(true)
    expect(measureTilt(pixels, undefined)).toBeUndefined()
    expect(pixels.width / pixels.height).toBeCloseTo(WIDTH / HEIGHT, 1)
    expect([subject.width, subject.height]).toEqual([pixels.width, pixels.height])
    expect(pixels.data.every((code) => code > 15)).toBe(true)
    expect(subject.alpha.filter((value) => value > 127).length).toBeGreaterThan(0.99 * Math.PI * 70 ** 2)
  })

  it('leaves the photo as it is where the crop would cut the dish, and says so', async () => {
    const photo = table(5, 72)
    const { pixels, tilt, straightened } = await levelPhoto(photo, subjectAt(72))
    expect(straightened).toBe(false)
    expect(pixels).toBe(photo)
    const { found, done } = describeSetting({ tilt, straightened, clutter: [] })
    expect(found.join(' ')).toMatch(/tilted by about 5 degrees.*would cut the dish/)
    expect(done).toEqual([])
  })

  it('has no empty corner at any shape and angle', () => {
    for (const [width, height] of [
      [400, 300],
      [300, 400],
      [1000, 200],
    ] as const) {
      const { width: w, height: h } = sizeInside({ width, height }, 5)
      const [sin, cos] = [Math.sin((5 * Math.PI) / 180), Math.cos((5 * Math.PI) / 180)]
      expect(w * cos + h * sin).toBeLessThanOrEqual(width + 1e-6)
      expect(w * sin + h * cos).toBeLessThanOrEqual(height + 1e-6)
    }
  })
})

test('what stands around the dish is named once a kind; dishes, spoons and what lies on the plate are not', () => {
  const small = { left: 5, top: 5, width: 40, height: 60 }
  const objects = [
    { label: 'bottle', score: 0.8, box: small },
    { label: 'cup', score: 0.5, box: { ...small, left: 340 } },
    { label: 'cup', score: 0.4, box: { ...small, top: 220 } },
    { label: 'cup', score: 0.9, box: { left: 150, top: 130, width: 100, height: 100 } },
    { label: 'bowl', score: 0.9, box: small },
    { label: 'spoon', score: 0.9, box: small },
    { label: 'person', score: 0.2, box: small },
  ] as const
  const clutter = nameClutter({ ...subjectAt(), objects })
  expect(clutter).toEqual(['a bottle', 'cups'])
  expect(describeSetting({ tilt: undefined, straightened: false, clutter }).found).toEqual([
    'Around the dish there is a bottle and cups. A tighter frame or inpaint takes it out of the picture.',
  ])
  expect(nameClutter(subjectAt())).toEqual([])
  const whole = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  expect(nameClutter({ ...subjectAt(), objects: [{ label: 'oven', score: 0.5, box: whole }] })).toEqual(['a cooker'])
})

describe('a photo with a fault is never called good', () => {
  const dish = drawDish(WIDTH, HEIGHT)
  const spoilt = (gains: readonly number[], offset = 0): Pixels => ({
    ...dish,
    data: dish.data.map((code, i) => Math.max(0, Math.min(255, code * (gains[i % 3] ?? 1) + offset))),
  })
  const edited = async (photo: Pixels, subject?: Subject) => {
    const pixels = copyOf(photo)
    const { findings } = await correctFaults(pixels, subject)
    return { pixels, findings, found: describeFaults(findings).found.join(' ') }
  }

  it('not a dark dish on a bright table, which becomes brighter', async () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) =>
      SPOT(x, y) ? [6, 5, 4] : ROUND(x, y) ? [70, 50, 40] : [225, 222, 218],
    )
    const { pixels, findings, found } = await edited(photo, subjectAt())
    expect(hasNoFaults(findings)).toBe(false)
    expect(found).toMatch(/dark/)
    const at = 3 * (180 * WIDTH + WIDTH / 2)
    expect(pixels.data[at]).toBeGreaterThan(78)
  })

  it('not one in the shade of a bright table, which is no veil', async () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
      if (SPOT(x, y)) return [24, 22, 20]
      if (ROUND(x, y, 50)) return [126 * grain, 104 * grain, 94 * grain]
      return ROUND(x, y, 110) ? [124, 116, 112] : [214, 219, 221]
    })
    const { pixels, found } = await edited(photo, subjectAt(WIDTH / 2, 110))
    expect(found).toMatch(/in the shade/)
    expect(found).not.toMatch(/veil|flat/)
    const at = 3 * (180 * WIDTH + WIDTH / 2 + 80)
    expect(pixels.data[at]).toBeGreaterThan(photo.data[at]! + 4)
  })

  it('not one whose dish is blurred, or shows a burnt reflection', async () => {
    const { findings } = await correctFaults(copyOf(dish), subjectAt(), { blurred: true })
    expect(describeFaults(findings).found.join(' ')).toMatch(/blurred/)
    const glossy = drawPicture(WIDTH, HEIGHT, (x, y) => {
      if (Math.hypot(x - 190, y - 170) < 7) return [255, 255, 255]
      return SPOT(x, y) ? [6, 5, 4] : ROUND(x, y) ? [150, 90, 60] : [150, 140, 130]
    })
    expect((await edited(glossy, subjectAt())).found).toMatch(/part of the dish is white without detail/)
    expect((await edited(glossy)).found).not.toMatch(/part of the dish/)
  })

  it.each([
    ['1.5 stops too dark', [0.6, 0.6, 0.6], 0, /too dark/],
    ['in blue light', [0.85, 1, 1.25], 0, /blu/],
    ['under a veil', [0.6, 0.6, 0.6], 85, /veil/],
  ] as const)('not one that is %s', async (_, gains, offset, said) => {
    expect((await edited(spoilt(gains, offset))).found).toMatch(said)
  })

  it.each([
    ['grey', [166, 165, 163], /grey|dark/],
    ['blue', [158, 172, 198], /blu/],
  ] as const)('not one whose white ware is %s', async (_, ware, said) => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
      if (SPOT(x, y)) return [6, 5, 4]
      if (ROUND(x, y, 40)) return [130 * grain, 70 * grain, 40 * grain]
      return ROUND(x, y, 110) ? [...ware] : [100 * grain, 86 * grain, 74 * grain]
    })
    const { findings, found } = await edited(photo, subjectAt(WIDTH / 2, 110))
    expect(hasNoFaults(findings) && !findings.bluish).toBe(false)
    expect(found).toMatch(said)
  })

  it('not one whose white ware a window makes bluish on one side, which becomes white', async () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
      const grain = 1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7)
      if (SPOT(x, y)) return [6, 5, 4]
      if (ROUND(x, y, 40)) return [150 * grain, 84 * grain, 50 * grain]
      if (ROUND(x, y, 110)) return x < WIDTH / 2 ? [206, 221, 238] : [232, 231, 229]
      return [100 * grain, 86 * grain, 74 * grain]
    })
    const { pixels, findings, found } = await edited(photo, subjectAt(WIDTH / 2, 110))
    expect(findings.bluishWare).toBe(true)
    expect(found).toMatch(/bluish in places/)
    const at = 3 * (180 * WIDTH + WIDTH / 2 - 80)
    expect(pixels.data[at + 2]! - pixels.data[at]!).toBeLessThan(16)
  })

  it('a white plate is bright, and is not darkened when nothing is blown', async () => {
    const photo = drawPicture(WIDTH, HEIGHT, (x, y) =>
      SPOT(x, y) ? [6, 5, 4] : ROUND(x, y, 40) ? [120, 60, 30] : ROUND(x, y, 110) ? [238, 236, 233] : [225, 222, 218],
    )
    const { pixels } = await edited(photo, subjectAt(WIDTH / 2, 110))
    expect(means(pixels)[1]).toBeGreaterThan(means(photo)[1]! - 4)
  })
})

it('says nothing about white ware where the photo shows none, although the rice on a green plate becomes whiter', async () => {
  const grained = (code: number, x: number, y: number) => code * (1 + 0.12 * Math.sin(x / 2) * Math.sin(y / 1.7))
  const photo = drawPicture(WIDTH, HEIGHT, (x, y) => {
    if (SPOT(x, y)) return [8, 7, 6]
    if (ROUND(x, y, 45)) return [grained(200, x, y), grained(198, x, y), grained(194, x, y)]
    return ROUND(x, y, 90) ? [58, 112, 70] : [grained(110, x, y), grained(80, x, y), grained(56, x, y)]
  })
  const { findings, recipe } = await correctFaults(copyOf(photo), subjectAt(WIDTH / 2, 90))
  expect(recipe.whites).toBeGreaterThan(0.03)
  expect(describeFaults(findings).found.join(' ')).not.toMatch(/white ware/)
})
