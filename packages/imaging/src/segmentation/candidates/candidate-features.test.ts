import { expect, test } from 'vitest'
import { type BinaryMask, maskBits } from '../../raster/masks/binary-mask.ts'
import { wareLikelihood } from './candidate-features.ts'

const [width, height] = [96, 72]
const distance = (i: number) => Math.hypot((i % width) - 48, Math.floor(i / width) - 36)
const disc = (radius: number): BinaryMask => ({
  bits: maskBits(width * height, (i) => distance(i) < radius),
  width,
  height,
})
/** A network that is sure of the food and of the table, and of the plate between them only as far as told. */
const seeing = (plate: number) =>
  Float32Array.from({ length: width * height }, (_, i) => (distance(i) < 15 ? 0.97 : distance(i) < 30 ? plate : 0.03))
/** How much more likely the food alone is than the food with its plate. */
const against = (plate: number) => wareLikelihood(seeing(plate), disc(15)) - wareLikelihood(seeing(plate), disc(30))

test('the mask that the network sees is the likeliest', () => {
  expect(against(0.95)).toBeLessThan(0)
  expect(against(0.05)).toBeGreaterThan(0)
})

test('a plate that the network half sees is far less unlikely than one that it rules out', () => {
  expect(against(0.4)).toBeGreaterThan(0)
  expect(against(0.4)).toBeLessThan(0.15 * against(0.03))
})

test('a pixel in which a sure network is wrong costs no more than a few others', () => {
  const sure = Float32Array.from(disc(30).bits)
  const off = disc(30)
  off.bits[0] = 1
  const cost = wareLikelihood(sure, disc(30)) - wareLikelihood(sure, off)
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThan(5 / off.bits.length)
})
