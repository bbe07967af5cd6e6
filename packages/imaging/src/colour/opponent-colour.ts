import { lumaOf } from '../raster/luma.ts'

/** A colour as lightness and two opponent channels: red against green, and blue against both. White is `[1, 0, 0]`. */
export type OpponentColour = readonly [light: number, redness: number, blueness: number]

/**
 * @param white the value of a white channel: 255 for codes, 1 for shares
 */
export const opponentColour = (r: number, g: number, b: number, white: number): OpponentColour => [
  lumaOf(r, g, b) / white,
  (r - g) / white,
  (b - (r + g) / 2) / white,
]

/** Distance of two colours. Lightness counts less than hue, because a table has light and shade. */
const colourDistance = (a: OpponentColour, b: OpponentColour): number =>
  Math.hypot((a[0] - b[0]) * 0.7, (a[1] - b[1]) * 1.6, (a[2] - b[2]) * 1.6)

/** Distance to the nearest of several colours; infinite where there are none. */
export const distanceToNearest = (colour: OpponentColour, centres: readonly OpponentColour[]): number =>
  centres.reduce((least, centre) => Math.min(least, colourDistance(colour, centre)), Number.POSITIVE_INFINITY)

/** Index of the nearest of several colours; the first of equals. */
export const indexOfNearest = (colour: OpponentColour, centres: readonly OpponentColour[]): number => {
  let at = 0
  for (let i = 1; i < centres.length; i++) {
    if (colourDistance(colour, centres[i]) < colourDistance(colour, centres[at])) at = i
  }
  return at
}
