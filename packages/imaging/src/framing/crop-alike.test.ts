import { expect, test } from 'vitest'
import type { Box, Size } from '../raster/geometry.ts'
import { cropAlike } from './crop-alike.ts'

/** A round dish in a photo: its box and the share that it covers. */
const dishIn = ({ width, height }: Size, box: Box) => ({
  ...box,
  share: (Math.PI * box.width * box.height) / 4 / (width * height),
})

const frameOf = (picture: Size, box: Box, crop: Box | undefined) => {
  const kept = crop ?? { left: 0, top: 0, ...picture }
  return {
    aspect: kept.width / kept.height,
    share: (Math.PI * box.width * box.height) / 4 / (kept.width * kept.height),
    x: (box.left + box.width / 2 - kept.left) / kept.width,
    y: (box.top + box.height / 2 - kept.top) / kept.height,
  }
}

const SQUARE = { aspect: 1, share: 0.35, x: 0.5, y: 0.5 }

test('photos of different shapes, with dishes of different size and place, get the same frame where they have room', () => {
  const photos: [Size, Box][] = [
    [
      { width: 1600, height: 1200 },
      { left: 300, top: 300, width: 560, height: 560 },
    ],
    [
      { width: 1200, height: 1600 },
      { left: 400, top: 700, width: 600, height: 600 },
    ],
    [
      { width: 1000, height: 1000 },
      { left: 230, top: 240, width: 500, height: 500 },
    ],
  ]
  for (const [picture, box] of photos) {
    const { crop, hasShape, hasPlace } = cropAlike(picture, dishIn(picture, box), SQUARE)
    const frame = frameOf(picture, box, crop)
    expect(frame.aspect).toBeCloseTo(1, 2)
    expect(Math.abs(frame.share - SQUARE.share)).toBeLessThan(0.06)
    expect(Math.hypot(frame.x - 0.5, frame.y - 0.5)).toBeLessThan(0.03)
    expect({ hasShape, hasPlace }).toEqual({ hasShape: true, hasPlace: true })
  }
})

test('a dish is never cut: a shape that does not hold it is only approached, and that is said', () => {
  const picture = { width: 1600, height: 900 }
  const box = { left: 100, top: 150, width: 1400, height: 600 }
  const { crop, hasShape } = cropAlike(picture, dishIn(picture, box), SQUARE)
  expect(hasShape).toBe(false)
  expect(crop?.left).toBeLessThanOrEqual(100)
  expect((crop?.left ?? 0) + (crop?.width ?? 0)).toBeGreaterThanOrEqual(1500)
  expect((crop?.width ?? 0) / (crop?.height ?? 1)).toBeLessThan(1600 / 900)
})

test('the dish and its room stay in the frame wherever it is, and the frame in the photo', () => {
  const picture = { width: 1200, height: 900 }
  for (const left of [0, 200, 500, 800]) {
    for (const top of [0, 150, 400]) {
      for (const aspect of [0.6, 1, 16 / 9]) {
        const box = { left, top, width: 400, height: 350 }
        const { crop } = cropAlike(picture, dishIn(picture, box), { aspect, share: 0.6, x: 0.4, y: 0.55 })
        const kept = crop ?? { left: 0, top: 0, ...picture }
        expect(Math.min(kept.left, kept.top)).toBeGreaterThanOrEqual(0)
        expect(kept.left + kept.width).toBeLessThanOrEqual(1200)
        expect(kept.top + kept.height).toBeLessThanOrEqual(900)
        expect(kept.left).toBeLessThanOrEqual(left)
        expect(kept.top).toBeLessThanOrEqual(top)
        expect(kept.left + kept.width).toBeGreaterThanOrEqual(left + 400)
        expect(kept.top + kept.height).toBeGreaterThanOrEqual(top + 350)
      }
    }
  }
})

test('a photo that is framed alike already is left as it is', () => {
  const picture = { width: 1000, height: 1000 }
  const box = { left: 170, top: 170, width: 660, height: 660 }
  expect(cropAlike(picture, dishIn(picture, box), SQUARE).crop).toBeUndefined()
})
