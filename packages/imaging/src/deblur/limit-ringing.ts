import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** A pixel may leave the range of what is around it in the blurred picture by so many levels. */
const HALO = 6

/** Least or most of a window of `2 * reach + 1`, along lines of `count` values `step` apart. */
const slidingExtremes = (
  from: Float32Array,
  to: Float32Array,
  lines: { readonly count: number; readonly length: number; readonly next: number; readonly step: number },
  reach: number,
  sign: 1 | -1,
): void => {
  const { count, length, next, step } = lines
  // Places of values that may still be the largest, from the largest down.
  const queue = new Int32Array(length)
  for (let line = 0; line < count; line++) {
    const start = line * next
    let [head, tail] = [0, 0]
    for (let i = 0; i < length + reach; i++) {
      if (i < length) {
        const value = sign * from[start + i * step]
        while (tail > head && sign * from[start + queue[tail - 1] * step] <= value) tail--
        queue[tail++] = i
      }
      const at = i - reach
      if (at < 0) continue
      while (queue[head] < at - reach) head++
      to[start + at * step] = from[start + queue[head] * step]
    }
  }
}

/** @param across room for as many values, so that it is taken once */
const windowExtremes = (
  { data, width, height }: Plane,
  across: Float32Array,
  reach: number,
  sign: 1 | -1,
): Float32Array => {
  slidingExtremes(data, across, { count: height, length: width, next: width, step: 1 }, reach, sign)
  const result = new Float32Array(data.length)
  slidingExtremes(across, result, { count: width, length: height, next: 1, step: width }, reach, sign)
  return result
}

/**
 * Keeps a sharpened channel honest, in place: nothing gets brighter or darker than what the blur mixed there, so that no
 * halo runs along an edge, and where there is nothing but noise it stays as it was.
 *
 * @param reach how far the blur mixed, in pixels
 * @param noise variance of the noise
 */
export const limitRinging = (sharp: Plane, blurred: Plane, reach: number, noise: number): void => {
  const room = new Float32Array(blurred.data.length)
  const lows = windowExtremes(blurred, room, reach, -1)
  const highs = windowExtremes(blurred, room, reach, 1)
  const deviation = Math.sqrt(noise)
  for (let i = 0; i < sharp.data.length; i++) {
    const [low, high, was] = [lows[i], highs[i], blurred.data[i]]
    const shown = smoothstep(1 + 6 * deviation, 3 + 16 * deviation, high - low)
    sharp.data[i] = was + shown * (clamp(sharp.data[i], low - HALO, high + HALO) - was)
  }
}
