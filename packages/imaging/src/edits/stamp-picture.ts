import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Box, Size } from '../raster/geometry.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Where a stamp lies on a picture. */
export type StampPlace =
  | 'top-left'
  | 'top'
  | 'top-right'
  | 'left'
  | 'centre'
  | 'right'
  | 'bottom-left'
  | 'bottom'
  | 'bottom-right'

/** Room between a stamp and the border of the picture, as a share of the short side. */
const MARGIN = 0.05

/** The margin in pixels. */
export const stampMargin = ({ width, height }: Size): number => Math.round(MARGIN * Math.min(width, height))

/** The box of a stamp of a size at a place. */
export function stampBox(picture: Size, { width, height }: Size, place: StampPlace): Box {
  const margin = stampMargin(picture)
  const [across, down] = [picture.width - width, picture.height - height]
  const left = place.endsWith('left') ? margin : place.endsWith('right') ? across - margin : across / 2
  const top = place.startsWith('top') ? margin : place.startsWith('bottom') ? down - margin : down / 2
  return { left: Math.round(left), top: Math.round(top), width, height }
}

/** Lays a picture with transparency over another one, in place. What lies outside is dropped. */
export function stampPicture(
  picture: Pixels,
  stamp: Pixels,
  at: { readonly left: number; readonly top: number },
): void {
  const to = picture.data
  const from = stamp.data
  const bottom = Math.min(stamp.height, picture.height - at.top)
  const right = Math.min(stamp.width, picture.width - at.left)
  for (let y = Math.max(0, -at.top); y < bottom; y++) {
    for (let x = Math.max(0, -at.left); x < right; x++) {
      const i = stamp.channels * (y * stamp.width + x)
      const over = stamp.channels === 3 ? 1 : from[i + 3] / 255
      if (over === 0) continue
      const o = picture.channels * ((y + at.top) * picture.width + x + at.left)
      const under = picture.channels === 3 ? 1 : to[o + 3] / 255
      const alpha = over + under * (1 - over)
      for (let c = 0; c < 3; c++) {
        to[o + c] = Math.round((from[i + c] * over + to[o + c] * under * (1 - over)) / alpha)
      }
      if (picture.channels === 4) to[o + 3] = Math.round(255 * alpha)
    }
  }
}

/** The mean brightness of a part of a picture, 0–1. What is transparent counts as white. */
export function meanBrightness({ data, width, height, channels }: Pixels, box: Box): number {
  const left = clamp(box.left, 0, width - 1)
  const top = clamp(box.top, 0, height - 1)
  const right = clamp(box.left + box.width, left + 1, width)
  const bottom = clamp(box.top + box.height, top + 1, height)
  let sum = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const i = channels * (y * width + x)
      const luma = lumaOf(data[i], data[i + 1], data[i + 2])
      sum += channels === 3 ? luma : 255 + ((luma - 255) * data[i + 3]) / 255
    }
  }
  return sum / (255 * (right - left) * (bottom - top))
}
