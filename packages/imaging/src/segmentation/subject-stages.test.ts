import { expect, test } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import type { Network, NetworkUse } from '../network-port.ts'
import { findByStages, findSubject } from './find-subject.ts'
import { type Search, STAGES, searchFrom } from './subject-stages.ts'

const [width, height] = [512, 384]
const [cx, cy] = [256, 192]
const distance = (x: number, y: number) => Math.hypot(x - cx, y - cy)
type Colour = readonly [number, number, number]
const food = (x: number, y: number): Colour => (((x >> 3) + (y >> 3)) % 2 ? [196, 92, 40] : [120, 60, 20])
const wood = (x: number): Colour => (x % 32 < 16 ? [120, 84, 52] : [108, 74, 44])
const china = (x: number): Colour => [232 - x / 16, 230 - x / 16, 224 - x / 16]

/** Food on a white plate on a wooden table. */
const plateful = drawPicture(width, height, (x, y) =>
  distance(x, y) < 80 ? food(x, y) : distance(x, y) < 160 ? china(x) : wood(x),
)

/** A network of any size that sees a disc. `radius` is in pixels of the picture, for each side of a square. */
const seeing = (radius: (side: number) => number, sides: number[] = []): Network => ({
  engine: 'drawn',
  anySize: true,
  run: async ({ dims }) => {
    const side = dims[3] ?? 0
    sides.push(side)
    const data = Float32Array.from({ length: side * side }, (_, i) =>
      distance(((i % side) * width) / side, (Math.floor(i / side) * height) / side) < radius(side) ? 1 : 0,
    )
    return { data, dims: [1, 1, side, side] }
  },
})
const networks = (cutout: Network, others: Partial<Record<NetworkUse, Network>> = {}) => ({
  find: async (use: NetworkUse) => ({ cutout, ...others })[use],
})
const shareOf = ({ alpha }: { readonly alpha: Uint8Array }) =>
  alpha.reduce((sum, value) => sum + value, 0) / 255 / alpha.length
const discShare = (radius: number) => (Math.PI * radius * radius) / (width * height)

test('food of which every prediction leaves out the plate gets its plate', async () => {
  const subject = await findSubject(plateful, networks(seeing(() => 80)))
  expect(shareOf(subject)).toBeGreaterThan(0.96 * discShare(160))
  expect(shareOf(subject)).toBeLessThan(1.04 * discShare(160))
})

test('a whole plate does not grow over the table', async () => {
  const saliency = seeing(() => 160)
  const subject = await findSubject(plateful, networks(saliency, { saliency }))
  expect(Math.abs(shareOf(subject) / discShare(160) - 1)).toBeLessThan(0.03)
  expect(subject.confidence).toBeGreaterThanOrEqual(0.9)
})

test('predictions that agree are not asked a third time, and predictions that differ are', async () => {
  const sides = { agreeing: [] as number[], differing: [] as number[] }
  await findSubject(plateful, networks(seeing(() => 160, sides.agreeing)))
  await findSubject(plateful, networks(seeing((side) => (side === 512 ? 80 : 160), sides.differing)))
  expect(sides.agreeing.toSorted((a, b) => a - b)).toEqual([256, 512, 768])
  expect(sides.differing.toSorted((a, b) => a - b)).toEqual([256, 512, 768, 1024])
})

test('predictions that show different things are less certain than predictions that agree', async () => {
  const agreeing = await findSubject(plateful, networks(seeing(() => 160)))
  const differing = await findSubject(plateful, networks(seeing((side) => (side === 512 ? 30 : 80))))
  expect(differing.confidence).toBeLessThan(agreeing.confidence)
})

/** A detector that recognises nothing and gives its inner maps. */
const detect: Network = {
  engine: 'drawn',
  run: async () => {
    const map = (channels: number, side: number) => ({
      data: new Float32Array(channels * side * side),
      dims: [1, channels, side, side],
    })
    return { ...map(80, 128), further: [map(4, 128), map(256, 32), map(192, 64), map(128, 128)] }
  },
}
/** A ware network that sees a disc, as softly as its pixels are large. */
const ware = (radius: number): Network => ({
  engine: 'ware',
  run: async () => {
    const data = Float32Array.from({ length: 128 * 128 }, (_, i) => {
      const [x, y] = [((i % 128) + 0.5) * 4, (Math.floor(i / 128) + 0.5) * 3]
      return Math.min(0.98, Math.max(0.02, 0.5 + (radius - distance(x, y)) / 12))
    })
    return { data, dims: [1, 1, 128, 128] }
  },
})

test('a board as dark as the table, which no prediction shows, is found by the ware network', async () => {
  const boarded = drawPicture(width, height, (x, y) => {
    if (distance(x, y) < 80) return food(x, y)
    const [r, g, b] = wood(x)
    return distance(x, y) < 160 ? [r + 12, g + 12, b + 12] : [r, g, b]
  })
  const cutout = seeing(() => 80)
  const found = await findSubject(boarded, networks(cutout, { detect, ware: ware(160) }))
  expect(Math.abs(shareOf(found) / discShare(160) - 1)).toBeLessThan(0.05)
})

test('a detector without inner maps leaves the ware network out', async () => {
  const bare: Network = {
    engine: 'drawn',
    run: async (input) => {
      const { further = [], ...first } = await detect.run(input)
      return { ...first, further: further.slice(0, 1) }
    },
  }
  const unasked: Network = { engine: 'ware', run: () => Promise.reject(new Error('the ware network was asked')) }
  const cutout = seeing(() => 80)
  const [without, withBare] = [networks(cutout), networks(cutout, { detect: bare, ware: unasked })]
  expect((await findSubject(plateful, withBare)).alpha).toEqual((await findSubject(plateful, without)).alpha)
})

test('without a network the dish in the middle is found by its colours, with less confidence than networks have', async () => {
  const subject = await findSubject(plateful, { find: async () => undefined })
  expect(subject.engine).toBe('classical')
  expect(Math.abs(shareOf(subject) / discShare(160) - 1)).toBeLessThan(0.05)
  expect(subject.confidence).toBeGreaterThan(0.5)
  expect(subject.confidence).toBeLessThan(0.75)
})

test('a stage that is left out changes nothing but what it does', async () => {
  const stages = STAGES.filter(({ name }) => name !== 'chooseCandidate')
  const subject = await findByStages(plateful, networks(seeing(() => 80)), {}, stages)
  expect(Math.abs(shareOf(subject) / discShare(80) - 1)).toBeLessThan(0.05)
})

test('a handle as dark as the table, which an even rim leaves out, stays where a box was drawn around it', async () => {
  const isHandle = (x: number, y: number) => x > cx && x < 490 && Math.abs(y - cy) < 14
  const small = drawPicture(width, height, (x, y) => (distance(x, y) < 160 ? china(x) : wood(x)))
  const alpha = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return distance(x, y) < 160 || isHandle(x, y) ? 255 : 0
  })
  const evenRim = STAGES.find(({ name }) => name === 'evenRim')!
  const evened = async (sought: Search['sought']) => {
    const picture = { small, opacity: undefined, sought, networks: networks(seeing(() => 160)) }
    const search = searchFrom(picture, { alpha, width, height }, [{ alpha, width, height }])
    const { mask } = await evenRim({ ...search, confidence: 0.8, components: 1 })
    return mask.alpha[cy * width + 470]
  }
  const box = { x: (cx - 160) / width, y: (cy - 160) / height, width: 394 / width, height: 320 / height }
  expect(await evened({})).toBe(0)
  expect(await evened({ box })).toBe(255)
})
