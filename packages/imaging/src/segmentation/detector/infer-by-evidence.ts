import type { Network, Tensor } from '../../network-port.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { stretchToSquare } from '../network-input.ts'

/** Side of the square on which the network sees the picture and the masks, and of the detector's maps. */
const SIDE = 256
const CELLS = 32
/** Pixels of a cell, along one side. */
const FOLD = SIDE / CELLS
/** The heat maps of the 80 classes of COCO, and the inner maps of the detector. */
const HEAT_MAPS = 80
const MAPS = HEAT_MAPS + 256 + 192 + 128
/** Values of inner maps above this were cut off in training. */
const MAX_VALUE = 255 / 40

/** What a network of our own judges by, beside the picture. */
export interface Evidence {
  /** In the order of training. One that is missing is empty. */
  readonly masks: readonly [SoftMask | undefined, SoftMask | undefined, SoftMask | undefined]
  /** Of the detector, as `detectWithMaps` returns them. */
  readonly maps: readonly Tensor[]
}

/** Whether a detector gives all maps that the networks judge by. An operator's own detector may not. */
export const hasEvidenceMaps = (maps: readonly Tensor[]): boolean =>
  maps[0]?.dims[1] === HEAT_MAPS && channelsOf(maps) === MAPS && maps.every(({ dims }) => (dims[2] ?? 0) % CELLS === 0)

/**
 * One inference of a small network that judges by a picture, by masks of it, and by the inner maps of the detector.
 *
 * @param small RGB
 * @returns how likely each pixel belongs to what the network looks for, 0–255, in the size of the picture
 * @throws Error when the detector's maps are others than those of training
 * @example const { alpha } = await inferByEvidence(small, { masks: [rough, coarse, saliency], maps }, network)
 */
export async function inferByEvidence(small: Pixels, { masks, maps }: Evidence, network: Network): Promise<SoftMask> {
  if (!hasEvidenceMaps(maps)) throw new Error(`the detector gives ${channelsOf(maps)} maps instead of ${MAPS}`)
  const data = new Float32Array(6 * SIDE * SIDE + MAPS * CELLS * CELLS)
  const picture = await stretchToSquare(small, SIDE)
  for (let c = 0; c < 3; c++) foldPlane(data, c, picture, { step: 3, offset: c })
  for (const [i, mask] of masks.entries()) {
    // A mask that is missing is empty, as it often was in training.
    if (!mask) continue
    foldPlane(data, 3 + i, await resizeMask(mask, { width: SIDE, height: SIDE }), { step: 1, offset: 0 })
  }
  let to = 6 * SIDE * SIDE
  for (const [i, map] of maps.entries()) to = i === 0 ? poolHeat(data, to, map) : poolMeans(data, to, map)
  const channels = data.length / CELLS ** 2
  const result = await network.run({ data, dims: [1, channels, CELLS, CELLS] })
  const side = result.dims[3] ?? 0
  const alpha = Uint8Array.from(result.data, (value) => Math.round(255 * value))
  const { width, height } = small
  return { alpha: await resizeMask({ alpha, width: side, height: side }, { width, height }), width, height }
}

const channelsOf = (maps: readonly Tensor[]): number => maps.reduce((sum, { dims }) => sum + (dims[1] ?? 0), 0)

/** Writes a plane with one channel for each place within a cell, so that planes and maps fit in one input. */
function foldPlane(data: Float32Array, plane: number, from: Uint8Array, { step, offset }: Interleaved): void {
  const start = plane * SIDE * SIDE
  for (let y = 0, i = offset; y < SIDE; y++) {
    const cellRow = start + Math.floor(y / FOLD) * CELLS
    for (let cell = 0; cell < CELLS; cell++) {
      for (let u = 0; u < FOLD; u++, i += step) {
        data[cellRow + cell + ((y % FOLD) * FOLD + u) * CELLS * CELLS] = from[i] / 255
      }
    }
  }
}

/** How many values each pixel has, and which of them is meant. */
interface Interleaved {
  readonly step: number
  readonly offset: number
}

/** Writes the roots of the highest values of the cells. Centres are single pixels; the root lifts what is faint. */
function poolHeat(data: Float32Array, to: number, map: Tensor): number {
  const end = combineCells(data, to, map, 'highest')
  for (let i = to; i < end; i++) data[i] = Math.sqrt(Math.min(1, data[i]))
  return end
}

/** Writes the means of the cells. */
function poolMeans(data: Float32Array, to: number, map: Tensor): number {
  const end = combineCells(data, to, map, 'sum')
  const pixels = ((map.dims[3] ?? 0) / CELLS) ** 2
  for (let i = to; i < end; i++) data[i] = Math.min(MAX_VALUE, data[i] / pixels)
  return end
}

/** Combines the values of each cell, from 0 on, channel by channel. @returns where the next map begins */
function combineCells(
  data: Float32Array,
  to: number,
  { data: from, dims: [, channels = 0, , side = 0] }: Tensor,
  how: 'highest' | 'sum',
): number {
  const block = side / CELLS
  for (let row = 0, i = 0; row < channels * side; row++) {
    const cells = to + Math.floor(row / block) * CELLS
    for (let cell = cells; cell < cells + CELLS; cell++) {
      let sofar = data[cell]
      // A function passed in would be called four million times.
      for (let u = 0; u < block; u++, i++) sofar = how === 'sum' ? sofar + from[i] : Math.max(sofar, from[i])
      data[cell] = sofar
    }
  }
  return to + channels * CELLS * CELLS
}
