import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { LINEAR, luminanceOf } from './linear-light.ts'

/** The picture is divided into this many parts across and down. */
const PARTS = 8
/** Linear light below which differences are noise. */
const DARK = 0.003

/** The distance between the first and the ninth decile. */
const spreadOf = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  return at(0.9) - at(0.1)
}

/**
 * How much the parts of a picture differ in light and colour, 0 to 1. If a picture shows one thing only, such as coffee
 * beans from edge to edge, a brown thing in white light looks like a white thing in brown light, and a dark thing like
 * an underexposed photo. Measurements of light and colour are then less certain.
 */
export const measureColourVariety = ({ data, width, height }: Pixels): number => {
  const sums = Array.from({ length: PARTS * PARTS }, () => new Float64Array(4))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * PARTS) / height) * PARTS
    for (let x = 0; x < width; x++, i += 3) {
      const sum = sums[row + Math.floor((x * PARTS) / width)]
      sum[0] += LINEAR[data[i]]
      sum[1] += LINEAR[data[i + 1]]
      sum[2] += LINEAR[data[i + 2]]
      sum[3] += 1
    }
  }
  const parts = sums.flatMap(([red = 0, green = 0, blue = 0, count = 0]) => {
    if (count === 0) return []
    const [r, g, b] = [red / count, green / count, blue / count]
    const light = Math.log(luminanceOf(r, g, b) + DARK)
    return [{ light, red: Math.log((r + DARK) / (g + DARK)), blue: Math.log((b + DARK) / (g + DARK)) }]
  })
  const light = spreadOf(parts.map((part) => part.light)) / 2
  const red = spreadOf(parts.map((part) => part.red))
  const blue = spreadOf(parts.map((part) => part.blue))
  return smoothstep(0.5, 1, Math.hypot(light, red, blue))
}
