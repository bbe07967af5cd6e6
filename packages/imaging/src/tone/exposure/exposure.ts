import { LINEAR, luminanceOf } from '../../colour/linear-light.ts'
import { findWhiteBackdrop } from '../../colour/white-backdrop.ts'
import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** Statistics of the light of a photo. The middle of the frame, where the dish is, counts most. */
interface ExposureStatistics {
  /** Logarithms (base 2) of the light below which that share of the photo lies, without reflections and holes. */
  readonly half: number
  readonly threeQuarters: number
  readonly top: number
  /** The share of pixels with any channel at its end, and the share of colours with one channel at its end. */
  readonly clipped: number
  readonly clippedColour: number
  readonly hasBackdrop: boolean
}

const DARKEST = 2e-3

/** How near each place along a side is to its middle, 0–1: a Gaussian whose deviation is 0.3 of the side. */
const nearnessAlong = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, at) => Math.exp(-(((at + 0.5) / length - 0.5) ** 2) / (2 * 0.3 * 0.3)))

const exposureStatistics = (analysisCopy: Pixels): ExposureStatistics | undefined => {
  const { data, width, height } = analysisCopy
  const behind = findWhiteBackdrop(analysisCopy)
  const bins = new Float64Array(1024)
  let [all, body, clipped, clippedColour] = [0, 0, 0, 0]
  const [across, down] = [nearnessAlong(width), nearnessAlong(height)]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      if (behind?.[y * width + x] === 1) continue
      const weight = across[x] * down[y] + 0.1
      const r = data[i]
      const g = data[i + 1]
      const b = data[i + 2]
      const most = Math.max(r, g, b)
      const least = Math.min(r, g, b)
      all += weight
      if (most >= 254) clipped += weight
      if (most >= 254 && least < 225) clippedColour += weight
      if (least >= 252 || most <= 3) continue
      const light = luminanceOf(LINEAR[r], LINEAR[g], LINEAR[b])
      const bin = Math.round((Math.log2(Math.max(DARKEST, light)) + 9) * 113)
      bins[bin] += weight
      body += weight
    }
  }
  if (all < 0.02 * width * height) return undefined
  const quantile = (share: number): number => {
    let sum = 0
    for (let bin = 0; bin < bins.length; bin++) {
      sum += bins[bin]
      if (sum > 0 && sum >= share * body) return bin / 113 - 9
    }
    return 0
  }
  return {
    half: quantile(0.5),
    threeQuarters: quantile(0.75),
    top: quantile(0.995),
    clipped: clipped / all,
    clippedColour: clippedColour / all,
    hasBackdrop: behind !== undefined,
  }
}

/** How a photo was exposed. */
export interface Exposure {
  /** Stops by which it is overexposed (above 0) or underexposed. */
  readonly stops: number
  /** Stops from its median to its lights. An even surface has one or two, glossy dark things five. */
  readonly range: number
  /** Share of pixels with any channel at its end, those in the middle of the frame counting most. */
  readonly clipped: number
  /** Whether a blown white backdrop surrounds what it shows. It says nothing about the exposure and is not counted. */
  readonly hasBackdrop: boolean
}

/**
 * Estimates how a photo was exposed. The coefficients are a least-squares fit over good food photos that were exposed
 * from two stops under to 1.3 over. On photos outside the fit the error is 0.3 stops.
 *
 * @param analysisCopy the small copy, RGB, balanced
 */
export const readExposure = (analysisCopy: Pixels): Exposure => {
  const seen = exposureStatistics(analysisCopy)
  // Hardly anything is left beside a backdrop then.
  if (!seen) return { stops: 0, range: 0, clipped: 0, hasBackdrop: true }
  const { half, threeQuarters, top, clipped, clippedColour, hasBackdrop } = seen
  return {
    stops:
      0.241 -
      0.227 * half +
      0.308 * threeQuarters +
      0.901 * top +
      0.744 * Math.sqrt(clipped) +
      0.279 * Math.sqrt(clippedColour),
    range: top - half,
    clipped,
    hasBackdrop,
  }
}

/** The stops of {@link readExposure} alone. */
export const measureExposure = (analysisCopy: Pixels): number => readExposure(analysisCopy).stops

/**
 * The stops to add. Within the error of the measurement, the exposure is taken as intended. Bright food photos consist of
 * white plates, so darkening needs more evidence than brightening.
 *
 * @param doubt 0 when nothing else is wrong with the photo, 1 when it is clearly bad: then small errors are corrected too
 */
export const exposureCorrection = (stops: number, doubt: number): number =>
  -stops * (stops < 0 ? smoothstep(0.1 * (1 - doubt), 0.75 - 0.35 * doubt, -stops) : smoothstep(0.28, 0.68, stops))
