import { expect, test } from 'vitest'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { joinWare } from './join-ware.ts'

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
