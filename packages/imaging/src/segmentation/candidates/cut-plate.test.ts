import { expect, test } from 'vitest'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import type { Candidate, CandidateFeatures } from './candidate-features.ts'
import { chooseCandidate } from './choose-candidate.ts'
import { plateCutByFrame } from './cut-plate.ts'

/** As measured in a photo of a ball of dough on a white plate that the frame cuts on three sides. */
const FOOD: CandidateFeatures = {
  edge: 0.72,
  newEdge: 0.72,
  innerChroma: 0.38,
  innerLight: 0.67,
  innerSmooth: 0.52,
  outerTexture: 0.11,
  solidity: 1,
  frame: 0,
  bestOverlap: 0.99,
  held: 0.99,
  salience: 0.98,
  growth: 0,
  scatter: 0,
  ware: 0.72,
  wareLikelihood: -0.16,
}
const PLATE: CandidateFeatures = {
  edge: 0.43,
  newEdge: 0.4,
  innerChroma: 0.16,
  innerLight: 0.86,
  innerSmooth: 0.83,
  outerTexture: 0.1,
  solidity: 0.93,
  frame: 0.63,
  bestOverlap: 0.45,
  held: 1,
  salience: 0.45,
  growth: 0.79,
  scatter: 0,
  ware: 0.55,
  wareLikelihood: -0.75,
}
const SIDE = 20
const candidate = (source: Candidate['source'], rows: number, features: CandidateFeatures): Candidate => ({
  source,
  features,
  width: SIDE,
  height: SIDE,
  bits: maskBits(SIDE * SIDE, (i) => i >= SIDE * (SIDE - rows)),
})
const food = candidate('first', 8, FOOD)
const plate = candidate('grown', 18, PLATE)

test('a smooth, pale surface around the food that ends in a clear edge is its plate', () => {
  expect(plateCutByFrame([food, plate], food, 0.7)).toBe(plate)
  const likelier = candidate('grown', 17, { ...PLATE, wareLikelihood: -0.4 })
  expect(plateCutByFrame([food, plate, likelier], food, 0.7)).toBe(likelier)
})

test.each([
  ['has a texture', { innerSmooth: 0.6 }],
  ['has a colour', { innerChroma: 0.5 }],
  ['is dark', { innerLight: 0.4 }],
  ['fades out, as a backdrop does', { edge: 0.15 }],
  ['hardly reaches the frame', { frame: 0.3 }],
  ['is ruled out by the ware network', { wareLikelihood: -1.2 }],
])('a surface is no plate if it %s', (_, features) => {
  expect(plateCutByFrame([food, candidate('grown', 18, { ...PLATE, ...features })], food, 0.7)).toBeUndefined()
})

test('a choice that is likely is left alone, and so is all without the ware network', () => {
  expect(plateCutByFrame([food, plate], food, 0.9)).toBeUndefined()
  const { wareLikelihood: _, ...unseen } = PLATE
  expect(plateCutByFrame([food, candidate('grown', 18, unseen)], food, 0.7)).toBeUndefined()
})

test('a plate that holds only part of the food, or is hardly larger, is none', () => {
  const beside = { ...plate, bits: plate.bits.map((bit, i) => (i < SIDE * 16 ? bit : 0)) }
  expect(plateCutByFrame([food, beside], food, 0.7)).toBeUndefined()
  expect(plateCutByFrame([food, candidate('grown', 9, PLATE)], food, 0.7)).toBeUndefined()
})

test('a plate that the frame cuts is chosen with little confidence, because nothing but the picture shows it', () => {
  expect(chooseCandidate([food])?.confidence).toBeLessThan(0.85)
  expect(chooseCandidate([food, plate])).toMatchObject({ chosen: plate, confidence: 0.6 })
})
