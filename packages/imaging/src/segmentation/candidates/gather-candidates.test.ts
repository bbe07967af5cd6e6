import { describe, expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { softOverlap } from './candidate-features.ts'
import { joinWare, wareCandidates } from './gather-candidates.ts'

const SIDE = 64
const FACTOR = 4
const fineSide = SIDE * FACTOR

/** A disc on the small copy. */
const disc = (radius: number) => ({
  bits: maskBits(SIDE * SIDE, (i) => Math.hypot((i % SIDE) + 0.5 - 32, Math.floor(i / SIDE) + 0.5 - 32) < radius),
  width: SIDE,
  height: SIDE,
})
/** The same at full size, with a notch that is too narrow for the small copy. */
const fineDisc = (radius: number) => ({
  alpha: Uint8Array.from({ length: fineSide * fineSide }, (_, i) => {
    const [x, y] = [i % fineSide, Math.floor(i / fineSide)]
    return Math.hypot(x + 0.5 - 128, y + 0.5 - 128) < radius * FACTOR && !(x === 128 && y < 128) ? 255 : 0
  }),
  width: fineSide,
  height: fineSide,
})
const share = (alpha: Uint8Array) => alpha.reduce((sum, value) => sum + value, 0) / 255
const area = (radius: number) => Math.PI * (radius * FACTOR) ** 2

test('a ring that the coarse mask adds is added', async () => {
  const { alpha } = await joinWare(fineDisc(12), disc(12), disc(24))
  expect(share(alpha) / area(24)).toBeGreaterThan(0.97)
  expect(share(alpha) / area(24)).toBeLessThan(1.03)
})

test('a ring that the coarse mask lacks is removed', async () => {
  const { alpha } = await joinWare(fineDisc(24), disc(24), disc(12))
  expect(share(alpha) / area(12)).toBeGreaterThan(0.95)
  expect(share(alpha) / area(12)).toBeLessThan(1.06)
})

test('where both agree within a pixel of the small copy, the fine mask stays as it is', async () => {
  const fine = fineDisc(20)
  expect((await joinWare(fine, disc(20), disc(20.6))).alpha).toEqual(fine.alpha)
})

describe('ware candidates', () => {
  const [width, height] = [160, 120]
  const distance = (i: number) => Math.hypot((i % width) - 80, Math.floor(i / width) - 60)
  const disc = (radius: number): BinaryMask => ({
    bits: maskBits(width * height, (i) => distance(i) < radius),
    width,
    height,
  })
  const plate = drawPicture(width, height, (x, y) => (Math.hypot(x - 80, y - 60) < 40 ? [225, 222, 216] : [96, 66, 40]))
  /** What the network sees, with an outline as soft as its cells are large. */
  const seen = (radius: number) =>
    Float32Array.from({ length: width * height }, (_, i) => Math.min(1, Math.max(0, 0.5 + (radius - distance(i)) / 10)))
  const best = (masks: readonly BinaryMask[], truth: BinaryMask) =>
    Math.max(...masks.map(({ bits }) => softOverlap(bits, truth.bits).overlap))

  test('an outline that is a little too large is moved to where the colours change', () => {
    const masks = wareCandidates(plate, seen(43))
    expect(best(masks, disc(40))).toBeGreaterThan(0.97)
  })

  test('a network that sees nothing suggests nothing', async () => {
    const masks = wareCandidates(plate, new Float32Array(width * height))
    for (const { bits } of masks) expect(bits.every((bit) => bit === 0)).toBe(true)
  })
})
