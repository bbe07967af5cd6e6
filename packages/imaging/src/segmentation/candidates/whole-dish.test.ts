import { describe, expect, test } from 'vitest'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import type { Candidate, CandidateFeatures } from './candidate-features.ts'
import { chooseCandidate } from './choose-candidate.ts'
import { wholeDishBeforeOthers } from './whole-dish.ts'

/** As measured in a drawn scene of a plate with two others behind it, which the frame cuts: the plate, and all three. */
const DISH: CandidateFeatures = {
  edge: 1,
  newEdge: 1,
  innerChroma: 0.17,
  innerLight: 0.72,
  innerSmooth: 0.59,
  outerTexture: 0.2,
  solidity: 1,
  frame: 0,
  bestOverlap: 0.87,
  held: 0.64,
  salience: 0.98,
  growth: -0.65,
  scatter: 0,
  ware: 0.52,
  wareLikelihood: -1,
}
const ALL: CandidateFeatures = {
  edge: 0.94,
  newEdge: 0.94,
  innerChroma: 0.16,
  innerLight: 0.6,
  innerSmooth: 0.48,
  outerTexture: 0.17,
  solidity: 0.85,
  frame: 0.35,
  bestOverlap: 0.93,
  held: 0.98,
  salience: 0.52,
  growth: 0,
  scatter: 0,
  ware: 0.9,
  wareLikelihood: -0.05,
}
const SIDE = 60
const disc = (i: number, x: number, y: number, radius: number) =>
  Math.hypot((i % SIDE) - x, Math.floor(i / SIDE) - y) <= radius
const candidate = (
  source: Candidate['source'],
  features: CandidateFeatures,
  isIn: (i: number) => boolean,
): Candidate => ({ source, features, width: SIDE, height: SIDE, bits: maskBits(SIDE * SIDE, isIn) })
const isDish = (i: number) => disc(i, 30, 38, 18)
const isOther = (i: number) => disc(i, 8, 4, 20) || disc(i, 52, 4, 20)
const dish = candidate(2, DISH, isDish)
const all = candidate('first', ALL, (i) => isDish(i) || isOther(i))

test('a whole dish is found in a mask that also holds those behind it, which the frame cuts', () => {
  expect(wholeDishBeforeOthers([all, dish], all)).toBe(dish)
  const smaller = candidate(3, DISH, (i) => disc(i, 30, 38, 17))
  expect(wholeDishBeforeOthers([all, smaller, dish], all)).toBe(dish)
})

test('one of several dishes that touch is chosen, and is not sure', () => {
  expect(chooseCandidate([all])?.chosen).toBe(all)
  expect(chooseCandidate([all, dish])).toEqual({ chosen: dish, confidence: 0.8 })
})

describe('nothing is taken out of a mask', () => {
  test.each([
    ['is not solid', { solidity: 0.94 }],
    ['has no clear outline', { edge: 0.8 }],
    ['is cut itself', { frame: 0.05 }],
  ])('where a part %s', (_, features) => {
    expect(wholeDishBeforeOthers([all, candidate(2, { ...DISH, ...features }, isDish)], all)).toBeUndefined()
  })

  test.each<[string, (i: number) => boolean]>([
    ['surrounds it, as a plate surrounds its food', (i) => disc(i, 30, 38, 27)],
    ['is whole as well', (i) => isDish(i) || disc(i, 12, 12, 10)],
    ['is much larger than it', (i) => isDish(i) || i < 22 * SIDE],
    ['does not hold it', (i) => isOther(i) || disc(i, 30, 30, 14)],
  ])('where what is chosen %s', (_, isIn) => {
    const chosen = candidate('first', ALL, isIn)
    expect(wholeDishBeforeOthers([chosen, dish], chosen)).toBeUndefined()
  })
})
