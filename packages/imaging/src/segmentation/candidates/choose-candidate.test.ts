import { expect, test } from 'vitest'
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
