import type { Size } from '../raster/geometry.ts'

export type ImageShot = 'square' | 'portrait' | 'landscape' | 'original'

/** Width to height, in whole numbers. */
export const RATIOS: Readonly<Record<Exclude<ImageShot, 'original'>, readonly [number, number]>> = {
  square: [1, 1],
  portrait: [4, 5],
  landscape: [16, 9],
}

/** Long side of a result with the upscale flag. */
const UPSCALED_SIDE = 3840

/** The size of an upscaled crop: its long side is exactly 3840 pixels, or as long as it was if it was longer. */
export const upscaledSize = ({ width, height }: Size, shot: ImageShot): Size =>
  Math.max(width, height) >= UPSCALED_SIDE ? { width, height } : sizedTo(UPSCALED_SIDE, { width, height }, shot)

/** The size of a crop whose long side is brought to exactly `side` pixels, larger or smaller than it was. */
const sizedTo = (side: number, { width, height }: Size, shot: ImageShot): Size => {
  const exact = shot === 'original' ? width / height : RATIOS[shot][0] / RATIOS[shot][1]
  return exact >= 1
    ? { width: side, height: Math.max(1, Math.round(side / exact)) }
    : { width: Math.max(1, Math.round(side * exact)), height: side }
}

/** How many times a picture is enlarged to the upscaled size, or to another long side; 1 if it is long enough. */
export const enlargementOf = ({ width, height }: Size, side = UPSCALED_SIDE): number =>
  Math.max(1, side / Math.max(width, height))

/** The size that a crop is written in: its own, the upscaled one, or one with a given long side. */
export const shotSize = (
  { upscale, longSide }: { readonly upscale: boolean; readonly longSide?: number },
  { width, height }: Size,
  shot: ImageShot,
): Size => {
  if (longSide !== undefined) return sizedTo(longSide, { width, height }, shot)
  return upscale ? upscaledSize({ width, height }, shot) : { width, height }
}
