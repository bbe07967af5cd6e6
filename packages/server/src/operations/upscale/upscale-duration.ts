import { planSuperResolution } from '@platelight/imaging/upscale/super-resolution-plan.ts'
import { type Machine, megapixelsOf } from '../expected-durations.ts'
import type { Size } from '../picture-size.ts'

/**
 * Seconds of one core that a network takes per megapixel of its input: 135 for 2.2 megapixels, including overlapping tiles.
 */
const DETAIL: Readonly<Record<string, number>> = { 'realesrgan-general-x4': 62, 'esrgan-medium-x4': 62 }
/** Seconds per megapixel of the result, in addition to the network and without one. */
const ENLARGED = { beside: 0.2, alone: 0.3 }

/** Seconds for one picture. The network takes most of them, and its time depends on its input. */
export function upscaleSeconds(scale: 2 | 4, size: Size, machine: Machine): number {
  const { serving, threads, maxDetailPixels } = machine
  const made = megapixelsOf(size) * scale * scale
  const plan = planSuperResolution(size, scale, maxDetailPixels)
  if (!plan || serving.upscale === undefined) return 0.5 + made * ENLARGED.alone
  const shown = megapixelsOf(size) / (plan.reduce * plan.reduce)
  const network = DETAIL[serving.upscale] ?? Math.max(...Object.values(DETAIL))
  return 1 + (shown * network) / threads + made * ENLARGED.beside
}
