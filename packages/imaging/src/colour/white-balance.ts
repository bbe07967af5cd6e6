import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { GRID, HALF, ILLUMINANTS, type Illuminant, LOG_DENSITIES, STEP, toSparseHistogram } from './illuminants.ts'
import { LINEAR, LUMINANCE_SHARES, luminanceOf } from './linear-light.ts'

/** A colour cast: logarithms of red over green and blue over green in linear light. Without a cast both are 0. */
export interface Cast {
  readonly red: number
  readonly blue: number
  /** How certain it is that the light was not neutral, 0–1. */
  readonly confidence: number
  /** How much evidence of its light the picture holds, 0–1: things of different colours, or large neutral areas. */
  readonly evidence: number
  /** The cast as measured, before it is reduced by how certain it is. */
  readonly measured: { readonly red: number; readonly blue: number }
}

/** Weights of the two histograms, and how fast a light gets less likely towards candle-light and off the locus. */
const TRUST = { bright: 5, flat: 4 }
const WARMTH = 60
const TINT = 0.05
/** Prior of "there is no cast": without evidence of a cast a photo is not changed. */
const NO_CAST = 3.5

interface SparseHistogram {
  readonly columns: Int32Array
  readonly rows: Int32Array
  readonly weights: Float64Array
}

/** Up to this share of the picture, blown pixels are reflections, which are ignored; above it they are its whites. */
const FEW = 0.03

const blownShare = ({ data, width, height }: Pixels): number => {
  let blown = 0
  for (let i = 0; i < data.length; i += 3) {
    if (Math.min(data[i], data[i + 1], data[i + 2]) >= 252) blown++
  }
  return blown / (width * height)
}

/** The linear light of a smaller copy, averaged so that it shows the chroma of surfaces and not of noise. */
const averaged = (analysisCopy: Pixels): { light: Float64Array; width: number; height: number } => {
  const { data, width, height } = analysisCopy
  const reflections = blownShare(analysisCopy) <= FEW
  const factor = Math.max(1, Math.round(Math.max(width, height) / 190))
  const w = Math.max(1, Math.floor(width / factor))
  const h = Math.max(1, Math.floor(height / factor))
  const light = new Float64Array(w * h * 3)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const to = (y * w + x) * 3
      let [red, green, blue, blown] = [0, 0, 0, false]
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++) {
          const from = (Math.min(height - 1, y * factor + dy) * width + Math.min(width - 1, x * factor + dx)) * 3
          const r = data[from]
          const g = data[from + 1]
          const b = data[from + 2]
          red += LINEAR[r]
          green += LINEAR[g]
          blue += LINEAR[b]
          // A pixel with one clipped channel still shows most of its colour; under a strong lamp whites are like that.
          if (r >= 253 ? g >= 253 || b >= 253 : g >= 253 && b >= 253) blown = true
        }
      }
      if (blown && reflections) continue
      light[to] = red / (factor * factor)
      light[to + 1] = green / (factor * factor)
      light[to + 2] = blue / (factor * factor)
    }
  }
  return { light, width: w, height: h }
}

const luminanceAt = (light: Float64Array, i: number): number =>
  luminanceOf(light[3 * i], light[3 * i + 1], light[3 * i + 2])

/** The photo's colours as two log-chroma histograms: of bright pixels, and of fairly bright pixels in even areas. */
const histograms = (analysisCopy: Pixels): { bright: SparseHistogram; flat: SparseHistogram } | undefined => {
  const { light, width, height } = averaged(analysisCopy)
  const luma = new Float64Array(width * height)
  for (let i = 0; i < luma.length; i++) luma[i] = luminanceAt(light, i)
  const sorted = luma.filter((v) => v > 0.001).sort()
  const top = sorted[Math.floor(0.99 * sorted.length)]
  if (top === undefined) return undefined
  const bright = new Float64Array(GRID * GRID)
  const flat = new Float64Array(GRID * GRID)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const [r, g, b] = [light[3 * i], light[3 * i + 1], light[3 * i + 2]]
      if (Math.max(r, g, b) < 0.003 || Math.min(r, g, b) < 0.0006) continue
      const column = Math.round(Math.log(r / g) / STEP) + HALF
      const row = Math.round(Math.log(b / g) / STEP) + HALF
      if (column < 0 || row < 0 || column >= GRID || row >= GRID) continue
      const here = luma[i]
      const share = Math.min(1, here / top)
      const across = Math.abs(luma[i - 1] - here) + Math.abs(luma[i + 1] - here)
      const uneven = across + Math.abs(luma[i - width] - here) + Math.abs(luma[i + width] - here)
      const bin = row * GRID + column
      bright[bin] += share ** 3
      flat[bin] += Math.exp(-uneven / (0.12 * here + 1e-4)) * share ** 1.5
    }
  }
  return { bright: toSparseHistogram(bright), flat: toSparseHistogram(flat) }
}

const score = (seen: SparseHistogram, density: Float64Array, { red, blue }: Illuminant): number => {
  const across = Math.round(red / STEP)
  const down = Math.round(blue / STEP)
  const { columns, rows, weights } = seen
  const nothing = density[0]
  let sum = 0
  for (let i = 0; i < weights.length; i++) {
    const x = columns[i] - across
    const y = rows[i] - down
    const inside = x >= 0 && y >= 0 && x < GRID && y < GRID
    sum += weights[i] * (inside ? density[y * GRID + x] : nothing)
  }
  return sum
}

/** The share of a histogram that would be neutral without that cast. */
const neutralMass = (
  { columns, rows, weights }: SparseHistogram,
  { red, blue }: { red: number; blue: number },
): number => {
  let mass = 0
  for (let i = 0; i < weights.length; i++) {
    const x = (columns[i] - HALF) * STEP - red
    const y = (rows[i] - HALF) * STEP - blue
    if (x * x + y * y < 0.15 * 0.15) mass += weights[i]
  }
  return mass
}

/**
 * Measures the light that the photo was taken in. It tries every plausible light, from candle to shade with a little
 * green or magenta either way. Each is as likely as the colours of the photo without it look like those of well-lit
 * dishes. A wooden table is warm in those too, so it is not mistaken for a warm lamp, but an orange plate is taken for a
 * white one. The result is the mean of all lights weighted by their likelihood, so weak evidence gives a weak correction.
 */
export const measureCast = (analysisCopy: Pixels): Cast => {
  const seen = histograms(analysisCopy)
  if (!seen || seen.bright.weights.length === 0)
    return { red: 0, blue: 0, confidence: 0, evidence: 1, measured: { red: 0, blue: 0 } }
  const scores = ILLUMINANTS.map((light) => {
    const likelihood =
      TRUST.bright * score(seen.bright, LOG_DENSITIES.bright, light) +
      TRUST.flat * score(seen.flat, LOG_DENSITIES.flat, light)
    const prior = -Math.max(0, light.mireds) / WARMTH - (light.tint / TINT) ** 2 / 2
    return likelihood + prior + (light.mireds === 0 && light.tint === 0 ? NO_CAST : 0)
  })
  const best = Math.max(...scores)
  let [total, red, blue, none] = [0, 0, 0, 0]
  ILLUMINANTS.forEach((light, i) => {
    const weight = Math.exp(scores[i] - best)
    total += weight
    red += weight * light.red
    blue += weight * light.blue
    if (light.mireds === 0 && light.tint === 0) none += weight
  })
  const measured = { red: red / total, blue: blue / total }
  const neutral = (neutralMass(seen.bright, measured) + neutralMass(seen.flat, measured)) / 2
  const evidence = Math.max(measureColourVariety(analysisCopy), smoothstep(0.3, 0.42, neutral))
  // If nothing in the picture would become neutral, a mild cast is corrected only in part.
  const neutrality = smoothstep(0.01, 0.06, neutral)
  const size = Math.hypot(measured.red, measured.blue)
  // A dish in mildly warm light stays warm, as people saw it.
  const mood = measured.blue < 0 ? 0.5 + 0.5 * smoothstep(0.3, 0.65, size) : 1
  // A strong cast is corrected whatever the picture shows.
  const doubted = 0.5 * (1 - evidence) * (1 - smoothstep(0.9, 1.4, size))
  const trust = (1 - doubted) * mood * Math.max(smoothstep(0.3, 0.65, size), 0.3 + 0.7 * neutrality)
  return {
    red: trust * measured.red,
    blue: trust * measured.blue,
    confidence: 1 - none / total,
    evidence,
    measured,
  }
}

/** Gains in linear light that remove a cast. The smallest is 1, so that clipped white stays white. */
export const whiteBalanceGains = ({
  red,
  blue,
}: Pick<Cast, 'red' | 'blue'>): readonly [red: number, green: number, blue: number] => {
  const most = Math.max(red, 0, blue)
  return [Math.exp(most - red), Math.exp(most), Math.exp(most - blue)]
}

/** The factor by which gains in linear light brighten a grey. */
export const luminanceGain = (gains: readonly [red: number, green: number, blue: number]): number =>
  gains.reduce((sum, gain, c) => sum + gain * LUMINANCE_SHARES[c], 0)

/** The picture is divided into this many parts across and down. */
const PARTS = 8
/** Linear light below which differences are noise. */
const DARK = 0.003

/** The distance between the first and the ninth decile. */
const spreadOf = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  return at(0.9) - at(0.1)
}

/**
 * How much the parts of a picture differ in light and colour, 0 to 1. If a picture shows one thing only, such as coffee
 * beans from edge to edge, a brown thing in white light looks like a white thing in brown light, and a dark thing like
 * an underexposed photo. Measurements of light and colour are then less certain.
 */
const measureColourVariety = ({ data, width, height }: Pixels): number => {
  const sums = Array.from({ length: PARTS * PARTS }, () => new Float64Array(4))
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor((y * PARTS) / height) * PARTS
    for (let x = 0; x < width; x++, i += 3) {
      const sum = sums[row + Math.floor((x * PARTS) / width)]
      sum[0] += LINEAR[data[i]]
      sum[1] += LINEAR[data[i + 1]]
      sum[2] += LINEAR[data[i + 2]]
      sum[3] += 1
    }
  }
  const parts = sums.flatMap(([red = 0, green = 0, blue = 0, count = 0]) => {
    if (count === 0) return []
    const [r, g, b] = [red / count, green / count, blue / count]
    const light = Math.log(luminanceOf(r, g, b) + DARK)
    return [{ light, red: Math.log((r + DARK) / (g + DARK)), blue: Math.log((b + DARK) / (g + DARK)) }]
  })
  const light = spreadOf(parts.map((part) => part.light)) / 2
  const red = spreadOf(parts.map((part) => part.red))
  const blue = spreadOf(parts.map((part) => part.blue))
  return smoothstep(0.5, 1, Math.hypot(light, red, blue))
}
