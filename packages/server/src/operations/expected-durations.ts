import type { Serving } from '@platelight/imaging/network-port.ts'
import { planSuperResolution } from '@platelight/imaging/upscale/super-resolution-plan.ts'
import type { Order, Size } from './define-operation.ts'
import type { ProcessImageParams } from './process-image/process-image-operation.ts'
import type { UpscaleParams } from './upscale/upscale-operation.ts'

/** What a duration depends on beside the work itself. */
export interface Machine {
  readonly serving: Serving
  /** Threads that a network may use. */
  readonly threads: number
  /** Pixels that a network which enlarges is shown at most. */
  readonly maxDetailPixels: number
}

interface Duration {
  /** Seconds whatever the size. */
  readonly fixed: number
  readonly perMegapixel: number
  /** Seconds of one core that the cut-out network adds where it is asked. */
  readonly cutout?: number
}

/**
 * Seconds of one core of 2.5 GHz: CPU time of each operation with its defaults on a drawn photo of 8.6 megapixels, a half added
 * (enhance 0.9, ai-enhance 6.8, colours 0.4, smart-edit 5.4, remove-background 6.6, relight 5.1, inpaint 4.1, layers 6.1). What
 * a network takes of it does not depend on the size. A process corrects them by what it measures.
 */
const DURATIONS: Readonly<Record<string, Duration>> = {
  enhance: { fixed: 0.4, perMegapixel: 0.15, cutout: 1.5 },
  'ai-enhance': { fixed: 0.5, perMegapixel: 0.15, cutout: 8 },
  'enhance-colors': { fixed: 0.2, perMegapixel: 0.05 },
  'smart-edit': { fixed: 0.5, perMegapixel: 0.2, cutout: 7 },
  match: { fixed: 0.5, perMegapixel: 0.2, cutout: 8 },
  'remove-background': { fixed: 0.5, perMegapixel: 0.25, cutout: 8 },
  'platform-optimize': { fixed: 0.5, perMegapixel: 0.15, cutout: 1.5 },
  'export-platform': { fixed: 0.5, perMegapixel: 0.15, cutout: 1.5 },
  relight: { fixed: 0.5, perMegapixel: 0.2, cutout: 7 },
  'fix-blur': { fixed: 0.5, perMegapixel: 2 },
  inpaint: { fixed: 2, perMegapixel: 0.5 },
  'hero-shot': { fixed: 1, perMegapixel: 0.3, cutout: 8 },
  'smart-layers': { fixed: 1, perMegapixel: 0.2, cutout: 8 },
}

/** What is not in the table: what a new operation is until somebody has measured it. */
const UNMEASURED: Duration = { fixed: 2, perMegapixel: 1 }

/** Seconds of one core that a network takes for a megapixel it is shown: 135 for 2.2, with what its tiles overlap. */
const DETAIL: Readonly<Record<string, number>> = { 'realesrgan-general-x4': 62, 'esrgan-medium-x4': 62 }
/** Seconds for a megapixel of the result, beside the network and without one. */
const ENLARGED = { beside: 0.2, alone: 0.3 }

const megapixelsOf = ({ width, height }: Size) => (width * height) / 1e6

const upscaleSeconds = ({ scale }: Pick<UpscaleParams, 'scale'>, size: Size, machine: Machine): number => {
  const { serving, threads, maxDetailPixels } = machine
  const made = megapixelsOf(size) * scale * scale
  const plan = planSuperResolution(size, scale, maxDetailPixels)
  if (!plan || serving.upscale === undefined) return 0.5 + made * ENLARGED.alone
  const shown = megapixelsOf(size) / (plan.reduce * plan.reduce)
  const network = DETAIL[serving.upscale] ?? Math.max(...Object.values(DETAIL))
  return 1 + (shown * network) / threads + made * ENLARGED.beside
}

const tableSeconds = (name: string, size: Size, { serving, threads }: Machine): number => {
  const { fixed, perMegapixel, cutout = 0 } = DURATIONS[name] ?? UNMEASURED
  return fixed + perMegapixel * megapixelsOf(size) + (serving.cutout === undefined ? 0 : cutout / threads)
}

const STEP_NAMES = {
  remove_background: 'remove-background',
  enhance_colors: 'enhance-colors',
  relight: 'relight',
} as const

const stepsSeconds = ({ steps, scale }: ProcessImageParams, size: Size, machine: Machine): number => {
  let [seconds, current] = [0, size]
  for (const step of steps) {
    if (step !== 'upscale') seconds += tableSeconds(STEP_NAMES[step], current, machine)
    else {
      seconds += upscaleSeconds({ scale }, current, machine)
      current = { width: current.width * scale, height: current.height * scale }
    }
  }
  return seconds
}

/**
 * How long an order would take on an idle machine as fast as the one that the table was made on.
 *
 * @param sizes of its pictures
 * @returns seconds
 */
export function expectedSeconds({ operation, params }: Order, sizes: readonly Size[], machine: Machine): number {
  const each = (size: Size): number => {
    if (operation.name === 'upscale') return upscaleSeconds(params as UpscaleParams, size, machine)
    if (operation.name === 'process-image') return stepsSeconds(params as ProcessImageParams, size, machine)
    return tableSeconds(operation.name, size, machine)
  }
  // A mask or a reference costs no more than to be decoded, but a menu is worked on picture by picture.
  if (operation.name !== 'match') return sizes[0] ? each(sizes[0]) : 0
  return sizes.reduce((sum, size) => sum + each(size), 0)
}
