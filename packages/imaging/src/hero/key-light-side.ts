import { LINEAR } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'

/**
 * The side from which a cut-out dish is lit already. The key light comes from there too, so that it matches the dish's
 * own shadows.
 */
export function keyLightSide({ data, width, height, channels }: Pixels): 'left' | 'right' {
  const step = Math.max(1, Math.floor(Math.max(width, height) / 256))
  let [total, across, sum, product] = [0, 0, 0, 0]
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels
      const weight = channels === 4 ? data[at + 3] : 255
      const light = Math.cbrt(LINEAR[data[at + 1]])
      total += weight
      across += weight * x
      sum += weight * light
      product += weight * x * light
    }
  }
  return total > 0 && product * total > 1.0001 * across * sum ? 'right' : 'left'
}
