import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { reducePlane, resamplePlane, type Scale } from '../raster/scaling/resample.ts'

/** Below the first deviation noise cannot be told from texture, from the second on it is believed in full. */
const [MIN_NOISE, CERTAIN] = [1, 3] as const
/** How many times its energy counts as noise. */
const NOISE_FACTOR = 2

/**
 * Takes noise out of what is missing: where it holds no more energy than noise alone would, only its low frequencies,
 * which are colour and brightness, are asked back.
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
 * Puts back what a network lost of its source, in place: what the enlarged channel, made small again, lacks is enlarged
 * and added. So crumbs and grains of rice that it smoothed away return, and no colour or brightness can shift.
 *
 * @param rounds each takes it nearer to a picture whose small copy is the source
 * @param noise deviation of the source's noise in codes, which is not put back
 */
export const backProject = (large: Plane, source: Plane, scale: Scale, rounds: number, noise: number): void => {
  const believed = noise * smoothstep(MIN_NOISE, CERTAIN, noise)
  for (let round = 0; round < rounds; round++) {
    const missing = reducePlane(large, scale)
    for (let i = 0; i < missing.data.length; i++) {
      missing.data[i] = source.data[i] - missing.data[i]
    }
    if (believed > 0) suppressNoise(missing, believed)
    const added = resamplePlane(missing, scale).data
    for (let i = 0; i < added.length; i++) large.data[i] += added[i]
  }
}
