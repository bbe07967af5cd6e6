import { clamp } from '../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** The brightness of a dish and its surroundings, in luma of 0–1. */
export interface DishLight {
  /** The 5th, 50th and 95th percentile of the dish. */
  readonly low: number
  readonly middle: number
  readonly high: number
  /** Share of the dish that is blown out. */
  readonly blown: number
  /** Median of the surroundings. */
  readonly around: number
}

const quantile = (bins: Float64Array, share: number): number => {
  const total = bins.reduce((sum, count) => sum + count, 0)
  let sum = 0
  for (let bin = 0; bin < bins.length; bin++) {
    sum += bins[bin]
    if (sum > 0 && sum >= share * total) return bin / (bins.length - 1)
  }
  return 0.5
}

/**
 * Measures the light on the dish and around it.
 *
 * @param analysisCopy RGB
 * @param mask 0–1, in the size of the analysis copy; undefined counts the middle of the picture as the dish
 */
export const measureDishLight = ({ data, width, height }: Pixels, mask: Plane | undefined): DishLight => {
  const dish = new Float64Array(256)
  const rest = new Float64Array(256)
  let [blown, all] = [0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
      const share = mask ? mask.data[i] : centreWeight((x + 0.5) / width, (y + 0.5) / height)
      const bin = clamp(Math.round(lumaOf(r, g, b)), 0, 255)
      dish[bin] += share
      rest[bin] = rest[bin] + 1 - share
      all += share
      if (Math.min(r, g, b) >= 250) blown += share
    }
  }
  return {
    low: quantile(dish, 0.05),
    middle: quantile(dish, 0.5),
    high: quantile(dish, 0.95),
    blown: all > 0 ? blown / all : 0,
    around: quantile(rest, 0.5),
  }
}

const centreWeight = (u: number, v: number): number => Math.exp(-((u - 0.5) ** 2 + (v - 0.5) ** 2) / (2 * 0.25 * 0.25))
