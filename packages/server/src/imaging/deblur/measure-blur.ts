import type { Plane } from '../plane.ts'
import { type Blur, passes } from './blur.ts'
import { frequency } from './fft.ts'
import { measurePower, type Power } from './tile-spectra.ts'

/** How a photo is blurred, and what its scene and its noise are made of. */
export interface Measurement {
  readonly blur: Blur
  /** Power of the sharp scene at one radian a pixel; towards finer detail it falls as in most photos. */
  readonly scene: number
  /** Power of the noise, the same at all frequencies: its variance. */
  readonly noise: number
}

/** How fast the power of sharp photos falls with frequency. */
export const FALL = 2.4

/** A scene of less power shows nothing by which sharpness could be told. */
const LEAST_SCENE = 0.3
/** Noise of rounding to whole codes. */
const LEAST_NOISE = 1 / 12
/** Tiles for large pictures and for small ones. */
const SIDES = [128, 64] as const

/** One frequency that is looked at. */
interface Wave {
  readonly across: number
  readonly down: number
  readonly radius: number
  /** Logarithm of what was measured. */
  readonly power: number
}

/** Frequencies between what the window smears and what the pixels end; straight across and down is where blocks show. */
const wavesOf = ({ side, values }: Power): Wave[] => {
  const waves: Wave[] = []
  for (let y = 0; y < side; y++) {
    for (let x = 1; x < side / 2; x++) {
      const [across, down] = [frequency(x, side), frequency(y, side)]
      const radius = Math.hypot(across, down)
      if (radius <= 0.12 || radius >= 2.9 || across <= 0.06 || Math.abs(down) <= 0.06) continue
      waves.push({ across, down, radius, power: Math.log(values[y * side + x] as number) })
    }
  }
  return waves
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1.001) }, (_, i) => from + i * step)

/** What moved less looks like what did not. */
const LEAST_MOTION = 3

const GUESSES: readonly Blur[] = [
  ...range(0.3, 4.5, 0.1).map((size) => ({ kind: 'soft', size }) as const),
  ...range(1.25, 8, 0.25).map((size) => ({ kind: 'defocus', size }) as const),
  ...range(0, 11, 1).flatMap((turn) =>
    range(LEAST_MOTION, 20, 0.75).map((size) => ({ kind: 'motion', size, angle: (turn * Math.PI) / 12 }) as const),
  ),
]

/** Guesses around a motion, closer together. */
const around = (blur: Blur): readonly Blur[] =>
  blur.kind !== 'motion'
    ? []
    : range(-0.25, 0.25, 0.05).flatMap((turn) =>
        range(-1, 1, 0.25).map((more) => ({
          ...blur,
          size: Math.max(LEAST_MOTION, blur.size + more),
          angle: blur.angle + turn,
        })),
      )

interface Judged {
  readonly blur: Blur
  readonly scene: number
  /** How far the measured powers are from those that this blur would leave. */
  readonly cost: number
}

/** Below this the scene's power is read off. */
const COARSE = 0.6

const judge = (waves: readonly Wave[], noise: number, blur: Blur): Judged => {
  const kept = waves.map(({ across, down }) => passes(blur, across, down) ** 2)
  const scenes: number[] = []
  waves.forEach(({ radius, power }, i) => {
    const share = kept[i] as number
    if (radius < COARSE && share > 0.1) scenes.push(power + FALL * Math.log(radius) - Math.log(share))
  })
  if (scenes.length < 10) return { blur, scene: 0, cost: Number.POSITIVE_INFINITY }
  const scene = Math.exp(middle(scenes))
  let [sum, weights] = [0, 0]
  waves.forEach(({ radius, power }, i) => {
    const foretold = Math.log(scene * radius ** -FALL * (kept[i] as number) + noise)
    sum += Math.abs(power - foretold) / radius
    weights += 1 / radius
  })
  return { blur, scene, cost: sum / weights }
}

const best = (waves: readonly Wave[], noise: number, blurs: readonly Blur[], sofar?: Judged): Judged | undefined =>
  blurs
    .map((blur) => judge(waves, noise, blur))
    .reduce<Judged | undefined>((least, one) => (least && least.cost <= one.cost ? least : one), sofar)

/**
 * Finds out how a picture is blurred from nothing but itself: photos of sharp things hold about the same mixture of
 * coarse and fine detail, every kind of blur takes its own share of it, and the blur is the one that explains best what
 * is left in the sharpest fifth of the picture. A background out of focus on purpose does not count.
 *
 * @param luma codes of 0–255
 * @returns undefined where the picture is too small or shows too little to tell
 */
export const measureBlur = (luma: Plane): Measurement | undefined => {
  const shorter = Math.min(luma.width, luma.height)
  const side = SIDES.find((one) => shorter >= 1.5 * one) ?? SIDES.find((one) => shorter >= one)
  if (!side) return undefined
  const waves = wavesOf(measurePower(luma, side))
  const finest = waves.filter(({ radius }) => radius > 2.7).map(({ power }) => Math.exp(power))
  const noise = Math.max(LEAST_NOISE, middle(finest))
  const coarse = best(waves, noise, GUESSES)
  const found = coarse && best(waves, noise, around(coarse.blur), coarse)
  if (!found || found.scene < LEAST_SCENE || !Number.isFinite(found.cost)) return undefined
  return { blur: found.blur, scene: found.scene, noise }
}
