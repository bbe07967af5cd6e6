import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network } from '../../network-port.ts'
import { COCO_CLASSES, type CocoClass } from './coco-classes.ts'
import { detectObjects } from './detect-objects.ts'

const SIDE = 128

interface Drawn {
  readonly label: CocoClass
  readonly score: number
  /** Of the centre, in pixels of the map. */
  readonly at: readonly [number, number]
  /** Left, up, right and down, in pixels of the square. */
  readonly reach: readonly [number, number, number, number]
}

/** A detector that sees the drawn things, each as a peak with lower values around it, and notes its input. */
function seeing(things: readonly Drawn[]) {
  const inputs: Float32Array[] = []
  const network: Network = {
    engine: 'drawn',
    run: async ({ data, dims }) => {
      expect(dims).toEqual([1, 3, 512, 512])
      inputs.push(data)
      const heat = new Float32Array(80 * SIDE * SIDE)
      const reaches = new Float32Array(4 * SIDE * SIDE)
      for (const { label, score, at, reach } of things) {
        const [x, y] = at
        const from = COCO_CLASSES.indexOf(label) * SIDE * SIDE
        for (const [u, v] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [1, 1],
        ]) {
          const near = from + (y + v!) * SIDE + x + u!
          if (x + u! >= 0 && x + u! < SIDE && y + v! < SIDE) heat[near] = Math.max(heat[near]!, 0.9 * score)
        }
        heat[from + y * SIDE + x] = score
        for (const [side, length] of reach.entries()) reaches[side * SIDE * SIDE + y * SIDE + x] = length
      }
      const further = [{ data: reaches, dims: [1, 4, SIDE, SIDE] }]
      return { data: heat, dims: [1, 80, SIDE, SIDE], further }
    },
  }
  return { network, inputs }
}

const photo = drawPicture(256, 1024, () => [200, 100, 50])

test('a thing is where its peak is, and reaches as far as the second output says, in pixels of the picture', async () => {
  const { network, inputs } = seeing([{ label: 'dining table', score: 0.75, at: [60, 40], reach: [40, 60, 80, 100] }])
  expect(await detectObjects(photo, network)).toEqual([
    { label: 'dining table', score: 0.75, box: { left: 100, top: 200, width: 60, height: 320 } },
  ])
  const plane = 512 * 512
  expect([0, plane, 2 * plane].map((i) => inputs[0]![i])).toEqual([200, 100, 50])
})

test('the most certain comes first, and nothing that the network is less than a quarter sure of', async () => {
  const reach = [20, 20, 20, 20] as const
  const { network } = seeing([
    { label: 'cup', score: 0.3, at: [20, 20], reach },
    { label: 'bowl', score: 0.5, at: [90, 90], reach },
    { label: 'spoon', score: 0.24, at: [60, 60], reach },
  ])
  expect((await detectObjects(photo, network)).map(({ label }) => label)).toEqual(['bowl', 'cup'])
})

test('of one class only the most certain of things that cover the same is kept; other classes stay', async () => {
  const reach = [100, 100, 100, 100] as const
  const { network } = seeing([
    { label: 'bowl', score: 0.5, at: [60, 60], reach },
    { label: 'bowl', score: 0.4, at: [64, 60], reach },
    { label: 'bowl', score: 0.35, at: [90, 90], reach },
    { label: 'dining table', score: 0.3, at: [60, 60], reach },
  ])
  const found = await detectObjects(photo, network)
  expect(found.map(({ label, score }) => [label, score.toFixed(2)])).toEqual([
    ['bowl', '0.50'],
    ['bowl', '0.35'],
    ['dining table', '0.30'],
  ])
})

test('a box ends at the borders of the picture, and has at least one pixel', async () => {
  const { network } = seeing([
    { label: 'bowl', score: 0.5, at: [0, 64], reach: [50, 300, 600, 300] },
    { label: 'fork', score: 0.4, at: [127, 127], reach: [0, 0, 0, 0] },
  ])
  expect((await detectObjects(photo, network)).map(({ box }) => box)).toEqual([
    { left: 0, top: 0, width: 256, height: 1024 },
    { left: 254, top: 1016, width: 1, height: 1 },
  ])
})

test('a network without the second output is refused', async () => {
  const network: Network = { engine: 'drawn', run: async () => ({ data: new Float32Array(80), dims: [1, 80, 1, 1] }) }
  await expect(detectObjects(photo, network)).rejects.toThrow('no second output')
})
