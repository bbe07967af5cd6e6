import { findPaleSurfaces } from '../colour/pale-surfaces.ts'
import { maskBits } from '../raster/masks/binary-mask.ts'
import { dilate } from '../raster/masks/morphology.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** Cells of the grid by which a smooth surface is grown to the food beside it. A cell that holds both is not smooth. */
const REACH = 3
/** The largest difference of brightness and of red minus blue, encoded 0–1, up to which a pixel beside ware is ware. */
const ALIKE = 0.07
/** Pixels over which the ware ends. */
const SOFT = 1

/**
 * The dish without its plain, pale ware. On ware, brightness is no height: glints, painted patterns and the borders of
 * food would become bumps.
 *
 * @param analysisCopy RGB
 * @param mask of the dish, 0–1
 */
export function withoutWare(analysisCopy: Pixels, mask: Plane): Plane {
  const { data, width, height } = analysisCopy
  const { surfaces, ...grid } = findPaleSurfaces(analysisCopy)
  const cells = new Uint8Array(grid.width * grid.height)
  for (const surface of surfaces) for (const cell of surface.cells) cells[cell] = 1
  const wide = dilate({ bits: cells, width: grid.width, height: grid.height }, REACH).bits
  const cellOf = (i: number) =>
    Math.floor((Math.floor(i / width) * grid.height) / height) * grid.width +
    Math.floor(((i % width) * grid.width) / width)
  const seeds = maskBits(width * height, (i) => cells[cellOf(i)] === 1)
  const radius = Math.ceil((2 * REACH * width) / grid.width)
  const near = (value: (at: number) => number) => meanOver(seeds, value, width, height, radius)
  const brightness = (at: number) => (data[at] + data[at + 1] + data[at + 2]) / 765
  const warmth = (at: number) => (data[at] - data[at + 2]) / 255
  const [lightOfWare, warmthOfWare] = [near(brightness), near(warmth)]
  const isWare = maskBits(width * height, (i) => {
    if (seeds[i] === 1) return true
    if (wide[cellOf(i)] === 0) return false
    return Math.abs(brightness(3 * i) - lightOfWare[i]) < ALIKE && Math.abs(warmth(3 * i) - warmthOfWare[i]) < ALIKE
  })
  const ware = boxMean(Float32Array.from(isWare), width, height, SOFT)
  return { width, height, data: mask.data.map((share, i) => share * (1 - ware[i])) }
}

/** The mean of a trait of the ware nearby. */
const meanOver = (bits: Uint8Array, value: (at: number) => number, width: number, height: number, radius: number) => {
  const values = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) if (bits[i] === 1) values[i] = value(3 * i)
  const sums = boxMean(values, width, height, radius)
  const weights = boxMean(Float32Array.from(bits), width, height, radius)
  return sums.map((sum, i) => sum / Math.max(1e-6, weights[i]))
}
