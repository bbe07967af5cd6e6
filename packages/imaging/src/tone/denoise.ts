import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { LUMA_BLUE, LUMA_GREEN, LUMA_RED, lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { blur, type Plane, plane } from '../raster/planes/plane.ts'

/** Deviation of the noise in codes of 0–255: of luma at full size, of the colour differences at half size. */
export interface Noise {
  readonly luma: number
  readonly chroma: number
}

/**
 * How much of the measured noise to remove. A little noise may be fine texture, and grain without colour may be texture,
 * film or intended by the camera; both are left alone. The noise of a sensor in the dark is coloured.
 */
export const denoisingAmount = ({ luma, chroma }: Noise): Noise => {
  const coloured = smoothstep(0.2, 0.5, chroma / Math.max(luma, 0.1))
  const amount = luma * smoothstep(2.6, 5, luma) * coloured
  if (amount < 1) return { luma: 0, chroma: 0 }
  return { luma: amount, chroma: chroma * smoothstep(1.6, 3.6, chroma) }
}

const LUMA_FIRMNESS = [1.4, 1.3, 1.2, 1]
const CHROMA_FIRMNESS = [3, 2, 1.5, 1.3]

/** Rows of a strip, and rows around it that the filter reads. Both are even, because colour has half the size. */
const STRIP = 256
const MARGIN = 32

interface Strip {
  readonly luma: Plane
  readonly blue: Plane
  readonly red: Plane
}

/** Splits a strip into luma at full size and colour differences averaged to half size. */
const split = (data: Uint8Array, width: number, rows: number, channels: number): Strip => {
  const luma = plane(width, rows)
  const blue = plane((width + 1) >> 1, (rows + 1) >> 1)
  const red = plane(blue.width, blue.height)
  const counts = new Uint8Array(blue.data.length)
  for (let y = 0, i = 0, at = 0; y < rows; y++) {
    for (let x = 0; x < width; x++, i++, at += channels) {
      const [r, g, b] = [data[at], data[at + 1], data[at + 2]]
      const value = lumaOf(r, g, b)
      luma.data[i] = value
      const cell = (y >> 1) * blue.width + (x >> 1)
      blue.data[cell] = blue.data[cell] + b - value
      red.data[cell] = red.data[cell] + r - value
      counts[cell] += 1
    }
  }
  for (let i = 0; i < counts.length; i++) {
    blue.data[i] /= counts[i]
    red.data[i] /= counts[i]
  }
  return { luma, blue, red }
}

const toCode = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0)

/** Writes rows [from, to) of a denoised strip, with the colour differences enlarged bilinearly. */
const join = (strip: Strip, from: number, to: number, data: Uint8Array, start: number, channels: number): void => {
  const { luma, blue, red } = strip
  const half = blue.width
  let at = start
  for (let y = from; y < to; y++) {
    const row = y >> 1
    const other = Math.max(0, Math.min(blue.height - 1, row + (y & 1 ? 1 : -1)))
    for (let x = 0; x < luma.width; x++, at += channels) {
      const column = x >> 1
      const beside = Math.max(0, Math.min(half - 1, column + (x & 1 ? 1 : -1)))
      const [a, b, c, d] = [row * half + column, row * half + beside, other * half + column, other * half + beside]
      const u = blue.data
      const v = red.data
      const value = luma.data[y * luma.width + x]
      const cb = (9 * u[a] + 3 * (u[b] + u[c]) + u[d]) / 16
      const cr = (9 * v[a] + 3 * (v[b] + v[c]) + v[d]) / 16
      data[at] = toCode(value + cr)
      data[at + 1] = toCode(value - (LUMA_RED * cr + LUMA_BLUE * cb) / LUMA_GREEN)
      data[at + 2] = toCode(value + cb)
    }
  }
}

/**
 * Removes the measured noise from a picture, in place. It works strip by strip, so its memory does not grow with the photo.
 * Alpha is not changed.
 */
export const denoise = ({ data, width, height, channels }: Pixels, noise: Noise): void => {
  const stride = width * channels
  // Rows above the strip as they were before they were denoised.
  let above = new Uint8Array(0)
  for (let top = 0; top < height; top += STRIP) {
    const end = Math.min(height, top + STRIP)
    const below = Math.min(height, end + MARGIN)
    const lead = above.length / stride
    const source = new Uint8Array((lead + below - top) * stride)
    source.set(above)
    source.set(data.subarray(top * stride, below * stride), above.length)
    above = data.slice(Math.max(top, end - MARGIN) * stride, end * stride)
    const noisy = split(source, width, lead + below - top, channels)
    const clean: Strip = {
      luma: denoisePlane(noisy.luma, noise.luma, LUMA_FIRMNESS),
      blue: denoisePlane(noisy.blue, noise.chroma, CHROMA_FIRMNESS),
      red: denoisePlane(noisy.red, noise.chroma, CHROMA_FIRMNESS),
    }
    join(clean, lead, lead + end - top, data, top * stride, channels)
  }
}

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
const denoisePlane = (source: Plane, deviation: number, firmness: readonly number[], band = 0): Plane => {
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
