import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Plane } from '../raster/planes/plane.ts'

/** Levels by which a pixel may leave the range of its neighbourhood in the blurred picture. */
const HALO = 6

/**
 * The minimum (`sign` −1) or maximum (1) in a sliding window of `2 * reach + 1` values along each line, by a monotonic
 * queue.
 */
const slidingExtremes = (
  from: Float32Array,
  to: Float32Array,
  lines: { readonly count: number; readonly length: number; readonly next: number; readonly step: number },
  reach: number,
  sign: 1 | -1,
): void => {
  const { count, length, next, step } = lines
  // Positions of values that may still become the extreme, the most extreme first.
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

/** @param across scratch space of the plane's size */
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
 * Limits ringing in a deblurred channel, in place. No pixel becomes brighter or darker than the pixels that the blur mixed
 * there, so no halo runs along an edge. Parts with only noise do not change.
 *
 * @param reach radius of the blur, in pixels
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
