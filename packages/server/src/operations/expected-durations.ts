import type { Serving } from '@platelight/imaging/network-port.ts'
import type { Size } from './picture-size.ts'

/** What a duration depends on beside the work itself. */
export interface Machine {
  readonly serving: Serving
  /** Threads that a network may use. */
  readonly threads: number
  /** Pixels that a network which enlarges is shown at most. */
  readonly maxDetailPixels: number
}

/**
 * Seconds of one core of 2.5 GHz: CPU time of an operation with its defaults on a drawn photo of 8.6 megapixels, half as much
 * again added (enhance 0.9, ai-enhance 6.8, colours 0.4, smart-edit 5.4, remove-background 6.6, relight 5.1, inpaint 4.1,
 * layers 6.1). A process corrects them by what it measures.
 */
export interface Duration {
  /** Whatever the size. */
  readonly fixed: number
  readonly perMegapixel: number
  /** What the cut-out network adds where it is used. It does not depend on the size. */
  readonly cutout?: number
}

export const megapixelsOf = ({ width, height }: Size): number => (width * height) / 1e6

/** Seconds of one picture of that size. */
const secondsFor = ({ fixed, perMegapixel, cutout = 0 }: Duration, size: Size, machine: Machine): number =>
  fixed + perMegapixel * megapixelsOf(size) + (machine.serving.cutout === undefined ? 0 : cutout / machine.threads)

/** Of work on its first picture. A mask beside it costs no more than to be decoded. */
export const secondsOfFirst =
  (duration: Duration) =>
  (_params: unknown, [first]: readonly Size[], machine: Machine): number =>
    first ? secondsFor(duration, first, machine) : 0

/** Of work on each of its pictures. */
export const secondsOfEach =
  (duration: Duration) =>
  (_params: unknown, sizes: readonly Size[], machine: Machine): number =>
    sizes.reduce((sum, size) => sum + secondsFor(duration, size, machine), 0)
