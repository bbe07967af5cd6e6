import type { Box, Dish } from './pixels.ts'

export type ImageShot = 'square' | 'portrait' | 'landscape' | 'original'

const RATIOS: Readonly<Record<Exclude<ImageShot, 'original'>, readonly [number, number]>> = {
  square: [1, 1],
  portrait: [4, 5],
  landscape: [16, 9],
}

export interface Framing {
  readonly crop: Box
  /** False when part of the dish is outside the frame. */
  readonly dishInside: boolean
}

/** Where a window of `size` goes inside `whole`: centred on the dish if it fits, else on where most of the dish is. */
const place = (whole: number, size: number, from: number, to: number, heart: number): number => {
  const centre = to - from <= size ? (from + to) / 2 : heart
  return Math.max(0, Math.min(whole - size, Math.round(centre - size / 2)))
}

/**
 * The largest part of the picture that has the shot's shape, exactly, placed around the dish.
 *
 * @param dish where the dish is, in the same pixels
 * @example frame(4000, 3000, { ...box, heart: { x: 2200, y: 1500 } }, 'square').crop
 */
export const frame = (width: number, height: number, dish: Dish, shot: ImageShot): Framing => {
  if (shot === 'original') return { crop: { left: 0, top: 0, width, height }, dishInside: true }
  const [across, down] = RATIOS[shot]
  const units = Math.floor(Math.min(width / across, height / down))
  const size =
    units >= 1
      ? { width: units * across, height: units * down }
      : {
          width: Math.max(1, Math.min(width, Math.round((height * across) / down))),
          height: Math.max(1, Math.min(height, Math.round((width * down) / across))),
        }
  const left = place(width, size.width, dish.left, dish.left + dish.width, dish.heart.x)
  const top = place(height, size.height, dish.top, dish.top + dish.height, dish.heart.y)
  const dishInside =
    left <= dish.left &&
    top <= dish.top &&
    left + size.width >= dish.left + dish.width &&
    top + size.height >= dish.top + dish.height
  return { crop: { left, top, ...size }, dishInside }
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
