import type { Serving } from '@platelight/imaging/network-port.ts'
import type { Size } from './picture-size.ts'

/** What a duration depends on, apart from the work itself. */
export interface Machine {
  readonly serving: Serving
  /** Threads that a network may use. */
  readonly threads: number
  /** The most pixels that the upscaling network gets. */
  readonly maxDetailPixels: number
}

/**
 * Seconds of one core of 2.5 GHz: the CPU time of an operation with its defaults on a drawn photo of 8.6 megapixels, plus
 * one half (enhance 0.9, ai-enhance 6.8, colours 0.4, smart-edit 5.4, remove-background 6.6, relight 5.1, inpaint 4.1,
 * layers 6.1). A process corrects them by its own measurements.
 */
export interface Duration {
  /** Independent of the size. */
  readonly fixed: number
  readonly perMegapixel: number
  /** What the cut-out network adds if it is used. It does not depend on the size. */
  readonly cutout?: number
}

export const megapixelsOf = ({ width, height }: Size): number => (width * height) / 1e6

/** Seconds for one picture of that size. */
const secondsFor = ({ fixed, perMegapixel, cutout = 0 }: Duration, size: Size, machine: Machine): number =>
  fixed + perMegapixel * megapixelsOf(size) + (machine.serving.cutout === undefined ? 0 : cutout / machine.threads)

/** For work on its first picture. A mask costs little more than its decoding. */
export const secondsOfFirst =
  (duration: Duration) =>
  (_params: unknown, [first]: readonly Size[], machine: Machine): number =>
    first ? secondsFor(duration, first, machine) : 0

/** For work on each of its pictures. */
export const secondsOfEach =
  (duration: Duration) =>
  (_params: unknown, sizes: readonly Size[], machine: Machine): number =>
    sizes.reduce((sum, size) => sum + secondsFor(duration, size, machine), 0)
