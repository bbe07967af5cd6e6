import { mirrorIndex } from '../raster/mirror-index.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { createFourier, emptySpectrum } from './fft.ts'
import type { BlurMeasurement } from './measure-blur.ts'
import { createDeblurFilter } from './wiener-and-shrinkage.ts'

/** Side of the squares that are deconvolved, and the margin on each side that is thrown away. */
const SIDE = 256
const MARGIN = 32
const CORE = SIDE - 2 * MARGIN
/** Width of the border in which a square fades to its mean, so that it can be continued periodically. */
const TAPER = 12

const taper = Float64Array.from({ length: SIDE }, (_, i) => {
  const inside = Math.min(i + 0.5, SIDE - i - 0.5) / TAPER
  return inside >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * inside)
})

/** Reads a square of a channel around its core, without its mean, which is returned. */
const readSquare = ({ data, width, height }: Plane, left: number, top: number, square: Float64Array): number => {
  const columns = Int32Array.from({ length: SIDE }, (_, x) => mirrorIndex(left - MARGIN + x, width))
  let sum = 0
  for (let y = 0, to = 0; y < SIDE; y++) {
    const row = mirrorIndex(top - MARGIN + y, height) * width
    for (let x = 0; x < SIDE; x++, to++) {
      const value = data[row + columns[x]]
      square[to] = value
      sum += value
    }
  }
  const mean = sum / (SIDE * SIDE)
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      square[i] = (square[i] - mean) * taper[x] * taper[y]
    }
  }
  return mean
}

const writeCore = (square: Float64Array, mean: number, left: number, top: number, result: Plane): void => {
  const right = Math.min(result.width, left + CORE)
  const bottom = Math.min(result.height, top + CORE)
  for (let y = top; y < bottom; y++) {
    let from = (y - top + MARGIN) * SIDE + MARGIN
    for (let x = left; x < right; x++, from++) result.data[y * result.width + x] = square[from] + mean
  }
}

/**
 * Removes a measured blur from channels, square by square. Two squares share one transform, as real and imaginary part.
 */
export const createDeconvolver = (measured: BlurMeasurement): ((source: Plane) => Plane) => {
  const sharpen = createDeblurFilter(measured, createFourier(SIDE))
  const square = emptySpectrum(SIDE)
  return (source) => {
    const result = plane(source.width, source.height)
    for (let top = 0; top < source.height; top += CORE) {
      for (let left = 0; left < source.width; left += 2 * CORE) {
        const one = readSquare(source, left, top, square.re)
        const other = readSquare(source, left + CORE, top, square.im)
        sharpen(square)
        writeCore(square.re, one, left, top, result)
        if (left + CORE < source.width) writeCore(square.im, other, left + CORE, top, result)
      }
    }
    return result
  }
}
