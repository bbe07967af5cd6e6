import { expect, test } from 'vitest'
import { drawPicture } from '../../../test/support/drawn-pictures.ts'
import type { Network, Tensor } from '../../network-port.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import { type Evidence, hasEvidenceMaps, inferByEvidence } from './infer-by-evidence.ts'

const CELLS = 32 * 32
const [width, height] = [64, 32]

/** A network that sees what it looks for in the left half, and notes its input. */
function seeingLeft() {
  const inputs: Tensor[] = []
  const network: Network = {
    engine: 'drawn',
    run: async (input) => {
      inputs.push(input)
      return {
        data: Float32Array.from({ length: 128 * 128 }, (_, i) => (i % 128 < 64 ? 1 : 0)),
        dims: [1, 1, 128, 128],
      }
    },
  }
  return { network, inputs }
}

/** Maps of a detector of which each has one value everywhere, and in the first pixel another. */
const map = (channels: number, side: number, value: number, first: number): Tensor => {
  const data = new Float32Array(channels * side * side).fill(value)
  data[0] = first
  return { data, dims: [1, channels, side, side] }
}
const maps = [map(80, 128, 0.04, 0.25), map(256, 32, 1, 1), map(192, 64, 2, 6), map(128, 128, 100, 100)]

const photo = drawPicture(width, height, (x) => (x < 32 ? [255, 0, 51] : [0, 0, 0]))
const mask = (value: number): SoftMask => ({ alpha: new Uint8Array(width * height).fill(value), width, height })
const evidence: Evidence = { masks: [mask(255), mask(102), undefined], maps }

test('the mask has the size of the picture', async () => {
  const seen = await inferByEvidence(photo, evidence, seeingLeft().network)
  expect([seen.width, seen.height, seen.alpha.length]).toEqual([width, height, width * height])
  expect([seen.alpha[0], seen.alpha[width - 1]]).toEqual([255, 0])
})

test('each channel of a plane has one place of all cells, and the planes follow one another', async () => {
  const { network, inputs } = seeingLeft()
  await inferByEvidence(photo, { maps, masks: [mask(255), mask(102), mask(51)] }, network)
  const { data, dims } = inputs[0]!
  expect(dims).toEqual([1, 1040, 32, 32])
  const [firstCell, lastCell] = [0, 31]
  const planeAt = (plane: number, cell: number) => data[plane * 64 * CELLS + cell]
  expect([0, 1, 2].map((plane) => planeAt(plane, firstCell))).toEqual([1, 0, expect.closeTo(0.2, 5)])
  expect([0, 1, 2].map((plane) => planeAt(plane, lastCell))).toEqual([0, 0, 0])
  expect([3, 4, 5].map((plane) => planeAt(plane, firstCell))).toEqual([1, expect.closeTo(0.4), expect.closeTo(0.2)])
})

test('a mask that is missing leaves its plane empty', async () => {
  const { network, inputs } = seeingLeft()
  await inferByEvidence(photo, evidence, network)
  expect(inputs[0]!.data.subarray(5 * 64 * CELLS, 6 * 64 * CELLS).every((value) => value === 0)).toBe(true)
})

test('heat is the root of the highest value of a cell, and inner maps are means that end where training cut them off', async () => {
  const { network, inputs } = seeingLeft()
  await inferByEvidence(photo, evidence, network)
  const from = 6 * 64 * CELLS
  const at = (channel: number, cell: number) => inputs[0]!.data[from + channel * CELLS + cell]
  expect([at(0, 0), at(0, 1)]).toEqual([0.5, expect.closeTo(0.2, 5)])
  expect([at(80, 5), at(80 + 256, 0), at(80 + 256, 1), at(80 + 256 + 192, 0)]).toEqual([1, 3, 2, 6.375])
})

test('a detector without the inner maps gives no evidence', async () => {
  expect(hasEvidenceMaps(maps)).toBe(true)
  expect(hasEvidenceMaps(maps.slice(0, 1))).toBe(false)
  expect(hasEvidenceMaps([])).toBe(false)
  const bare = { ...evidence, maps: maps.slice(0, 1) }
  await expect(inferByEvidence(photo, bare, seeingLeft().network)).rejects.toThrow('80 maps instead of 656')
})
