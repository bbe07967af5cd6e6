import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { freeMemory } from '../raster/free-memory.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { reducePlane, resamplePlane } from '../raster/scaling/resample.ts'
import { type Blur, blurDeviation, type SymmetricBlur } from './blur-kernels.ts'
import { createDeconvolver } from './deconvolve.ts'
import { type BlurMeasurement, measureBlur } from './measure-blur.ts'
import { findShake } from './shake/find-shake.ts'

/** Softness (deviation, in pixels) of the sharpest parts up to which a picture is sharp. */
const SHARP_SOFTNESS = 0.82
/** Blur up to which it is sharp as well: strong compression looks like a small movement. */
const MIN_BLUR = 1.1
/** Blur above which no fine detail is left, so that a copy of half the size is enough. */
const HALVE_ABOVE = 3
/** Detail across a movement stays fine. Up to this length the full size is deblurred too. */
const LONGEST_FINE_MOTION = 17
/** How often a picture is halved at most. */
const HALVINGS = 2

/** Longer side of the largest copy on which the path of a shake is looked for. */
const SHAKE_SIDE = 2_400

/**
 * The blur that was found, in pixels of the picture; undefined if it cannot be measured. `unclear`: it is blurred in a way
 * that is not understood, so it was not changed.
 */
export type FoundBlur =
  | {
      readonly blur: SymmetricBlur | { readonly kind: 'shake'; readonly size: number }
      readonly sharp: boolean
      readonly unclear?: true
    }
  | undefined

export const lumaPlane = ({ data, width, height, channels }: Pixels): Plane => {
  const luma = plane(width, height)
  let [sum, seen] = [0, 0]
  for (let i = 0, at = 0; i < luma.data.length; i++, at += channels) {
    const value = lumaOf(data[at], data[at + 1], data[at + 2])
    luma.data[i] = value
    if (channels === 4) {
      sum += value * data[at + 3]
      seen += data[at + 3]
    }
  }
  if (channels === 3 || seen === 0) return luma
  // Transparent parts become even, so that they show no detail.
  for (let i = 0; i < luma.data.length; i++) {
    const share = data[4 * i + 3] / 255
    luma.data[i] = luma.data[i] * share + (sum / seen) * (1 - share)
  }
  return luma
}

/** What is added to a channel. */
interface Change {
  readonly found: FoundBlur
  readonly added?: Plane
}

/** The change that undoes a shake of the camera; undefined if there was none. */
const undoShake = (luma: Plane, most: number): Change | undefined => {
  let [copy, halvings] = [luma, 0]
  for (; Math.max(copy.width, copy.height) > SHAKE_SIDE; halvings++) copy = halvePlane(copy)
  const measured = measureBlur(copy)
  const shake = measured && findShake(copy, measured)
  if (!shake) return undefined
  const size = 2 ** halvings * blurDeviation(shake.measured.blur)
  const found = { blur: { kind: 'shake', size }, sharp: false } as const
  if (!shake.believed) return { found: { ...found, unclear: true } }
  let added = deblurPlane(copy, shake.measured, most)
  for (; halvings > 0; halvings--) added = resamplePlane(added, 2)
  return { found, added }
}

const computeChange = (luma: Plane, halvings: number, most: number): Change => {
  const measured = measureBlur(luma)
  if (!measured) return { found: undefined }
  const { blur } = measured
  if (blurDeviation(blur) > HALVE_ABOVE && halvings < HALVINGS) {
    const { found, added } = computeChange(halvePlane(luma), halvings + 1, most)
    if (found && added) {
      const isFineAcross = blur.kind === 'motion' && blur.size <= LONGEST_FINE_MOTION
      return {
        found: { ...found, blur: { ...found.blur, size: 2 * found.blur.size } },
        added: isFineAcross ? mergeScales(deblurPlane(luma, measured, most), added) : resamplePlane(added, 2),
      }
    }
  }
  if (measured.softness <= SHARP_SOFTNESS && blurDeviation(blur) <= MIN_BLUR) return { found: { blur, sharp: true } }
  return { found: { blur, sharp: false }, added: deblurPlane(luma, measured, most) }
}

/**
 * Weight of a change at a distance from the border. What was blurred into a photo from beyond its border is not known, and a
 * guess in its place causes ripples; a movement causes many.
 */
const borderWeight = (distance: number, blur: Blur): number => {
  const reach = blurDeviation(blur)
  return blur.kind === 'motion' || blur.kind === 'shake'
    ? smoothstep(2 * reach, 10 * reach, distance)
    : smoothstep(0, 3 * reach, distance + 1)
}

/** Pixels in a band, and rows of context around it: more than the reach of the blur and of a square's margin. */
const BAND = 5_000_000
const AROUND = 64

/** Replaces a channel by the change that deblurs it, band by band, so that a large photo is not held several times. */
const deblurPlane = (luma: Plane, measured: BlurMeasurement, most: number): Plane => {
  const { width, height, data } = luma
  const sharpen = createBandDeblurrer(luma, measured)
  const rows = Math.max(4 * AROUND, Math.floor(most / width))
  // The rows above a band, before they were overwritten.
  let above = new Float32Array(0)
  for (let top = 0; top < height; top += rows) {
    above = sharpen(top, Math.min(height, top + rows), above)
    freeMemory(data.byteLength)
  }
  return luma
}

/** Creates a function that deblurs the rows from `top` to `bottom` and returns the last of them as they were before. */
const createBandDeblurrer = ({ data, width, height }: Plane, measured: BlurMeasurement) => {
  const { blur, noise } = measured
  const deconvolve = createDeconvolver(measured)
  const sides = (length: number) =>
    Float32Array.from({ length }, (_, i) => borderWeight(Math.min(i, length - 1 - i), blur))
  const [columns, rows] = [sides(width), sides(height)]
  return (top: number, bottom: number, above: Float32Array): Float32Array<ArrayBuffer> => {
    const first = above.length / width
    const before = plane(width, first + Math.min(height, bottom + AROUND) - top)
    before.data.set(above)
    before.data.set(data.subarray(top * width, top * width + before.data.length - above.length), above.length)
    const after = deconvolve(before)
    limitRinging(after, before, Math.ceil(2.2 * blurDeviation(blur)), noise)
    for (let y = top, i = above.length, to = top * width; y < bottom; y++) {
      for (let x = 0; x < width; x++, i++, to++) {
        const share = columns[x] * rows[y]
        data[to] = share * (after.data[i] - before.data[i])
      }
    }
    const last = first + bottom - top
    return before.data.slice(Math.max(0, last - AROUND) * width, last * width)
  }
}

/**
 * Removes the blur of a picture, in place and in its luma, so that colours stay. Only as much as was measured is removed. A
 * sharp picture is left as it is, and so is one that shows too little detail.
 *
 * @param most pixels of a band
 * @example const found = removeBlur(pixels) // { blur: { kind: 'defocus', size: 3 }, sharp: false }
 */
export const removeBlur = (pixels: Pixels, most = BAND): FoundBlur => {
  const luma = lumaPlane(pixels)
  const found = applyChange(pixels, undoShake(luma, most) ?? computeChange(luma, 0, most))
  // The change is not referenced any more.
  freeMemory(4 * pixels.width * pixels.height)
  return found
}

const applyChange = ({ data, width, height, channels }: Pixels, { found, added }: Change): FoundBlur => {
  if (!added) return found
  for (let y = 0, at = 0; y < height; y++) {
    // The enlarged change may be one pixel wider than the picture.
    const row = y * added.width
    for (let x = 0; x < width; x++, at += channels) {
      const share = channels === 4 ? data[at + 3] / 255 : 1
      const more = added.data[row + x] * share
      for (let c = 0; c < 3; c++) data[at + c] = clamp(data[at + c] + more + 0.5, 0, 255)
    }
  }
  return found
}

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
const limitRinging = (sharp: Plane, blurred: Plane, reach: number, noise: number): void => {
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

/** Reduces a plane to half its size; an odd last row or column is repeated. */
const halvePlane = (source: Plane): Plane => {
  if (source.width % 2 === 0 && source.height % 2 === 0) return reducePlane(source, 2)
  const even = plane(source.width + (source.width & 1), source.height + (source.height & 1))
  for (let y = 0; y < even.height; y++) {
    const from = Math.min(y, source.height - 1) * source.width
    even.data.set(source.data.subarray(from, from + source.width), y * even.width)
    if (source.width & 1) even.data[(y + 1) * even.width - 1] = source.data[from + source.width - 1]
  }
  return reducePlane(even, 2)
}

/**
 * Merges two scales of one picture: low frequencies from the coarse one, and from the fine one only what is too fine for the
 * coarse one. `fine` is changed in place and returned.
 *
 * @param coarse about half the size; it may be a row or a column larger than that
 */
const mergeScales = (fine: Plane, coarse: Plane): Plane => {
  const missing = halvePlane(fine)
  for (let y = 0, i = 0; y < missing.height; y++) {
    for (let x = 0; x < missing.width; x++, i++) {
      missing.data[i] = coarse.data[y * coarse.width + x] - missing.data[i]
    }
  }
  const more = resamplePlane(missing, 2)
  for (let y = 0, i = 0; y < fine.height; y++) {
    for (let x = 0; x < fine.width; x++, i++) {
      fine.data[i] += more.data[y * more.width + x]
    }
  }
  return fine
}
