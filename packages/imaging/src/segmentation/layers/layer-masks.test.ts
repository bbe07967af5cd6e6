import { describe, expect, test } from 'vitest'
import { drawPicture, seededRandom } from '../../../test/support/drawn-pictures.ts'
import { blendThroughMask } from '../../raster/masks/blend-through-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Subject } from '../find-subject.ts'
import { findLayers, LAYER_IDS, type LayerId } from './layer-masks.ts'

const [WIDTH, HEIGHT] = [400, 300]
const distance = (x: number, y: number) => Math.hypot(x - 200, y - 170)

/** A stew on a white plate; a wall above row 90 when seen from the side. */
const photo = (options: { wall?: boolean; plate?: boolean } = {}) => {
  const next = seededRandom(5)
  return drawPicture(WIDTH, HEIGHT, (x, y) => {
    const grain = 40 * (next() - 0.5)
    if (distance(x, y) < 60) return [170 + grain, 80 + grain, 30 + grain / 2]
    if (distance(x, y) < 100 && options.plate !== false) return [226, 222, 216]
    if (options.wall && y < 90) return [60, 80, 110]
    return [120 + grain / 4, 82 + grain / 4, 54 + grain / 4]
  })
}
const subjectOf = (radius: number, confidence = 0.9): Subject => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    distance(i % WIDTH, Math.floor(i / WIDTH)) < radius ? 255 : 0,
  ),
  width: WIDTH,
  height: HEIGHT,
  confidence,
  engine: 'isnet',
})
const found = (pixels: Pixels, subject = subjectOf(100)) => findLayers(pixels, subject)
const at = (layers: Awaited<ReturnType<typeof found>>, id: LayerId, x: number, y: number) =>
  layers.layers[id].alpha[y * WIDTH + x]

describe('the layers of a photo', () => {
  test('separate food and plate inside the subject', async () => {
    const layers = await found(photo())
    expect([at(layers, 'dish', 200, 170), at(layers, 'plate', 200, 170)]).toEqual([255, 0])
    expect([at(layers, 'dish', 285, 170), at(layers, 'plate', 285, 170)]).toEqual([0, 255])
    const area = layers.layers.dish.alpha.reduce((sum, value) => sum + value, 0) / 255
    expect(Math.abs(area / (Math.PI * 60 ** 2) - 1)).toBeLessThan(0.15)
    expect(layers.layers.dish.confidence).toBeGreaterThan(0.5)
  })

  test('sum up exactly: dish and plate to the subject, and the background to the rest', async () => {
    const subject = subjectOf(100)
    const alpha = subject.alpha.map((value, i) => (value === 255 && i % 7 === 0 ? 180 : value))
    const { layers } = await findLayers(photo(), { ...subject, alpha })
    expect(alpha.map((_, i) => layers.dish.alpha[i] + layers.plate.alpha[i])).toEqual(alpha)
    expect(layers.background.alpha).toEqual(alpha.map((value) => 255 - value))
    expect(layers.table.alpha.findIndex((value, i) => value > layers.background.alpha[i])).toBe(-1)
  })

  test('give an empty plate without confidence when only food was found', async () => {
    const { layers } = await found(photo({ plate: false }), subjectOf(58))
    expect(layers.plate.confidence).toBe(0)
    expect(layers.plate.alpha.every((value) => value === 0)).toBe(true)
    expect(layers.dish.alpha.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0)
  })

  test('end the table at the horizon; seen from above the table is the whole background', async () => {
    const side = await found(photo({ wall: true }))
    expect([at(side, 'table', 20, 40), at(side, 'background', 20, 40)]).toEqual([0, 255])
    expect([at(side, 'table', 20, 140), at(side, 'table', 380, 280)]).toEqual([255, 255])
    const above = await found(photo())
    expect(Buffer.compare(above.layers.table.alpha, above.layers.background.alpha)).toBe(0)
  })

  test('count gloss as highlights, but not a white plate; dark parts are shadows', async () => {
    const base = photo()
    const data = Uint8Array.from(base.data)
    const paint = (x0: number, y0: number, side: number, level: number) => {
      for (let y = y0; y < y0 + side; y++) data.fill(level, (y * WIDTH + x0) * 3, (y * WIDTH + x0 + side) * 3)
    }
    paint(190, 160, 6, 255)
    paint(20, 200, 80, 8)
    const layers = await found({ ...base, data })
    expect(at(layers, 'highlights', 193, 163)).toBeGreaterThan(200)
    expect(at(layers, 'highlights', 280, 170)).toBeLessThan(40)
    expect(at(layers, 'shadows', 60, 240)).toBeGreaterThan(200)
    expect(at(layers, 'shadows', 280, 170)).toBe(0)
  })

  test.each([
    ['one pixel', 1, 1],
    ['a strip', 1200, 4],
    ['all black', 64, 48],
  ])('%s has six layers, each with a plausible confidence', async (_, width, height) => {
    const subject = { ...subjectOf(1, 0), alpha: new Uint8Array(width * height), width, height }
    const { layers } = await findLayers(
      drawPicture(width, height, () => [0, 0, 0]),
      subject,
    )
    for (const id of LAYER_IDS) expect(layers[id].alpha).toHaveLength(width * height)
    expect([layers.dish, layers.plate, layers.background, layers.table].map(({ confidence }) => confidence)).toEqual([
      0, 0, 0, 0,
    ])
    expect(layers.shadows.confidence).toBe(0)
  })
})

describe('an edit through a layer', () => {
  const mask = { alpha: Uint8Array.from([0, 0, 255, 255]), width: 4, height: 1 }
  const original = drawPicture(400, 20, (x, y) => [x % 256, y * 9, 40])
  const edited = () => drawPicture(400, 20, () => [9, 9, 9])

  test('keeps every byte outside the layer, applies the edit inside, and is soft in between', async () => {
    const { data } = await blendThroughMask(original, edited(), mask)
    const pixel = (x: number) => [...data.subarray(3 * x, 3 * x + 3)]
    for (let x = 0; x < 200; x++) expect(pixel(x)).toEqual([...original.data.subarray(3 * x, 3 * x + 3)])
    for (let x = 260; x < 400; x++) expect(pixel(x)).toEqual([9, 9, 9])
  })

  test('keeps the transparency of the photo outside the layer', async () => {
    const rgba = (level: number) => ({
      data: new Uint8Array(16).fill(level),
      width: 4,
      height: 1,
      channels: 4 as const,
    })
    const { data } = await blendThroughMask(rgba(100), rgba(7), mask)
    expect([...data]).toEqual([...new Array(8).fill(100), ...new Array(8).fill(7)])
  })

  test('refuses a picture of another size', async () => {
    await expect(
      blendThroughMask(
        original,
        drawPicture(4, 4, () => [0, 0, 0]),
        mask,
      ),
    ).rejects.toThrow(/size/)
  })
})
