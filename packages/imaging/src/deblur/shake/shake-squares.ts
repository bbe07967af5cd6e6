import { mirrorIndex } from '../../raster/mirror-index.ts'
import type { Plane } from '../../raster/planes/plane.ts'
import type { Spectrum } from '../fft.ts'
import type { Place } from './shake-places.ts'

/** Pixels in from the border of a square in which values fade out. */
const TAPER = 16

const fade = (i: number, side: number, width: number): number => {
  const inside = Math.min(i + 0.5, side - i - 0.5) / width
  return inside >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * inside)
}

/** The pixels that a reduced row or column is mixed from, and their shares. */
const reducedTaps = (middle: number, length: number, side: number, factor: number) =>
  Array.from({ length: side }, (_, i) => {
    const centre = middle + (i - side / 2 + 0.5) * factor - 0.5
    const taps: { readonly at: number; readonly share: number }[] = []
    let sum = 0
    for (let at = Math.ceil(centre - factor); at < centre + factor; at++) {
      const share = 1 - Math.abs(at - centre) / factor
      if (share <= 0) continue
      taps.push({ at: mirrorIndex(at, length), share })
      sum += share
    }
    return taps.map(({ at, share }) => ({ at, share: share / sum }))
  })

/** Reads a square of a channel around a place, reduced by a factor (a triangle filter), as values around 0. */
export const readReduced = (luma: Plane, { x, y }: Place, side: number, factor: number, square: Float64Array): void => {
  const columns = reducedTaps(x, luma.width, side, factor)
  const rows = reducedTaps(y, luma.height, side, factor)
  let sum = 0
  const line = new Float64Array(luma.width)
  rows.forEach((row, to) => {
    line.fill(0)
    for (const { at, share } of row) {
      for (let c = 0; c < luma.width; c++) line[c] += share * luma.data[at * luma.width + c]
    }
    columns.forEach((column, i) => {
      let value = 0
      for (const { at, share } of column) value += share * line[at]
      square[to * side + i] = value / 255
      sum += value / 255
    })
  })
  const mean = sum / (side * side)
  for (let i = 0; i < square.length; i++) {
    const [u, v] = [i % side, Math.floor(i / side)]
    square[i] = (square[i] - mean) * fade(u, side, TAPER) * fade(v, side, TAPER)
  }
}

/**
 * Differences to the right or below, of both parts, faded at the border.
 *
 * @param margin width of the border that is left out
 */
export const differences = (from: Spectrum, side: number, down: boolean, margin: number, to: Spectrum): void => {
  const one = (values: Float64Array, made: Float64Array) => {
    for (let y = 0, i = 0; y < side; y++) {
      for (let x = 0; x < side; x++, i++) {
        const next = down ? (y === side - 1 ? i : i + side) : x === side - 1 ? i : i + 1
        const inside =
          x >= margin && y >= margin && x < side - margin && y < side - margin
            ? fade(x - margin, side - 2 * margin, TAPER) * fade(y - margin, side - 2 * margin, TAPER)
            : 0
        made[i] = (values[next] - values[i]) * inside
      }
    }
  }
  one(from.re, to.re)
  one(from.im, to.im)
}
