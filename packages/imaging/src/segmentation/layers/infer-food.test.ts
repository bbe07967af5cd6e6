import { expect, test } from 'vitest'
import { drawnMasks, type Place } from '../../../test/support/drawn-masks.ts'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network, Networks, NetworkUse, Tensor } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { drawFood, inferFood } from './infer-food.ts'

const [width, height] = [300, 200]
const distance = (x: number, y: number) => Math.hypot(x - 150, y - 100)
const photo = drawPicture(width, height, (x, y) =>
  distance(x, y) < 40 ? [180, 80, 30] : distance(x, y) < 80 ? [230, 228, 224] : [110, 76, 48],
)
const subject = Uint8Array.from({ length: width * height }, (_, i) =>
  distance(i % width, Math.floor(i / width)) < 80 ? 255 : 0,
)

/** A network that sees what a predicate on the input's red, green and blue holds for, and keeps its inputs. */
function seeing(isSeen: (r: number, g: number, b: number) => boolean) {
  const corners: number[][] = []
  const network: Network = {
    engine: 'drawn',
    anySize: true,
    run: async ({ data, dims }) => {
      const plane = (dims[2] ?? 0) * (dims[3] ?? 0)
      const value = (i: number, c: number) => 256 * data[c * plane + i]! + 128
      corners.push([0, 1, 2].map((c) => Math.round(value(0, c))))
      const seen = Float32Array.from({ length: plane }, (_, i) =>
        isSeen(value(i, 0), value(i, 1), value(i, 2)) ? 1 : 0,
      )
      return { data: seen, dims: [1, 1, dims[2] ?? 0, dims[3] ?? 0] }
    },
  }
  return { network, corners }
}

const networksOf = (some: Partial<Record<NetworkUse, Network>>): Networks => ({ find: async (use) => some[use] })

test('what the cut-out network sees of a dish alone is the food', async () => {
  const { network, corners } = seeing((r, g) => r - g > 60)
  const food = await inferFood(photo, subject, networksOf({ cutout: network }))
  const area = (food?.alpha ?? new Uint8Array()).reduce((sum, value) => sum + value, 0) / 255
  expect(food?.engine).toBe('drawn')
  expect(Math.abs(area / (Math.PI * 40 ** 2) - 1)).toBeLessThan(0.05)
  // Around the dish the network sees the colour of its rim, not the table.
  expect(corners).toHaveLength(1)
  expect(Math.min(...corners[0]!)).toBeGreaterThan(200)
})

test('where the cut-out network sees all of the dish, or next to none of it, it does not tell food from ware', async () => {
  expect(await inferFood(photo, subject, networksOf({ cutout: seeing(() => true).network }))).toBeUndefined()
  expect(await inferFood(photo, subject, networksOf({ cutout: seeing(() => false).network }))).toBeUndefined()
})

test('the cut-out network is asked again with the photo around the dish when it saw nothing of use without', async () => {
  const { network, corners } = seeing((r, g, b) => r + g + b < 20)
  expect(await inferFood(photo, subject, networksOf({ cutout: network }))).toBeUndefined()
  expect(corners).toHaveLength(2)
  expect(Math.max(...corners[1]!)).toBeLessThan(130)
})

test('an empty subject has no food, and without the cut-out network no food is inferred', async () => {
  const cutout = seeing(() => true).network
  expect(await inferFood(photo, new Uint8Array(width * height), networksOf({ cutout }))).toBeUndefined()
  expect(await inferFood(photo, subject, networksOf({}))).toBeUndefined()
})

const mapsOf = (channels: number): Tensor => ({
  data: new Float32Array(channels * 32 * 32),
  dims: [1, channels, 32, 32],
})
/** A detector with the maps of training, and one of an operator without inner maps. */
const [heat, reach] = [mapsOf(80), mapsOf(4)]
const detector: Network = {
  engine: 'drawn',
  run: async () => ({ ...heat, further: [reach, mapsOf(256), mapsOf(192), mapsOf(128)] }),
}
const bareDetector: Network = { engine: 'bare', run: async () => ({ ...heat, further: [reach] }) }

/** A food network that sees food in the left half of the dish and notes its input. */
function seeingLeft() {
  const inputs: Tensor[] = []
  const food: Network = {
    engine: 'food',
    run: async (input) => {
      inputs.push(input)
      const data = Float32Array.from({ length: 128 * 128 }, (_, i) => (i % 128 < 64 ? 1 : 0))
      return { data, dims: [1, 1, 128, 128] }
    },
  }
  return { food, inputs }
}

test('the food network decides where it is installed, and its food lies within the subject', async () => {
  const { food, inputs } = seeingLeft()
  const cutout = seeing(() => true).network
  const found = await inferFood(photo, subject, networksOf({ cutout, detect: detector, food }))
  expect(found?.engine).toBe('food')
  const at = (x: number, y: number) => found?.alpha[y * width + x]
  expect([at(100, 100), at(140, 40), at(160, 100), at(75, 25)]).toEqual([255, 255, 0, 0])
  // The network sees the part that the dish fills: in the middle it is the dish, in the corner it is not.
  const dishAt = (cell: number) => inputs[0]!.data[5 * 64 * 32 * 32 + cell]
  expect([dishAt(16 * 32 + 16), dishAt(0)]).toEqual([1, 0])
})

test("with an operator's detector that has no inner maps, the cut-out network is asked", async () => {
  const { food, inputs } = seeingLeft()
  const cutout = seeing((r, g) => r - g > 60).network
  const found = await inferFood(photo, subject, networksOf({ cutout, detect: bareDetector, food }))
  expect([found?.engine, inputs.length]).toEqual(['drawn', 0])
})

const [WIDTH, HEIGHT] = [320, 240]
const { maskOf, heldOf } = drawnMasks(WIDTH, HEIGHT)
const isFood: Place = (x, y) => Math.hypot(x - 160, y - 120) < 70
const isDish: Place = (x, y) => Math.hypot(x - 160, y - 120) < 110
const picture = drawPicture(WIDTH, HEIGHT, (x, y) => (isFood(x, y) ? [170, 90, 40] : [230, 228, 224]))
const part = { picture, subject: maskOf(isDish), box: { left: 0, top: 0, width: WIDTH, height: HEIGHT } }
const drawn = (seen: SoftMask, predictions: readonly SoftMask[]) =>
  drawFood(seen, { masks: [predictions[0], predictions[1], part.subject], maps: [] }, part).alpha

/** The food with a bite on the left and a scrap of the plate on the right, as a coarse network draws it. */
const isCoarse: Place = (x, y) => Math.hypot(x - 167, y - 120) < 70
const coarse = maskOf(isCoarse)

test('a prediction that shows the same food gives its outline, as soft as it is', () => {
  const soft = maskOf(isFood).alpha.map((value) => Math.min(value, 250))
  const alpha = drawn(
    maskOf((x, y) => Math.hypot(x - 162, y - 120) < 70),
    [maskOf(isDish), { alpha: soft, width: WIDTH, height: HEIGHT }],
  )
  expect(Buffer.from(alpha).equals(soft)).toBe(true)
})

test('a prediction of something else is not followed', () => {
  expect(heldOf(drawn(coarse, [maskOf(isDish), maskOf(isDish)]), (x, y) => isDish(x, y) && !isFood(x, y))).toBeLessThan(
    0.05,
  )
})

test('food ends where the dish ends', () => {
  const alpha = drawn(
    maskOf(() => true),
    [],
  )
  expect(heldOf(alpha, (x, y) => !isDish(x, y))).toBe(0)
})
