import { expect, test } from 'vitest'
import { dishExtent } from '../hero/place-in-frame.ts'
import { trimmedOutline, trimToOutline } from './trimmed-outline.ts'

const WIDTH = 300
const HEIGHT = 180
const maskOf = (shape: (x: number, y: number) => boolean) => ({
  alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    shape((i % WIDTH) + 0.5, Math.floor(i / WIDTH) + 0.5) ? 255 : 0,
  ),
  width: WIDTH,
  height: HEIGHT,
})

/** Trims a mask as a cut-out, and gives its alpha at a place. */
function trimmed(shape: (x: number, y: number) => boolean): (x: number, y: number) => number | undefined {
  const mask = maskOf(shape)
  const extent = dishExtent(mask)
  if (!extent) throw new Error('no dish')
  const data = new Uint8Array(4 * WIDTH * HEIGHT).fill(200)
  for (const [i, value] of mask.alpha.entries()) data[4 * i + 3] = value
  trimToOutline({ data, width: WIDTH, height: HEIGHT, channels: 4 }, extent.box, trimmedOutline(mask, extent))
  return (x, y) => data[4 * (y * WIDTH + x) + 3]
}

/** A bowl that the photo cuts at the top and the bottom. */
const isBowl = (x: number, y: number) => Math.hypot(x - 120, y - 90) < 100
/** A stalk over its right rim. */
const isStalk = (x: number, y: number) => x > 120 && x < 270 && Math.abs(y - 70) < 4

test('a stalk over the rim stays whole, and does not move the outline of its bowl', () => {
  const at = trimmed((x, y) => isBowl(x, y) || isStalk(x, y))
  for (let x = 120; x < 265; x++) expect(at(x, 70)).toBe(255)
  for (const y of [4, 12, 30]) {
    for (let x = 20; x < 120; x++) expect(Math.abs((at(x, y) ?? 0) - (at(239 - x, y) ?? 0))).toBeLessThan(60)
  }
})

test('the corners of a bowl lose their straight cuts, and those of a close-up lose more', () => {
  const bowl = trimmed(isBowl)
  expect([bowl(70, 1), bowl(120, 90)]).toEqual([0, 255])
  const closeUp = trimmed(() => true)
  expect([closeUp(35, 20), closeUp(150, 90)]).toEqual([0, 255])
})
