import type { Plane } from '../raster/planes/plane.ts'

/** The position and size of the dish in the picture, in pixels. */
export interface DishPosition {
  readonly x: number
  readonly y: number
  /** Half its width along the direction of the light. */
  readonly reach: number
  /** Share of the picture that is dish. */
  readonly share: number
}

/** A subject with a smaller share of the picture is a crumb. The light then covers the whole frame. */
const MIN_SHARE = 0.004

/** The centroid of a mask and its half-width along a direction; undefined if the mask is almost empty. */
export const measureDishPosition = (
  { data, width, height }: Plane,
  along: { x: number; y: number },
): DishPosition | undefined => {
  let [total, x, y] = [0, 0, 0]
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const weight = data[i]
      total += weight
      x += weight * (column + 0.5)
      y += weight * (row + 0.5)
    }
  }
  const share = total / data.length
  if (share < MIN_SHARE) return undefined
  x /= total
  y /= total
  let spread = 0
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      spread += data[i] * ((column + 0.5 - x) * along.x + (row + 0.5 - y) * along.y) ** 2
    }
  }
  // A disc of radius r has a deviation of r / 2 along any line through its middle.
  return { x, y, reach: Math.max(1, 2 * Math.sqrt(spread / total)), share }
}

/** The position of the whole frame, for a picture without a known dish. */
export const framePosition = (width: number, height: number, along: { x: number; y: number }): DishPosition => ({
  x: width / 2,
  y: height / 2,
  reach: Math.max(1, (Math.abs(along.x) * width + Math.abs(along.y) * height) / 2),
  share: 1,
})
