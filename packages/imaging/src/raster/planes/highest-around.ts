import type { Size } from '../geometry.ts'

/**
 * The highest value of a plane in a square around a pixel.
 *
 * @param at index of the pixel
 * @param reach pixels from it to each side
 */
export function highestAround(values: Float32Array, { width, height }: Size, at: number, reach: number): number {
  const [x, y] = [at % width, Math.floor(at / width)]
  let most = 0
  for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(width - 1, x + reach); u++) {
      most = Math.max(most, values[v * width + u])
    }
  }
  return most
}
