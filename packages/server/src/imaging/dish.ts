import { boxMean } from './base-map.ts'
import type { Box, Pixels } from './pixels.ts'

/**
 * Where the dish is, by what makes it stand out: colour and texture that differ from the picture's rim, and a mild
 * preference for the middle. No model; a box that errs on the large side.
 *
 * @param proxy the small copy, RGB
 * @returns a box in the small copy's pixels
 */
export const findDish = ({ data, width, height }: Pixels): Box => {
  const count = width * height
  const luma = new Float32Array(count)
  const redness = new Float32Array(count)
  const blueness = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const [r, g, b] = [data[3 * i] as number, data[3 * i + 1] as number, data[3 * i + 2] as number]
    luma[i] = (0.299 * r + 0.587 * g + 0.114 * b) / 255
    redness[i] = (r - g) / 255
    blueness[i] = (b - (r + g) / 2) / 255
  }
  const radius = Math.max(1, Math.round(Math.max(width, height) / 64))
  const mean = boxMean(luma, width, height, radius)
  const square = boxMean(
    luma.map((v) => v * v),
    width,
    height,
    radius,
  )
  const rim = rimMeans(luma, redness, blueness, width, height)
  const salience = new Float32Array(count)
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y + 0.5) / height - 0.5
    for (let x = 0; x < width; x++, i++) {
      const u = (x + 0.5) / width - 0.5
      const texture = Math.sqrt(Math.max(0, (square[i] as number) - (mean[i] as number) ** 2))
      const odd =
        Math.abs((luma[i] as number) - rim.luma) +
        2 * Math.hypot((redness[i] as number) - rim.redness, (blueness[i] as number) - rim.blueness)
      salience[i] = (odd + 2 * texture) * Math.exp(-(u * u + v * v) / (2 * 0.3 * 0.3))
    }
  }
  return massBox(boxMean(salience, width, height, radius), width, height)
}

const rimMeans = (luma: Float32Array, redness: Float32Array, blueness: Float32Array, width: number, height: number) => {
  const sums = { luma: 0, redness: 0, blueness: 0 }
  let count = 0
  const depth = Math.max(1, Math.round(Math.min(width, height) / 20))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x >= depth && x < width - depth && y >= depth && y < height - depth) continue
      sums.luma += luma[i] as number
      sums.redness += redness[i] as number
      sums.blueness += blueness[i] as number
      count++
    }
  }
  return { luma: sums.luma / count, redness: sums.redness / count, blueness: sums.blueness / count }
}

/** The box that holds nine tenths of what stands out clearly. */
const massBox = (salience: Float32Array, width: number, height: number): Box => {
  let mean = 0
  for (const value of salience) mean += value / salience.length
  const columns = new Float64Array(width)
  const rows = new Float64Array(height)
  let total = 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const mass = Math.max(0, (salience[i] as number) - mean)
      columns[x] = (columns[x] as number) + mass
      rows[y] = (rows[y] as number) + mass
      total += mass
    }
  }
  if (total <= 1e-6 * salience.length) return { left: 0, top: 0, width, height }
  const [left, right] = between(columns, total)
  const [top, bottom] = between(rows, total)
  return { left, top, width: right - left + 1, height: bottom - top + 1 }
}

const between = (mass: Float64Array, total: number): [number, number] => {
  let sum = 0
  let from = 0
  let to = mass.length - 1
  for (let i = 0; i < mass.length; i++) {
    if (sum <= 0.04 * total) from = i
    sum += mass[i] as number
    if (sum <= 0.96 * total) to = i
  }
  return [from, Math.max(from, Math.min(mass.length - 1, to + 1))]
}
