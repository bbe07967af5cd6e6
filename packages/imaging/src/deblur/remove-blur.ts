import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { freeMemory } from '../raster/free-memory.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'
import { resamplePlane } from '../raster/scaling/resample.ts'
import { type Blur, blurDeviation, type SymmetricBlur } from './blur-kernels.ts'
import { createDeconvolver } from './deconvolve.ts'
import { limitRinging } from './limit-ringing.ts'
import { type BlurMeasurement, measureBlur } from './measure-blur.ts'
import { findShake } from './shake/find-shake.ts'
import { halvePlane, mergeScales } from './two-scale-merge.ts'

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
