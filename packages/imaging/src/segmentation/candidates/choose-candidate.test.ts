import { describe, expect, test } from 'vitest'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import type { Candidate, CandidateFeatures } from './candidate-features.ts'
import { chooseCandidate } from './choose-candidate.ts'

/** A whole dish as the network finds it: closed, with a clear edge, and alike on all squares. */
const CLEAR: CandidateFeatures = {
  edge: 0.9,
  newEdge: 0.9,
  innerChroma: 0.5,
  innerLight: 0.6,
  innerSmooth: 0.3,
  outerTexture: 0.2,
  solidity: 0.97,
  frame: 0,
  bestOverlap: 0.95,
  held: 0.9,
  salience: 0.8,
  growth: 0,
  scatter: 0,
}
const candidate = (source: Candidate['source'], features: Partial<CandidateFeatures>): Candidate => ({
  source,
  bits: new Uint8Array(4),
  width: 2,
  height: 2,
  features: { ...CLEAR, ...features },
})

test('a region several times as large as the mask is not believed where nothing confirms it', () => {
  const first = candidate('first', { innerChroma: 0.9, held: 0.79 })
  const table = candidate('grown', {
    edge: 0.33,
    newEdge: 0.33,
    innerChroma: 0.6,
    solidity: 1,
    frame: 0.87,
    bestOverlap: 0.27,
    held: 0.98,
    salience: 0.23,
    growth: 1.6,
  })
  expect(chooseCandidate([first, table])?.chosen.source).toBe('first')
})

test('a region with a clear outline of its own is believed however large it is', () => {
  const first = candidate('first', { innerChroma: 0.9, outerTexture: 0.5 })
  const plate = candidate('grown', { innerSmooth: 0.9, innerChroma: 0.1, growth: 1.1, bestOverlap: 0.5, held: 1 })
  expect(chooseCandidate([first, plate])?.chosen.source).toBe('grown')
})

test('between masks that are alike otherwise, the one that the ware network sees is chosen', () => {
  const first = candidate('first', { ware: 0.4, wareLikelihood: -1.1 })
  const plate = candidate('ware', { ware: 0.93, wareLikelihood: -0.1 })
  expect(chooseCandidate([first, plate])?.chosen.source).toBe('ware')
  expect(chooseCandidate([plate, first])?.chosen.source).toBe('ware')
})

test('a drawn box speaks against candidates of another size, and not against those that it holds', () => {
  const food = { ...candidate('first', {}), off: 12 }
  const dish = { ...candidate(2, { edge: 0.5, held: 0.5, frame: 0.6 }), off: 0 }
  const box = { x: 0, y: 0, width: 1, height: 1 }
  expect(chooseCandidate([food, dish])?.chosen).toBe(food)
  expect(chooseCandidate([food, dish], { box })?.chosen).toBe(dish)
  expect(chooseCandidate([food], { box })?.chosen).toBe(food)
})

test('a mask that the ware network sees otherwise is less certain than one that it sees too', () => {
  const confirmed = candidate('first', { ware: 0.95, wareLikelihood: -0.08 })
  const doubted = candidate('first', { ware: 0.5, wareLikelihood: -0.9 })
  const confidence = (one: Candidate) => chooseCandidate([one])?.confidence ?? 0
  expect(confidence(confirmed) - confidence(doubted)).toBeGreaterThan(0.3)
})

test('a plate that the ware network half sees is chosen for its outline, and one that it rules out is not', () => {
  const food = candidate('first', { edge: 0.6, newEdge: 0.6, solidity: 0.85, ware: 0.6, wareLikelihood: -0.3 })
  const plate = (wareLikelihood: number) => candidate('grown', { ware: 0.5, wareLikelihood })
  expect(chooseCandidate([food, plate(-0.5)])?.chosen.source).toBe('grown')
  expect(chooseCandidate([food, plate(-2.5)])?.chosen.source).toBe('first')
})

test('a table that the ware network drew itself is not believed where it doubts it, and what the others saw is never sure', () => {
  const first = candidate('first', { ware: 0.3, wareLikelihood: -1.8 })
  const table = candidate('ware', {
    edge: 0.2,
    newEdge: 0.1,
    innerChroma: 0.1,
    innerSmooth: 0.9,
    solidity: 0.95,
    frame: 0.6,
    bestOverlap: 0.3,
    held: 0.98,
    salience: 0.3,
    growth: 1.2,
    ware: 0.7,
    wareLikelihood: -0.4,
  })
  const { chosen, confidence } = chooseCandidate([first, table]) ?? {}
  expect(chosen?.source).toBe('first')
  expect(confidence).toBeLessThan(0.9)
})

test('a mask that the frame cuts at two sides needs more confidence to be sure than one that is whole', () => {
  const [width, height] = [40, 30]
  const masked = (isIn: (x: number, y: number) => boolean, ware: number) => ({
    ...candidate('first', { ware, wareLikelihood: -0.12, innerSmooth: 0.9 }),
    width,
    height,
    bits: Uint8Array.from({ length: width * height }, (_, i) => Number(isIn(i % width, Math.floor(i / width)))),
  })
  const whole = (x: number, y: number) => Math.hypot(x - 20, y - 15) < 10
  const cutAtOne = (x: number, y: number) => Math.hypot(x - 20, y - 24) < 10
  const cutAtTwo = (x: number, y: number) => Math.hypot(x - 34, y - 24) < 12
  const confidence = (isIn: (x: number, y: number) => boolean, ware: number) =>
    chooseCandidate([masked(isIn, ware)])?.confidence ?? 0
  const wares = Array.from({ length: 50 }, (_, i) => 0.5 + i / 100)
  const barelySure = wares.filter((ware) => confidence(whole, ware) >= 0.9 && confidence(whole, ware) < 0.93)
  expect(barelySure.length).toBeGreaterThan(0)
  for (const ware of wares) {
    const sure = confidence(whole, ware)
    expect(confidence(cutAtOne, ware)).toBe(sure)
    expect(confidence(cutAtTwo, ware)).toBe(barelySure.includes(ware) ? 0.89 : sure)
  }
})

describe('cut plate', () => {
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

  const chosenOf = (...others: Candidate[]) => chooseCandidate([food, ...others])?.chosen

  test('a smooth, pale surface around the food that ends in a clear edge is its plate, with little confidence', () => {
    expect(chooseCandidate([food])?.confidence).toBeLessThan(0.85)
    expect(chooseCandidate([food, plate])).toMatchObject({ chosen: plate, confidence: 0.6 })
    const likelier = candidate('grown', 17, { ...PLATE, wareLikelihood: -0.4 })
    expect(chosenOf(plate, likelier)).toBe(likelier)
  })

  test.each([
    ['has a texture', { innerSmooth: 0.6 }],
    ['has a colour', { innerChroma: 0.5 }],
    ['is dark', { innerLight: 0.4 }],
    ['fades out, as a backdrop does', { edge: 0.15 }],
    ['hardly reaches the frame', { frame: 0.3 }],
    ['is ruled out by the ware network', { wareLikelihood: -1.2 }],
    ['is hardly larger than the food', { growth: 0.1 }],
  ])('a surface is no plate if it %s', (_, features) => {
    expect(chosenOf(candidate('grown', 18, { ...PLATE, ...features }))).toBe(food)
  })

  test('a plate that holds only part of the food is none', () => {
    expect(chosenOf({ ...plate, bits: plate.bits.map((bit, i) => (i < SIDE * 16 ? bit : 0)) })).toBe(food)
  })
})

describe('whole dish', () => {
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
    expect(chooseCandidate([all, dish])?.chosen).toBe(dish)
    const smaller = candidate(3, DISH, (i) => disc(i, 30, 38, 17))
    expect(chooseCandidate([all, smaller, dish])?.chosen).toBe(dish)
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
      expect(chooseCandidate([all, candidate(2, { ...DISH, ...features }, isDish)])?.chosen).toBe(all)
    })

    test.each<[string, (i: number) => boolean]>([
      ['surrounds it, as a plate surrounds its food', (i) => disc(i, 30, 38, 27)],
      ['is whole as well', (i) => isDish(i) || disc(i, 12, 12, 10)],
      ['is much larger than it', (i) => isDish(i) || i < 22 * SIDE],
      ['does not hold it', (i) => isOther(i) || disc(i, 30, 30, 14)],
    ])('where what is chosen %s', (_, isIn) => {
      const chosen = candidate('first', ALL, isIn)
      expect(chooseCandidate([chosen, dish])?.chosen).toBe(chosen)
    })
  })
})
