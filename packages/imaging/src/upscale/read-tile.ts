import { mirrorIndex } from '../raster/mirror-index.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { type Plane, plane } from '../raster/planes/plane.ts'

/** Red, green and blue of a part of a picture, in codes of 0–255. */
export type RgbPlanes = readonly [red: Plane, green: Plane, blue: Plane]

/** The same for each channel. */
export const mapPlanes = (
  [red, green, blue]: RgbPlanes,
  map: (channel: Plane, index: 0 | 1 | 2) => Plane,
): RgbPlanes => [map(red, 0), map(green, 1), map(blue, 2)]

/** A rectangle that may extend beyond the picture. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Distance over which colours continue into transparent pixels. */
const REACH = 8
const GREY = 128

/** Gives transparent pixels the colours beside them, so that a network sees no edge there. */
const fillTransparent = (colours: RgbPlanes, alpha: Plane): RgbPlanes => {
  const { width, height } = alpha
  const near = boxMean(alpha.data, width, height, REACH)
  for (const { data } of colours) {
    const around = boxMean(
      data.map((value, i) => value * alpha.data[i]),
      width,
      height,
      REACH,
    )
    for (let i = 0; i < data.length; i++) {
      const share = alpha.data[i]
      if (share === 1) continue
      const beside = near[i] > 1e-4 ? around[i] / near[i] : GREY
      data[i] = data[i] * share + beside * (1 - share)
    }
  }
  return colours
}

/** Reads a part of a picture as numbers. Beyond its borders the picture is mirrored. */
export const readTile = ({ data, width, height, channels }: Pixels, area: Area): RgbPlanes => {
  const make = () => plane(area.width, area.height)
  const colours: RgbPlanes = [make(), make(), make()]
  const alpha = channels === 4 ? make() : undefined
  const columns = Int32Array.from({ length: area.width }, (_, x) => mirrorIndex(area.left + x, width) * channels)
  for (let y = 0, to = 0; y < area.height; y++) {
    const row = mirrorIndex(area.top + y, height) * width * channels
    for (let x = 0; x < area.width; x++, to++) {
      const at = row + columns[x]
      for (let c = 0; c < 3; c++) colours[c].data[to] = data[at + c]
      if (alpha) alpha.data[to] = data[at + 3] / 255
    }
  }
  return alpha?.data.some((share) => share < 1) ? fillTransparent(colours, alpha) : colours
}

/** A part of one channel. */
export const cropPlane = (source: Plane, { left, top, width, height }: Area): Plane => {
  const part = plane(width, height)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * source.width + left
    part.data.set(source.data.subarray(from, from + width), y * width)
  }
  return part
}
