import { boxMean } from './box-mean.ts'
import { blur, type Plane, plane } from './plane.ts'

/** Every second pixel across and down. */
const halve = ({ data, width, height }: Plane): Plane => {
  const half = plane((width + 1) >> 1, (height + 1) >> 1)
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, to++) half.data[to] = data[2 * y * width + 2 * x]
  }
  return half
}

/** Adds a plane of half the size, enlarged bilinearly with the first pixels aligned. */
const addEnlarged = (target: Plane, half: Plane): void => {
  const { data, width, height } = target
  for (let y = 0, to = 0; y < height; y++) {
    const top = (y >> 1) * half.width
    const bottom = Math.min(half.height - 1, (y + 1) >> 1) * half.width
    for (let x = 0; x < width; x++, to++) {
      const left = x >> 1
      const right = Math.min(half.width - 1, (x + 1) >> 1)
      const sum = half.data[top + left] + half.data[top + right] + half.data[bottom + left] + half.data[bottom + right]
      data[to] += sum * 0.25
    }
  }
}

/** Deviation of white noise of deviation 1 in each band of the pyramid, measured. */
const BAND_NOISE = [0.908, 0.204, 0.086, 0.041, 0.017]

/**
 * Removes noise from a plane with a local Wiener filter on a pyramid: where a band holds more energy than the noise alone
 * would, the band is detail and stays; elsewhere it fades.
 *
 * @param deviation of the noise at full size
 * @param firmness for each band, how many times the noise's energy counts as noise; its length is the number of bands
 */
export const denoisePlane = (source: Plane, deviation: number, firmness: readonly number[], band = 0): Plane => {
  const coarse = blur(source)
  const { data, width, height } = source
  const energy = new Float32Array(data.length)
  for (let i = 0; i < energy.length; i++) {
    const detail = data[i] - coarse.data[i]
    energy[i] = detail * detail
  }
  const near = boxMean(energy, width, height, band === 0 ? 1 : 2)
  const noise = (deviation * (BAND_NOISE[band] ?? 0)) ** 2 * (firmness[band] ?? 0)
  const result = plane(width, height)
  for (let i = 0; i < energy.length; i++) {
    const around = near[i]
    const kept = around > noise ? (around - noise) / around : 0
    const base = coarse.data[i]
    result.data[i] = base + (data[i] - base) * kept
  }
  if (band + 1 < firmness.length && Math.min(width, height) > 8) {
    const half = halve(coarse)
    const cleaner = denoisePlane(half, deviation, firmness, band + 1)
    for (let i = 0; i < half.data.length; i++) {
      cleaner.data[i] -= half.data[i]
    }
    addEnlarged(result, cleaner)
  }
  return result
}
