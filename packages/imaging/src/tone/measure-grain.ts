import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { blur, type Plane, plane } from '../raster/planes/plane.ts'
import type { Noise } from './denoise.ts'

/** Noise, sharpness and compression of the full-size picture. */
export interface Grain extends Noise {
  /** Ratio of the finest band to the next one where there is most detail: below 1 soft, above 1.8 very crisp. */
  readonly sharpness: number
  /** The step at the edges of compression blocks, in levels: about 0.6 at JPEG quality 80, 1.2 at 50, 1.7 at 35. */
  readonly blocks: number
}

const TILE = 64
const TILES = 8
const BLOCK = 8
/** Corrects the deviation, which is measured a little too small because the smoothest blocks are picked. */
const PICKED = 1.12
/** Deviation of white noise of deviation 1 after its 5-tap blur is subtracted. */
const FINE_BAND = 0.908

const tilePlanes = (pixels: Pixels, left: number, top: number, size: number): { luma: Plane; blue: Plane } => {
  const { data, width, channels } = pixels
  const luma = plane(size, size)
  const blue = plane(size >> 1, size >> 1)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = ((top + y) * width + left + x) * channels
      const value = lumaOf(data[at], data[at + 1], data[at + 2])
      luma.data[y * size + x] = value
      const cell = (y >> 1) * blue.width + (x >> 1)
      blue.data[cell] += (data[at + 2] - value) / 4
    }
  }
  return { luma, blue }
}

/** Deviations of the finest band in small blocks that are neither black nor blown. */
const blockDeviations = (source: Plane, luma: Plane): number[] => {
  const smooth = blur(source)
  const scale = luma.width / source.width
  const found: number[] = []
  for (let top = 0; top + BLOCK <= source.height; top += BLOCK) {
    for (let left = 0; left + BLOCK <= source.width; left += BLOCK) {
      let [sum, light] = [0, 0]
      for (let y = top; y < top + BLOCK; y++) {
        for (let x = left; x < left + BLOCK; x++) {
          const i = y * source.width + x
          const detail = source.data[i] - smooth.data[i]
          sum += detail * detail
          light += luma.data[Math.floor(y * scale) * luma.width + Math.floor(x * scale)]
        }
      }
      const mean = light / (BLOCK * BLOCK)
      if (mean > 14 && mean < 241) found.push(Math.sqrt(sum / (BLOCK * BLOCK)))
    }
  }
  return found
}

const lowTenth = (values: number[]): number => {
  values.sort((a, b) => a - b)
  return values.length < 8 ? 0 : (values[Math.floor(values.length * 0.1)] * PICKED) / FINE_BAND
}

const bandRatio = (luma: Plane, noise: number): { energy: number; ratio: number } => {
  const one = blur(luma)
  const two = blur(blur(one))
  let [fine, next] = [0, 0]
  for (let i = 0; i < luma.data.length; i++) {
    const a = luma.data[i] - one.data[i]
    const b = one.data[i] - two.data[i]
    fine += a * a
    next += b * b
  }
  const count = luma.data.length
  const clean = Math.max(0, fine / count - (FINE_BAND * noise) ** 2)
  return { energy: next / count, ratio: Math.sqrt(clean / (next / count + 0.5)) }
}

/** Measures noise, sharpness and the grid of compression on tiles spread over the full-size picture. */
export const measureGrain = (pixels: Pixels): Grain => {
  const size = Math.min(TILE, pixels.width & ~15, pixels.height & ~15)
  if (size < 16) return { luma: 0, chroma: 0, sharpness: 1.4, blocks: 0 }
  const lumas: Plane[] = []
  const deviations: number[] = []
  const chromas: number[] = []
  const steps = emptyBlockSteps()
  for (let row = 0; row < TILES; row++) {
    for (let column = 0; column < TILES; column++) {
      const left = Math.floor(((pixels.width - size) * column) / (TILES - 1))
      const top = Math.floor(((pixels.height - size) * row) / (TILES - 1))
      const { luma, blue } = tilePlanes(pixels, left, top, size)
      lumas.push(luma)
      addBlockSteps(luma, left, top, steps)
      for (const value of blockDeviations(luma, luma)) deviations.push(value)
      for (const value of blockDeviations(blue, luma)) chromas.push(value)
    }
  }
  const noise = lowTenth(deviations)
  const bands = lumas.map((luma) => bandRatio(luma, noise)).sort((a, b) => b.energy - a.energy)
  const ratios = bands.slice(0, 12).map(({ ratio }) => ratio)
  ratios.sort((a, b) => a - b)
  return {
    luma: noise,
    chroma: lowTenth(chromas),
    sharpness: ratios[Math.floor(ratios.length * 0.75)] ?? 1.4,
    blocks: blockGridStep(steps, lumas.length * (size - 3) ** 2),
  }
}

/** Side of the blocks into which JPEG, and the video codecs behind WebP and AVIF, divide a picture. */
const PITCH = 8

/** How much steeper steps are at each position within a block than beside it, summed up. */
interface BlockSteps {
  readonly columns: Float64Array
  readonly rows: Float64Array
}

const emptyBlockSteps = (): BlockSteps => ({
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
const addBlockSteps = ({ data, width, height }: Plane, left: number, top: number, sum: BlockSteps): void => {
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
const blockGridStep = ({ columns, rows }: BlockSteps, count: number): number =>
  (gridStep(columns, count) + gridStep(rows, count)) / 2
