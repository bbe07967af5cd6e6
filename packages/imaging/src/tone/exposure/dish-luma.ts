import { cielabOf } from '../../colour/cielab.ts'
import type { Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Plane } from '../../raster/planes/plane.ts'

/** 1 in an ellipse that fills most of the frame, where the dish is. Its median errs by 7 in lightness. */
const isInMiddle = (u: number, v: number): number => (Math.hypot(u - 0.5, v - 0.5) < 0.4 ? 1 : 0)

/** The share of the dish at a pixel of a picture; without a mask, whether it is in the middle. */
const weightAt = (i: number, { width, height }: Size, dish: Plane | undefined): number => {
  const [u, v] = [((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height]
  return dish ? dish.data[Math.floor(v * dish.height) * dish.width + Math.floor(u * dish.width)] : isInMiddle(u, v)
}

/** The luma below which a share of a mask lies, encoded 0–1; undefined where the mask is empty. */
export const quantileWithin = (picture: Pixels, dish: Plane | undefined, share: number): number | undefined => {
  const { data, width, height } = picture
  const bins = new Float64Array(256)
  let all = 0
  for (let i = 0; i < width * height; i++) {
    const weight = weightAt(i, picture, dish)
    bins[Math.round(lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))] += weight
    all += weight
  }
  let sum = 0
  for (let bin = 0; bin < 256; bin++) {
    sum += bins[bin]
    if (sum > 0 && sum >= share * all) return bin / 255
  }
  return undefined
}

/** The mean chroma of what has a luma (0–1) or more. */
export const chromaFrom = (luma: number, picture: Pixels, dish: Plane | undefined): number => {
  const { data, width, height } = picture
  let [sum, all] = [0, 0]
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
    if (lumaOf(r, g, b) < 255 * luma - 0.5) continue
    const weight = weightAt(i, picture, dish)
    if (weight === 0) continue
    const seen = cielabOf(r, g, b)
    sum += weight * Math.hypot(seen.a, seen.b)
    all += weight
  }
  return sum / Math.max(1e-9, all)
}
