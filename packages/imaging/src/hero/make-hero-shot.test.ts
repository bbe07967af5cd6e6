import { expect, test } from 'vitest'
import { LINEAR } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { PRESETS } from '../tone/enhance-presets.ts'
import { cameraTilt } from './camera-tilt.ts'
import { makeHeroShot } from './make-hero-shot.ts'
import { BACKDROPS } from './surface/backdrop-materials.ts'

const GREEN = [60, 130, 70] as const
const TABLE = [150, 90, 60] as const

type Shape = (x: number, y: number) => boolean

/** A green thing on a brown table, in the given size. */
const photoOf = (shape: Shape, width = 640, height = 480): { pixels: Pixels; subject: Subject } => {
  const data = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const inside = shape(x + 0.5, y + 0.5)
      alpha[i] = inside ? 255 : 0
      data.set(inside ? GREEN : TABLE, 3 * i)
    }
  }
  return {
    pixels: { data, width, height, channels: 3 },
    subject: { alpha, width, height, confidence: 0.9, engine: 'isnet' },
  }
}
const disc =
  (cx: number, cy: number, a: number, b = a): Shape =>
  (x, y) =>
    ((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 < 1
const plate = () => photoOf(disc(190, 155, 125), 400, 300)

const shot = async (
  { pixels, subject }: ReturnType<typeof photoOf>,
  options: Partial<Parameters<typeof makeHeroShot>[2]> = {},
) => {
  const made = await makeHeroShot(pixels, subject, { backdrop: 'studio-light', aspect: 4 / 3, ...options })
  if (!made) throw new Error('no hero shot')
  return made
}
const isGreen = ({ data, width }: Pixels, x: number, y: number) => {
  const at = (y * width + x) * 3
  return data[at + 1] > data[at] + 30 && data[at + 1] > data[at + 2] + 20
}
/** The box of the green pixels. */
const found = (pixels: Pixels) => {
  const box = { left: pixels.width, top: pixels.height, right: 0, bottom: 0 }
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      if (!isGreen(pixels, x, y)) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  }
  return box
}
const luma = ({ data, width }: Pixels, x: number, y: number) => {
  let sum = 0
  for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) sum += data[((y + dy) * width + x + dx) * 3 + 1]
  return sum / 25
}

test.each([
  ['4:3', 4 / 3],
  ['16:9', 16 / 9],
  ['1:1', 1],
  ['3:4', 3 / 4],
  ['9:16', 9 / 16],
] as const)('in a frame of %s the whole dish is inside and fills 62 to 75 %% of it', async (_, aspect) => {
  const { pixels, plan, warnings } = await shot(plate(), { aspect })
  expect(pixels.width / pixels.height).toBeCloseTo(aspect, 2)
  const box = found(pixels)
  const fill = Math.max((box.right - box.left) / pixels.width, (box.bottom - box.top) / pixels.height)
  expect(fill).toBeGreaterThan(0.62)
  expect(fill).toBeLessThan(0.75)
  for (const room of [box.left, box.top, pixels.width - box.right, pixels.height - box.bottom]) {
    expect(room).toBeGreaterThan(0.08 * Math.min(pixels.width, pixels.height))
  }
  expect(plan.scale).toBeLessThanOrEqual(1.51)
  expect(warnings).toEqual([])
})

test.each(BACKDROPS)(
  'on %s the shadow lies below the dish, away from the light, and nothing of the old table remains',
  async (backdrop) => {
    const { pixels, plan } = await shot(plate(), { backdrop })
    const box = found(pixels)
    const middle = Math.round((box.left + box.right) / 2)
    const away = Math.round(0.012 * pixels.width)
    const [above, below] = [luma(pixels, middle, box.top - away), luma(pixels, middle, box.bottom + away)]
    expect(below).toBeLessThan(0.93 * above)
    const level = Math.round((box.top + box.bottom) / 2)
    const [left, right] = [luma(pixels, box.left - away, level), luma(pixels, box.right + away, level)]
    expect(plan.light === 'top-left' ? right : left).toBeLessThan(0.97 * (plan.light === 'top-left' ? left : right))
    let brownest = 0
    for (let i = 0; i < pixels.data.length; i += 3) brownest = Math.max(brownest, pixels.data[i] - pixels.data[i + 2])
    // The red of the table is 90 levels above its blue. Of the backdrops only plaster and wood come near.
    expect(brownest).toBeLessThan(backdrop === 'warm' || backdrop === 'oak' ? 85 : 50)
  },
)

test('the dish has the colour of the photo developed as the balanced preset develops it', async () => {
  const { pixels: photo, subject } = plate()
  const { pixels } = await shot({ pixels: photo, subject })
  const developed = { ...photo, data: Uint8Array.from(photo.data) }
  const [balanced] = PRESETS
  const { recipe, analysisCopy } = await planDevelopment(developed, balanced)
  developPhoto(developed, analysisCopy, recipe)
  const box = found(pixels)
  const at = (Math.round((box.top + box.bottom) / 2) * pixels.width + Math.round((box.left + box.right) / 2)) * 3
  const from = (155 * photo.width + 190) * 3
  for (let c = 0; c < 3; c++) expect(Math.abs(pixels.data[at + c]! - developed.data[from + c]!)).toBeLessThan(16)
})

test('an underexposed dish becomes brighter by more than four fifths of its light, and the photo itself is not changed', async () => {
  const { pixels: photo, subject } = plate()
  const dim = { ...photo, data: photo.data.map((value) => value * 0.4) }
  const before = Uint8Array.from(dim.data)
  const { pixels } = await shot({ pixels: dim, subject })
  const middle = luma(pixels, Math.round(pixels.width / 2), Math.round(pixels.height / 2))
  const gained = LINEAR[Math.round(middle)] / LINEAR[Math.round(luma(dim, 190, 155))]
  expect(gained).toBeGreaterThan(1.8)
  expect(dim.data).toEqual(before)
})

test('a dish that the photo cuts meets the edge of the frame there, and a warning says so', async () => {
  const { pixels, warnings } = await shot(photoOf(disc(500, 240, 190)))
  expect(found(pixels).right).toBe(pixels.width)
  expect(found(pixels).left).toBeGreaterThan(0.05 * pixels.width)
  expect(warnings.map(({ code }) => code)).toEqual(['dish_cut'])
})

test('a dish that the photo cuts is placed larger than a whole one, so that it is a close-up', async () => {
  const cut = await shot(photoOf(disc(160, 75, 95), 320, 240))
  const whole = await shot(photoOf(disc(160, 120, 95), 320, 240))
  expect(found(cut.pixels).top).toBe(0)
  expect(cut.plan.fill.down).toBeGreaterThan(whole.plan.fill.down + 0.1)
})

test('where a cut dish is larger than the frame, the frame shows its food and a warning names a better aspect', async () => {
  // A white plate that a tall photo cuts at both sides, with green food near its lower end.
  const { pixels: photo, subject } = photoOf(disc(180, 330, 260, 300), 360, 640)
  const food = disc(180, 470, 70)
  for (let y = 0, i = 0; y < 640; y++) {
    for (let x = 0; x < 360; x++, i++) if (subject.alpha[i] && !food(x, y)) photo.data.set([225, 225, 225], 3 * i)
  }
  const { pixels, warnings } = await shot({ pixels: photo, subject }, { aspect: 16 / 9 })
  const box = found(pixels)
  expect(Math.abs((box.top + box.bottom) / 2 - pixels.height / 2)).toBeLessThan(0.2 * pixels.height)
  expect(warnings.find(({ code }) => code === 'dish_cut')?.message).toContain('a taller aspect_ratio shows more')
})

test('an outline with deep notches gets a warning, and a mask that is no outline at all gives no shot', async () => {
  const bite: Shape = (x, y) => disc(320, 240, 180)(x, y) && !disc(420, 120, 130)(x, y)
  expect((await shot(photoOf(bite))).warnings.map(({ code }) => code)).toEqual(['dish_incomplete'])
  const ring: Shape = (x, y) => disc(320, 260, 220)(x, y) && !disc(320, 220, 190)(x, y)
  const { pixels, subject } = photoOf(ring)
  expect(await makeHeroShot(pixels, subject, { aspect: 1 })).toBeUndefined()
})

test('ten dishes are all shown', async () => {
  const centres = Array.from({ length: 10 }, (_, i) => [45 + 57 * (i % 5), i < 5 ? 75 : 160] as const)
  const { pixels, warnings } = await shot(
    photoOf((x, y) => centres.some(([cx, cy]) => disc(cx, cy, 24)(x, y)), 320, 240),
  )
  let [runs, inside] = [0, false]
  const row = Math.round(pixels.height / 2 - 0.105 * pixels.width)
  for (let x = 0; x < pixels.width; x++) {
    const green = isGreen(pixels, x, row)
    if (green && !inside) runs++
    inside = green
  }
  expect(runs).toBe(5)
  expect(warnings).toEqual([])
})

test('a very small dish gives a picture of 512 pixels and a warning instead of a larger blur', async () => {
  const { pixels, warnings } = await shot(photoOf(disc(30, 25, 18), 64, 48))
  expect(Math.max(pixels.width, pixels.height)).toBe(512)
  expect(warnings.map(({ code }) => code)).toEqual(['dish_enlarged'])
})

test('a large photo gives a long side of 2048 pixels', async () => {
  const { pixels } = await shot(photoOf(disc(800, 600, 520), 1600, 1200), { aspect: 3 / 4 })
  expect([pixels.width, pixels.height]).toEqual([1536, 2048])
})

test('an empty mask gives no shot; a photo that is all dish fills the frame', async () => {
  const empty = photoOf(() => false)
  expect(await makeHeroShot(empty.pixels, empty.subject, { backdrop: 'linen', aspect: 1 })).toBeUndefined()
  const { pixels, warnings } = await shot(
    photoOf(() => true),
    { aspect: 1 },
  )
  expect(isGreen(pixels, 3, 3) && isGreen(pixels, pixels.width - 4, pixels.height - 4)).toBe(true)
  expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['dish_cut', 'dish_fills_frame']))
})

test.each([
  [1, 1],
  [3000, 10],
])('a photo of %d x %d that is all dish is accepted', async (width, height) => {
  const { pixels } = await shot(photoOf(() => true, width, height))
  expect(Math.max(pixels.width, pixels.height)).toBeGreaterThanOrEqual(512)
})

test('the same input gives the same bytes', async () => {
  const [one, other] = [await shot(plate(), { backdrop: 'slate' }), await shot(plate(), { backdrop: 'slate' })]
  expect(one.pixels.data).toEqual(other.pixels.data)
})

/** Pieces that lean on each other, without a shape that shows the camera's angle. */
const heap: Shape = (x, y) =>
  [disc(230, 150, 80), disc(330, 190, 95), disc(420, 290, 70), disc(300, 320, 60)].some((piece) => piece(x, y))

test('the shadow of a plate seen from the side touches it, without a gap or a separate part', async () => {
  const { pixels, plan } = await shot(photoOf(disc(320, 240, 200, 130)))
  expect(plan.tilt).toBeLessThan(0.75)
  const box = found(pixels)
  const x = Math.round((box.left + box.right) / 2 + (plan.light === 'top-left' ? 0.25 : -0.25) * (box.right - box.left))
  let edge = box.bottom
  while (!isGreen(pixels, x, edge)) edge--
  const away = Math.round(0.01 * pixels.width)
  const [near, further, far] = [1, 3, 8].map((times) => luma(pixels, x, edge + 2 + times * away))
  expect(near).toBeLessThan(further!)
  expect(further).toBeLessThan(far! + 1)
})

test('the shadow of a bowl is darkest at its foot, and faint on the side of the light', async () => {
  // Wide at the top, narrow at the bottom, with a rim seen from the side.
  const bowl: Shape = (x, y) => disc(320, 190, 190, 70)(x, y) || (y >= 190 && disc(320, 190, 190, 160)(x, y))
  const { pixels, plan } = await shot(photoOf(bowl))
  const [box, { width }] = [found(pixels), pixels]
  const middle = Math.round((box.left + box.right) / 2)
  const toward = plan.light === 'top-left' ? -1 : 1
  const [away, level] = [Math.round(0.02 * width), box.bottom - Math.round(0.25 * (box.bottom - box.top))]
  let [lit, dark] = [middle, middle]
  while (isGreen(pixels, lit, level)) lit += toward
  while (isGreen(pixels, dark, level)) dark -= toward
  // Compared with the same surface a little farther out, because the light itself falls off.
  const missing = (x: number, side: number) =>
    1 - luma(pixels, x + side * 2 * away, level) / luma(pixels, x + side * 9 * away, level)
  const [toLamp, fromLamp] = [missing(lit, toward), missing(dark, -toward)]
  const touch = 1 - luma(pixels, middle, box.bottom + 3) / luma(pixels, middle, box.bottom + 5 * away)
  expect(toLamp).toBeLessThan(0.5 * fromLamp)
  expect(touch).toBeGreaterThan(1.15 * fromLamp)
})

test.each<[string, Shape, (tilt: number) => boolean]>([
  ['a round plate from above', disc(320, 240, 180), (tilt) => tilt === 1],
  [
    'a round plate with chopsticks',
    (x, y) => disc(320, 220, 150)(x, y) || (Math.abs(x - 330) < 5 && y > 220),
    (tilt) => tilt === 1,
  ],
  ['a tray from above', (x, y) => Math.abs(x - 320) < 200 && Math.abs(y - 240) < 120, (tilt) => tilt === 1],
  ['a round plate from the table', disc(320, 240, 200, 120), (tilt) => Math.abs(tilt - 0.6) < 0.08],
  [
    'a round plate that the photo cuts at both sides',
    disc(320, 240, 400, 225),
    (tilt) => Math.abs(tilt - 0.5625) < 0.05,
  ],
  ['a round plate from above that the photo cuts above and below', disc(320, 240, 300), (tilt) => tilt === 1],
  ['food without a plate', (x, y) => heap(x, y), (tilt) => tilt === 1],
  ['a glass', (x, y) => y > 60 && y < 420 && Math.abs(x - 320) < 30 + (420 - y) / 3, (tilt) => tilt < 0.8],
])('the camera of %s', (_, shape, isRight) => {
  expect(cameraTilt(photoOf(shape).subject)).toSatisfy(isRight)
})
