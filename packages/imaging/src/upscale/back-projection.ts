import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { reducePlane, resamplePlane, type Scale } from '../raster/scaling/resample.ts'

/**
 * Up to the first deviation noise cannot be distinguished from texture. From the second on it is suppressed in full.
 */
const [MIN_NOISE, CERTAIN] = [1, 3] as const
/** Factor on the energy of the noise. */
const NOISE_FACTOR = 2

/**
 * Suppresses noise in the missing part, in place. Where its energy is no higher than that of noise alone, only its low
 * frequencies remain: colour and brightness.
 */
const suppressNoise = ({ data, width, height }: Plane, noise: number): void => {
  const low = boxMean(data, width, height, 3)
  const fine = data.map((value, i) => value - low[i])
  const energy = boxMean(
    fine.map((value) => value * value),
    width,
    height,
    2,
  )
  const floor = NOISE_FACTOR * noise * noise
  for (let i = 0; i < data.length; i++) {
    const around = energy[i]
    const kept = around > floor ? (around - floor) / around : 0
    data[i] = low[i] + fine[i] * kept
  }
}

/**
 * Restores what a network lost of its source, in place (iterative back projection; Irani, Peleg 1991). The enlarged channel
 * is reduced again, and what it lacks of the source is enlarged and added. Crumbs and grains of rice that were smoothed away
 * return, and colour and brightness cannot shift.
 *
 * @param rounds each brings the reduced result closer to the source
 * @param noise deviation of the source's noise in codes; noise is not restored
 */
export const backProject = (large: Plane, source: Plane, scale: Scale, rounds: number, noise: number): void => {
  const suppressed = noise * smoothstep(MIN_NOISE, CERTAIN, noise)
  for (let round = 0; round < rounds; round++) {
    const missing = reducePlane(large, scale)
    for (let i = 0; i < missing.data.length; i++) {
      missing.data[i] = source.data[i] - missing.data[i]
    }
    if (suppressed > 0) suppressNoise(missing, suppressed)
    const added = resamplePlane(missing, scale).data
    for (let i = 0; i < added.length; i++) large.data[i] += added[i]
  }
}
