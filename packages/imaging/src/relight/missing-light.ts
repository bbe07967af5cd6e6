import { luminanceOfLightness } from '../colour/cielab.ts'
import { LINEAR, luminanceOf } from '../colour/linear-light.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** The share of a dish that is its lights, and the luminance that they have in a well-exposed photo (CIE lightness 86, as white ware). */
const LIGHTS = { share: 0.05, luminance: luminanceOfLightness(86) }
/** The most that a lamp adds, as a factor: less than a stop. What lacks more was meant to be dim. */
const MOST = 2 ** 0.85
/** Steps of the square root of luminance that are told apart. */
const STEPS = 255

/**
 * How many times more light a dish needs to be well exposed, from 1 on. Its lights decide: a dark sauce has glints, and a dish in
 * the shade has none.
 *
 * @param mask of the dish on the analysis copy, 0–1; undefined for the whole frame
 */
export function missingLight({ data }: Pixels, mask: Plane | undefined): number {
  const bins = new Float64Array(STEPS + 1)
  let all = 0
  for (let i = 0, at = 0; at < data.length; i++, at += 3) {
    const share = mask ? mask.data[i] : 1
    const light = luminanceOf(LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]])
    bins[Math.round(STEPS * Math.sqrt(light))] += share
    all += share
  }
  let [bin, above] = [STEPS, 0]
  while (bin > 0 && above + bins[bin] < LIGHTS.share * all) above += bins[bin--]
  return Math.min(MOST, Math.max(1, LIGHTS.luminance / Math.max(1e-6, (bin / STEPS) ** 2)))
}
