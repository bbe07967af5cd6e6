import type { Box } from './pixels.ts'

export type ImageShot = 'square' | 'portrait' | 'landscape' | 'original'

/** Width to height, in whole numbers. */
export const RATIOS: Readonly<Record<Exclude<ImageShot, 'original'>, readonly [number, number]>> = {
  square: [1, 1],
  portrait: [4, 5],
  landscape: [16, 9],
}

/** The long side that the upscale flag brings a result to. */
const UPSCALED_SIDE = 3840

/** The size a crop is brought to: the long side to 3840 exactly, never smaller than it was. */
export const upscaledSize = ({ width, height }: Box, shot: ImageShot): { width: number; height: number } => {
  const long = Math.max(width, height)
  if (long >= UPSCALED_SIDE) return { width, height }
  const exact = shot === 'original' ? width / height : RATIOS[shot][0] / RATIOS[shot][1]
  return exact >= 1
    ? { width: UPSCALED_SIDE, height: Math.max(1, Math.round(UPSCALED_SIDE / exact)) }
    : { width: Math.max(1, Math.round(UPSCALED_SIDE * exact)), height: UPSCALED_SIDE }
}

/** How many times a picture is enlarged on the way to the upscaled size; 1 where it is long enough. */
export const enlargementOf = ({ width, height }: { width: number; height: number }): number =>
  Math.max(1, UPSCALED_SIDE / Math.max(width, height))
