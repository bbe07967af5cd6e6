import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { softOverlap } from './candidate-features.ts'
import { wareCandidates } from './ware-candidates.ts'

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

test('an outline that is a little too large is moved to where the colours change', async () => {
  const masks = await wareCandidates(plate, seen(43), disc(15))
  expect(best(masks, disc(40))).toBeGreaterThan(0.97)
})

test('a first mask that has the same outline keeps it', async () => {
  const first = disc(40)
  const masks = await wareCandidates(plate, seen(41), first)
  expect(best(masks, first)).toBe(1)
})

test('a plate that the first mask lacks is one of the candidates, and so is one without what the network does not see', async () => {
  const withCup: BinaryMask = {
    ...disc(40),
    bits: maskBits(width * height, (i) => distance(i) < 40 || i % width > 140),
  }
  expect(best(await wareCandidates(plate, seen(40), disc(15)), disc(40))).toBeGreaterThan(0.97)
  expect(best(await wareCandidates(plate, seen(40), withCup), disc(40))).toBeGreaterThan(0.97)
})

test('a network that sees nothing suggests at most the first mask', async () => {
  const first = disc(40)
  const masks = await wareCandidates(plate, new Float32Array(width * height), first)
  for (const { bits } of masks) expect(bits.every((bit, i) => bit <= first.bits[i]!)).toBe(true)
})
