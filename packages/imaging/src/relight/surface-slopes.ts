import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { wideBlur } from '../raster/planes/wide-blur.ts'
import type { DishPosition } from './dish-position.ts'

/** Height of the dish above the table, and width of its flanks, in half-widths of the dish. */
const RISE = 0.3
const SLOPE_WIDTH = 0.2

/** Finest and coarsest size of the food's relief, in half-widths of the dish. */
const FINE = 0.028
const COARSE = 0.11
/** Slope above which brightness is not taken for height any more: an olive on cheese is black, not a cliff. */
const STEEPEST = 0.22

const perceivedLightness = ({ data, width, height, channels }: Pixels): Plane => {
  const light = plane(width, height)
  for (let i = 0, at = 0; i < light.data.length; i++, at += channels) {
    const y = luminanceOf(LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]])
    light.data[i] = Math.cbrt(y)
  }
  return light
}

/** A blur over the masked pixels only, so that a white rim beside a dark table does not look like a hill. */
const blurWithinMask = (source: Plane, mask: Plane, deviation: number): Plane => {
  const weighted = plane(source.width, source.height)
  for (let i = 0; i < weighted.data.length; i++) {
    weighted.data[i] = source.data[i] * (mask.data[i] + 1e-4)
  }
  const [sum, weight] = [wideBlur(weighted, deviation), wideBlur(mask, deviation)]
  for (let i = 0; i < sum.data.length; i++) {
    sum.data[i] /= weight.data[i] + 1e-4
  }
  return sum
}

/**
 * The slope of the scene towards the light at every place, as height per distance. The dish is a low hill with soft flanks.
 * The relief of the food on it comes from its brightness, because what stands out catches light.
 *
 * @param mask of the dish, 0–1; undefined if no dish is known, which leaves the relief alone
 * @param relief how much of the brightness counts as height
 */
export const surfaceSlopes = (
  analysisCopy: Pixels,
  mask: Plane | undefined,
  position: DishPosition,
  along: { readonly x: number; readonly y: number },
  relief: number,
): Plane => {
  const { width, height } = analysisCopy
  const light = perceivedLightness(analysisCopy)
  const inside = mask ?? { ...plane(width, height), data: new Float32Array(width * height).fill(1) }
  const fine = blurWithinMask(light, inside, Math.max(1, FINE * position.reach))
  const coarse = blurWithinMask(light, inside, Math.max(2, COARSE * position.reach))
  const hill = mask && wideBlur(mask, SLOPE_WIDTH * position.reach)
  const slopes = plane(width, height)
  const bump = relief * COARSE * position.reach
  const heightAt = (x: number, y: number): number => {
    const i = Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))
    return fine.data[i] - coarse.data[i]
  }
  const riseAt = (x: number, y: number): number => {
    if (!hill) return 0
    return hill.data[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const across = ((heightAt(x + 1, y) - heightAt(x - 1, y)) * along.x) / 2
      const down = ((heightAt(x, y + 1) - heightAt(x, y - 1)) * along.y) / 2
      const claimed = (across + down) * bump
      const steep = (inside.data[i] * claimed) / (1 + (claimed / STEEPEST) ** 2)
      const flank =
        ((riseAt(x + 1, y) - riseAt(x - 1, y)) * along.x + (riseAt(x, y + 1) - riseAt(x, y - 1)) * along.y) / 2
      slopes.data[i] = steep + flank * RISE * position.reach
    }
  }
  return slopes
}
