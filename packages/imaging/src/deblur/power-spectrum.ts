import type { Plane } from '../raster/planes/plane.ts'
import { angularFrequency, createFourier, type Spectrum } from './fft.ts'

/** Most tiles along a side of the picture. */
const GRID = 12
/** Share of the tiles that counts: those with most fine detail, which were meant to be sharp. */
const SHARPEST_SHARE = 0.2
const MIN_TILES = 4

/** The power spectrum of the sharpest parts of a picture. White noise of deviation 1 has power 1 everywhere. */
export interface PowerSpectrum {
  readonly side: number
  readonly values: Float64Array
}

const tileOffsets = (length: number, side: number): number[] => {
  const count = Math.max(1, Math.min(GRID, Math.floor((2 * length) / side) - 1))
  return Array.from({ length: count }, (_, i) => Math.floor(((length - side) * i) / Math.max(1, count - 1)))
}

/** Power in the frequencies that blur removes first. */
const fineDetailPower = (values: Float64Array, side: number): number => {
  let sum = 0
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const radius = Math.hypot(angularFrequency(x, side), angularFrequency(y, side))
      if (radius > 0.8 && radius < 2) sum += values[i]
    }
  }
  return sum
}

/**
 * Measures the power spectrum of a channel on tiles spread over it.
 *
 * @param side of a tile, a power of two; no side of the channel may be shorter
 */
export const measurePowerSpectrum = ({ data, width, height }: Plane, side: number): PowerSpectrum => {
  const fourier = createFourier(side)
  const hann = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / side))
  const energy = hann.reduce((sum, value) => sum + value * value, 0)
  const square: Spectrum = { re: new Float64Array(side * side), im: new Float64Array(side * side) }
  const tiles = tileOffsets(height, side).flatMap((top) =>
    tileOffsets(width, side).map((left) => {
      let sum = 0
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) sum += data[(top + y) * width + left + x]
      }
      const mean = sum / (side * side)
      square.im.fill(0)
      for (let y = 0, i = 0; y < side; y++) {
        for (let x = 0; x < side; x++, i++) {
          const value = data[(top + y) * width + left + x] - mean
          square.re[i] = (value * hann[x] * hann[y]) / energy
        }
      }
      fourier.forward(square)
      const values = square.re.map((re, i) => re * re + square.im[i] ** 2)
      return { values, fineness: fineDetailPower(values, side) }
    }),
  )
  tiles.sort((a, b) => b.fineness - a.fineness)
  const kept = tiles.slice(0, Math.max(MIN_TILES, Math.ceil(tiles.length * SHARPEST_SHARE)))
  const logs = new Float64Array(side * side)
  for (const { values } of kept) {
    for (let i = 0; i < logs.length; i++) logs[i] += Math.log(values[i] + 1e-6)
  }
  return { side, values: logs.map((sum) => Math.exp(sum / kept.length)) }
}
