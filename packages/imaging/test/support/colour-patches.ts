import { converter } from 'culori'
import type { Pixels } from '../../src/raster/pixels.ts'
import { drawPicture } from './drawn-pictures.ts'

type Colour = readonly [red: number, green: number, blue: number]

/** Colours of food and tables, all of them within sRGB: tomato, basil, cheese, blueberry, grey, plate, chocolate, lemon. */
const PATCHES: readonly Colour[] = [
  [220, 40, 20],
  [50, 150, 40],
  [215, 170, 90],
  [70, 80, 140],
  [128, 128, 128],
  [235, 228, 220],
  [70, 42, 28],
  [245, 215, 20],
]

/** Size of a patch in pixels; they stand side by side. */
const SIDE = 16

/** The patches as they should look. */
export const patches: Pixels = drawPicture(PATCHES.length * SIDE, 4 * SIDE, (x) => PATCHES[Math.floor(x / SIDE)])

/** The same colours in the numbers of a wider space, computed by a library that does not use profiles. */
export const patchesIn = (space: 'p3' | 'a98' | 'prophoto' | 'rec2020'): Pixels => {
  const convert = converter(space)
  const numbers = PATCHES.map(([r, g, b]) => {
    const wide = convert({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })
    return [wide.r * 255, wide.g * 255, wide.b * 255] as const
  })
  return drawPicture(patches.width, patches.height, (x) => numbers[Math.floor(x / SIDE)])
}

/** One flat colour per patch, away from the edges between patches, which compression blurs. */
export const inner = ({ data, width, height, channels }: Pixels): Pixels => {
  const middle = Math.floor(height / 2)
  return drawPicture(PATCHES.length, 7, (x, y) => {
    const from = ((middle - 3 + y) * width + x * SIDE + SIDE / 2) * channels
    return [data[from], data[from + 1], data[from + 2]]
  })
}

/** A picture that looks different in all eight orientations. */
export const lopsided: Pixels = drawPicture(96, 64, (x, y) => {
  if (y < 20 && x < 70) return [220, 40, 30]
  if (x < 24) return [40, 150, 60]
  return (x >> 3) % 2 === (y >> 3) % 2 ? [240, 235, 225] : [60, 70, 150]
})

/**
 * The pixels as a rotated camera stores them: the orientation turns them into `upright`.
 *
 * @param orientation of EXIF, 1–8
 */
export const storedAs = (upright: Pixels, orientation: number): Pixels => {
  const { width, height, data } = upright
  const [w, h] = orientation > 4 ? [height, width] : [width, height]
  return drawPicture(w, h, (x, y) => {
    const [ux, uy] = [
      [x, y],
      [width - 1 - x, y],
      [width - 1 - x, height - 1 - y],
      [x, height - 1 - y],
      [y, x],
      [width - 1 - y, x],
      [width - 1 - y, height - 1 - x],
      [y, height - 1 - x],
    ][orientation - 1] as [number, number]
    const from = (uy * width + ux) * 3
    return [data[from], data[from + 1], data[from + 2]]
  })
}
