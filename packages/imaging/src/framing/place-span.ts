import { clamp } from '../raster/clamp-and-smoothstep.ts'

/**
 * Where a frame begins along one side of a photo: its middle is as near to `middle` as it can be without leaving the photo.
 *
 * @param middle what the frame is laid around, such as the middle of the dish
 * @param size of the frame along this side
 * @param whole length of this side of the photo
 */
export const startInside = (middle: number, size: number, whole: number): number =>
  clamp(middle - size / 2, 0, Math.max(0, whole - size))

/**
 * Where a frame begins that is longer than the photo along one side: it shows all of the photo there and goes on at the
 * open ends, its middle as near to `middle` as that allows.
 *
 * @param before whether the background can be continued before the photo, and `after` behind it
 * @returns undefined if neither end is open
 */
export const startBeyond = (
  middle: number,
  size: number,
  whole: number,
  before: boolean,
  after: boolean,
): number | undefined => {
  if (!before && !after) return undefined
  if (!before) return 0
  return after ? clamp(middle - size / 2, whole - size, 0) : whole - size
}
