import { expect, it } from 'vitest'
import { drawPicture } from '../../test/support/drawn-pictures.ts'
import { type Networks, NO_NETWORKS } from '../network-port.ts'
import { findRoughDish } from './find-rough-dish.ts'

const picture = drawPicture(240, 160, (x) => [x % 200, 90, 60])

/** A network that sees a disc, and a little in what is around it, and counts its runs. */
const seeing = (around: number, anySize = true) => {
  let runs = 0
  const networks: Networks = {
    find: async () => ({
      engine: 'drawn',
      anySize,
      run: async ({ dims }) => {
        runs++
        const [, , height = 0, width = 0] = dims
        const data = Float32Array.from({ length: width * height }, (_, i) =>
          Math.hypot((i % width) / width - 0.5, Math.floor(i / width) / height - 0.5) < 0.3 ? 1 : around,
        )
        return { data, dims: [1, 1, height, width] }
      },
    }),
  }
  return { networks, runs: () => runs }
}

it('is found in one quick look, and is not vague where its outline is clear', async () => {
  const { networks, runs } = seeing(0)
  const found = await findRoughDish(picture, networks)
  expect(found?.isVague).toBe(false)
  expect(runs()).toBe(1)
})

it('is vague where much around it is seen a little', async () => {
  expect((await findRoughDish(picture, seeing(0.15).networks))?.isVague).toBe(true)
})

it('is not searched without a network, nor with one that is slow at any size', async () => {
  const { networks, runs } = seeing(0, false)
  expect(await findRoughDish(picture, NO_NETWORKS)).toBeUndefined()
  expect(await findRoughDish(picture, networks)).toBeUndefined()
  expect(runs()).toBe(0)
})
