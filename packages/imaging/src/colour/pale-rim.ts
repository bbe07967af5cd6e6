import type { Plane } from '../raster/planes/plane.ts'
import type { PaleSurface, PaleSurfaces } from './pale-surfaces.ts'

/** How near to the outline of the dish a rim lies, as a share of the longer side of the picture. */
const WIDTH = 0.07
/** The least share of the picture, and of the directions around the dish. */
const LEAST = { share: 0.03, around: 0.7 }
/** Lightness as a share of the lightest, and the most chroma at good light. Pale food is yellowish, a rim is not. */
const PALE = { lightness: 0.75, chroma: 11, yellow: 3, lit: 80 }
const DIRECTIONS = 16
/** Which of its cells says how light a rim is, from dark to light: half of it turns away from the light. */
const LIT = 0.45

const DIAGONAL = Math.SQRT1_2
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [DIAGONAL, DIAGONAL],
  [DIAGONAL, -DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
] as const

/**
 * The pale rim of a plate or bowl that is too thin or too decorated to be a smooth surface: pale cells just inside the
 * outline of the dish, all around it.
 */
export const findPaleRim = ({ grid, top }: PaleSurfaces, dish: Plane): PaleSurface | undefined => {
  const { width, height, lightness, a, b } = grid
  const isDish = (x: number, y: number): boolean => {
    const column = Math.min(dish.width - 1, Math.max(0, Math.floor(((x + 0.5) * dish.width) / width)))
    const row = Math.min(dish.height - 1, Math.max(0, Math.floor(((y + 0.5) * dish.height) / height)))
    return dish.data[row * dish.width + column] > 0.5
  }
  const [inside, pale]: number[][] = [[], []]
  const reach = WIDTH * Math.max(width, height)
  let [middleX, middleY] = [0, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDish(x, y)) continue
      const i = y * width + x
      inside.push(i)
      middleX += x
      middleY += y
      const chroma = (Math.hypot(a[i], b[i]) * (PALE.lit + 16)) / (lightness[i] + 16)
      if (lightness[i] < PALE.lightness * top || chroma > PALE.chroma || b[i] > PALE.yellow) continue
      if (STEPS.some(([dx, dy]) => !isDish(Math.round(x + reach * dx), Math.round(y + reach * dy)))) pale.push(i)
    }
  }
  if (pale.length < LEAST.share * lightness.length) return undefined
  const directions = new Set(
    pale.map((i) => {
      const turn = Math.atan2(Math.floor(i / width) - middleY / inside.length, (i % width) - middleX / inside.length)
      return Math.floor((turn / (2 * Math.PI) + 1) * DIRECTIONS) % DIRECTIONS
    }),
  )
  if (directions.size < LEAST.around * DIRECTIONS) return undefined
  const at = (values: Float32Array, share: number) =>
    Float32Array.from(pale, (i) => values[i]).sort()[Math.floor(share * (pale.length - 1))] ?? 0
  return {
    cells: pale,
    lightness: at(lightness, LIT),
    a: at(a, 0.5),
    b: at(b, 0.5),
    share: pale.length / lightness.length,
    around: directions.size / DIRECTIONS,
    middle: 0,
    border: 0,
  }
}
