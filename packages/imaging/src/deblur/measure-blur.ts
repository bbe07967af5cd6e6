import type { Plane } from '../raster/planes/plane.ts'
import { type Blur, type SymmetricBlur, transferFunction, transferSpectrum } from './blur-kernels.ts'
import { angularFrequency, createFourier, type Spectrum } from './fft.ts'

/** How a photo is blurred, and the power of its scene and its noise. */
export interface BlurMeasurement<B extends Blur = Blur> {
  /** The blur that explains the picture best. */
  readonly blur: B
  /** All blurs that explain it about as well, the best included, and the probability of each. They add up to 1. */
  readonly likely: readonly { readonly blur: Blur; readonly share: number }[]
  /** The size of the best Gaussian blur. */
  readonly softness: number
  /** Power of the sharp scene at one radian per pixel. It falls towards finer detail as in most photos. */
  readonly scene: number
  /** Variance of the noise: its power at all frequencies. */
  readonly noise: number
  /** How badly the best blur explains the spectrum, and how badly another one would. */
  readonly cost: number
  costOf(blur: Blur): number
}

/** Exponent by which the power of sharp photos falls with frequency. */
export const SPECTRAL_FALL = 2.4

/** Power below which a scene shows too little to measure sharpness. */
const MIN_SCENE = 0.3
/** Variance of rounding to whole codes. */
const MIN_NOISE = 1 / 12
/** Sides of tiles, for large and for small pictures. */
const SIDES = [128, 64] as const

/** One frequency of the spectrum. */
interface Wave {
  /** Its place in the spectrum. */
  readonly index: number
  readonly across: number
  readonly down: number
  readonly radius: number
  /** Factor by which the scene's power has fallen here. */
  readonly fallen: number
  /** Logarithm of the measured power. */
  readonly power: number
}

/** Of the many high frequencies every second or fourth is enough. */
const isKept = (radius: number, x: number, y: number): boolean =>
  radius < 1 || (radius < 2 ? (x + y) % 2 === 0 : x % 2 === 0 && y % 2 === 0)

/**
 * The frequencies used: neither so low that the window smears them nor so high that pixels end, and not along the axes,
 * where JPEG blocks show.
 */
const wavesOf = ({ side, values }: PowerSpectrum): Wave[] => {
  const waves: Wave[] = []
  for (let y = 0; y < side; y++) {
    for (let x = 1; x < side / 2; x++) {
      const [across, down] = [angularFrequency(x, side), angularFrequency(y, side)]
      const radius = Math.hypot(across, down)
      if (radius <= 0.12 || radius >= 2.9 || across <= 0.06 || Math.abs(down) <= 0.06) continue
      if (!isKept(radius, x, y)) continue
      waves.push({
        index: y * side + x,
        across,
        down,
        radius,
        fallen: radius ** -SPECTRAL_FALL,
        power: Math.log(values[y * side + x]),
      })
    }
  }
  return waves
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1.001) }, (_, i) => from + i * step)

/** A shorter movement cannot be distinguished from none. */
const MIN_MOTION = 3

/** Additional softness of a movement or a defocus, for the first candidates. */
const BASE_SOFTNESS = [0.5, 1]

const CANDIDATES: readonly SymmetricBlur[] = [
  ...range(0.3, 4.5, 0.1).map((size) => ({ kind: 'soft', size }) as const),
  ...BASE_SOFTNESS.flatMap((base) => range(1.25, 8, 0.25).map((size) => ({ kind: 'defocus', size, base }) as const)),
  ...range(0, 11, 1).flatMap((turn) =>
    range(MIN_MOTION, 20, 0.75).map(
      (size) => ({ kind: 'motion', size, base: 0.5, angle: (turn * Math.PI) / 12 }) as const,
    ),
  ),
]

/** Candidates around one, at a finer step. */
const refinedCandidates = (blur: SymmetricBlur): readonly SymmetricBlur[] => {
  if (blur.kind === 'soft') return range(-0.05, 0.05, 0.1).map((more) => ({ ...blur, size: blur.size + more }))
  // With a higher base the blur would mainly be softness.
  const bases = range(0.4, 1.4, 0.2).filter((base) => base <= blur.size / 2)
  if (blur.kind === 'defocus') {
    return bases.flatMap((base) => range(-0.25, 0.25, 0.125).map((more) => ({ ...blur, base, size: blur.size + more })))
  }
  return bases.flatMap((base) =>
    range(-0.2, 0.2, 0.05).flatMap((turn) =>
      range(-0.75, 0.75, 0.25).map((more) => ({
        ...blur,
        base,
        size: Math.max(MIN_MOTION, blur.size + more),
        angle: blur.angle + turn,
      })),
    ),
  )
}

interface BlurFit {
  readonly blur: SymmetricBlur
  readonly scene: number
  /** Mean difference between the measured log powers and those that this blur predicts. */
  readonly cost: number
}

/** Frequency below which the scene's power is measured. */
const COARSE = 0.6

const fitBlur = (waves: readonly Wave[], noise: number, blur: SymmetricBlur): BlurFit => {
  const kept = Float64Array.from(waves, ({ across, down }) => transferFunction(blur, across, down) ** 2)
  return { blur, ...fitShares(waves, noise, kept) }
}

/** @param kept share of its power that the blur leaves of each wave */
const fitShares = (waves: readonly Wave[], noise: number, kept: Float64Array): Omit<BlurFit, 'blur'> => {
  const scenes: number[] = []
  for (let i = 0; i < kept.length; i++) {
    const { radius, fallen, power } = waves[i]
    if (radius < COARSE && kept[i] > 0.1) scenes.push(power - Math.log(fallen * kept[i]))
  }
  if (scenes.length < 10) return { scene: 0, cost: Number.POSITIVE_INFINITY }
  const scene = Math.exp(median(scenes))
  let [sum, weights] = [0, 0]
  for (let i = 0; i < kept.length; i++) {
    const { radius, fallen, power } = waves[i]
    sum += Math.abs(power - Math.log(scene * fallen * kept[i] + noise)) / radius
    weights += 1 / radius
  }
  return { scene, cost: sum / weights }
}

const KINDS = ['soft', 'defocus', 'motion'] as const

/** Most blurs that are kept as likely. */
const MAX_LIKELY = 24

/** Difference in cost at which a blur is e times less likely. */
const COST_SCALE = 0.03
/** Difference in cost by which a movement or defocus must be better than plain softness. */
const MIN_ADVANTAGE = 0.02

/**
 * Measures how a picture is blurred, from the picture alone. Sharp photos have about the same mixture of coarse and fine
 * detail, and every kind of blur removes its own part of it. The blur is the one that explains best what is left in the
 * sharpest fifth of the picture, so a background out of focus on purpose does not count.
 *
 * @param luma codes of 0–255
 * @returns undefined if the picture is too small or shows too little detail
 */
export const measureBlur = (luma: Plane): BlurMeasurement<SymmetricBlur> | undefined => {
  const shorter = Math.min(luma.width, luma.height)
  const side = SIDES.find((one) => shorter >= 1.5 * one) ?? SIDES.find((one) => shorter >= one)
  if (!side) return undefined
  const waves = wavesOf(measurePowerSpectrum(luma, side))
  const finest = waves.filter(({ radius }) => radius > 2.7).map(({ power }) => Math.exp(power))
  const noise = Math.max(MIN_NOISE, median(finest))
  const fits = CANDIDATES.map((blur) => fitBlur(waves, noise, blur))
  for (const kind of KINDS) {
    const [first] = fits.filter(({ blur }) => blur.kind === kind).sort((a, b) => a.cost - b.cost)
    if (first) fits.push(...refinedCandidates(first.blur).map((blur) => fitBlur(waves, noise, blur)))
  }
  fits.sort((a, b) => a.cost - b.cost)
  const best = fits[0]
  const soft = fits.find(({ blur }) => blur.kind === 'soft')
  // A blur that is hardly better than softness counts as softness.
  const found = best && soft && soft.cost - best.cost < MIN_ADVANTAGE ? soft : best
  if (!best || !found || found.scene < MIN_SCENE || !Number.isFinite(found.cost)) return undefined
  const likely = fits
    .map(({ blur, cost }) => ({ blur, share: Math.exp((best.cost - cost) / COST_SCALE) }))
    .filter(({ share }) => share > 0.02)
    .slice(0, MAX_LIKELY)
  const all = likely.reduce((sum, { share }) => sum + share, 0)
  return {
    blur: found.blur,
    softness: soft?.blur.size ?? 0,
    scene: found.scene,
    noise,
    likely: likely.map(({ blur, share }) => ({ blur, share: share / all })),
    cost: best.cost,
    costOf: (blur) => {
      const { re, im } = transferSpectrum(blur, side)
      return fitShares(
        waves,
        noise,
        Float64Array.from(waves, ({ index }) => re[index] ** 2 + im[index] ** 2),
      ).cost
    },
  }
}

/** Most tiles along a side of the picture. */
const GRID = 12
/** Share of the tiles that counts: those with most fine detail, which were meant to be sharp. */
const SHARPEST_SHARE = 0.2
const MIN_TILES = 4

/** The power spectrum of the sharpest parts of a picture. White noise of deviation 1 has power 1 everywhere. */
interface PowerSpectrum {
  readonly side: number
  readonly values: Float64Array
}

const tileOffsets = (length: number, side: number): number[] => {
  const count = Math.max(1, Math.min(GRID, Math.floor((2 * length) / side) - 1))
  return Array.from({ length: count }, (_, i) => Math.floor(((length - side) * i) / Math.max(1, count - 1)))
}

/** Power in the frequencies that blur removes first. */
const fineDetailPower = (values: Float64Array, side: number): number => {
  let sum = 0
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const radius = Math.hypot(angularFrequency(x, side), angularFrequency(y, side))
      if (radius > 0.8 && radius < 2) sum += values[i]
    }
  }
  return sum
}

/**
 * Measures the power spectrum of a channel on tiles spread over it.
 *
 * @param side of a tile, a power of two; no side of the channel may be shorter
 */
const measurePowerSpectrum = ({ data, width, height }: Plane, side: number): PowerSpectrum => {
  const fourier = createFourier(side)
  const hann = Float64Array.from({ length: side }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / side))
  const energy = hann.reduce((sum, value) => sum + value * value, 0)
  const square: Spectrum = { re: new Float64Array(side * side), im: new Float64Array(side * side) }
  const tiles = tileOffsets(height, side).flatMap((top) =>
    tileOffsets(width, side).map((left) => {
      let sum = 0
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) sum += data[(top + y) * width + left + x]
      }
      const mean = sum / (side * side)
      square.im.fill(0)
      for (let y = 0, i = 0; y < side; y++) {
        for (let x = 0; x < side; x++, i++) {
          const value = data[(top + y) * width + left + x] - mean
          square.re[i] = (value * hann[x] * hann[y]) / energy
        }
      }
      fourier.forward(square)
      const values = square.re.map((re, i) => re * re + square.im[i] ** 2)
      return { values, fineness: fineDetailPower(values, side) }
    }),
  )
  tiles.sort((a, b) => b.fineness - a.fineness)
  const kept = tiles.slice(0, Math.max(MIN_TILES, Math.ceil(tiles.length * SHARPEST_SHARE)))
  const logs = new Float64Array(side * side)
  for (const { values } of kept) {
    for (let i = 0; i < logs.length; i++) logs[i] += Math.log(values[i] + 1e-6)
  }
  return { side, values: logs.map((sum) => Math.exp(sum / kept.length)) }
}
