import type { Plane } from '../raster/planes/plane.ts'

/** Side of the blocks into which JPEG, and the video codecs behind WebP and AVIF, divide a picture. */
const PITCH = 8

/** How much steeper steps are at each position within a block than beside it, summed up. */
export interface BlockSteps {
  readonly columns: Float64Array
  readonly rows: Float64Array
}

export const emptyBlockSteps = (): BlockSteps => ({
  columns: new Float64Array(PITCH),
  rows: new Float64Array(PITCH),
})

/** Steps larger than this are edges of the scene, which lie anywhere. */
const LARGEST = 24

/**
 * Adds the steps of a tile.
 *
 * @param left column of the picture at which the tile begins
 * @param top row at which it begins
 */
export const addBlockSteps = ({ data, width, height }: Plane, left: number, top: number, sum: BlockSteps): void => {
  const excess = (i: number, pitch: number): number => {
    const step = Math.abs(data[i] - data[i - pitch])
    if (step > LARGEST) return 0
    return step - (Math.abs(data[i - pitch] - data[i - 2 * pitch]) + Math.abs(data[i + pitch] - data[i])) / 2
  }
  for (let y = 2; y < height - 1; y++) {
    for (let x = 2; x < width - 1; x++) {
      const i = y * width + x
      sum.columns[(left + x) % PITCH] += excess(i, 1)
      sum.rows[(top + y) % PITCH] += excess(i, width)
    }
  }
}

/** By how many levels the steps at one position within a block exceed those at the others, on average. */
const gridStep = (steps: Float64Array, count: number): number => {
  const means = Array.from(steps, (sum) => (sum * PITCH) / count)
  const sorted = means.toSorted((a, b) => a - b)
  return Math.max(0, sorted[PITCH - 1] - sorted[PITCH - 2])
}

/**
 * The step at the edges of compression blocks, in levels; 0 if there is no grid. The grid may begin at any pixel, as after
 * a crop or a rotation.
 *
 * @param count pixels that were added
 */
export const blockGridStep = ({ columns, rows }: BlockSteps, count: number): number =>
  (gridStep(columns, count) + gridStep(rows, count)) / 2
