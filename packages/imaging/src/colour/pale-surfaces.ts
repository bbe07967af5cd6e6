import type { Size } from '../raster/geometry.ts'
import { labelComponents } from '../raster/masks/mask-components.ts'
import type { Pixels } from '../raster/pixels.ts'
import type { Plane } from '../raster/planes/plane.ts'
import { cielabOf } from './cielab.ts'

/** Long side of the grid on which surfaces are found. */
const SIDE = 192
/**
 * The largest difference (in CIELAB) between neighbouring cells of one smooth surface in good light. Differences shrink in
 * the dark.
 */
const STEP = { most: 5.5, lit: 80 }
/** Chroma up to which a cell is pale, and lightness from which it is light: at least, and as a share of the lightest. */
const PALE = { chroma: 20, lightness: 36, share: 0.55 }
/** The share of cells that counts as the lightest. */
const LIGHTEST = 0.98
/** A surface with a smaller share of the picture is a detail. */
const MIN_SHARE = 0.012
/** Directions that are told apart around a point. */
const DIRECTIONS = 16
/** The middle of the frame: a circle of this radius, as a share of its sides. */
const MIDDLE = 0.4

/** A smooth and pale part of a picture: ware, a cloth, a table, a wall. */
export interface PaleSurface {
  /** Its cells. */
  readonly cells: readonly number[]
  /** Medians in CIELAB. */
  readonly lightness: number
  readonly a: number
  readonly b: number
  /** Share of the picture. */
  readonly share: number
  /** Share of the directions around the middle of the frame in which it lies. A plate lies in all of them. */
  readonly around: number
  /** Share of it in the middle of the frame. */
  readonly middle: number
  /** How much of the border of the frame it touches, 0–1. */
  readonly border: number
}

/** The colours of a picture on a small grid, with its smooth, pale and light surfaces. */
export interface PaleSurfaces extends Size {
  readonly surfaces: readonly PaleSurface[]
  /** The lightness that only the lightest cells exceed. */
  readonly top: number
  readonly grid: ColourGrid
}

/** The colours of a picture on a small grid. */
export interface ColourGrid extends Size {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

/** The mean colours of blocks of a picture. */
export const colourGrid = ({ data, width, height }: Pixels): ColourGrid => {
  const step = Math.max(1, Math.round(Math.max(width, height) / SIDE))
  const [across, down] = [Math.max(1, Math.floor(width / step)), Math.max(1, Math.floor(height / step))]
  const count = across * down
  const grid = { lightness: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) }
  for (let row = 0, cell = 0; row < down; row++) {
    for (let column = 0; column < across; column++, cell++) {
      let [red, green, blue] = [0, 0, 0]
      const [endX, endY] = [Math.min(width, (column + 1) * step), Math.min(height, (row + 1) * step)]
      for (let y = row * step; y < endY; y++) {
        for (let x = column * step, at = 3 * (y * width + x); x < endX; x++, at += 3) {
          red += data[at]
          green += data[at + 1]
          blue += data[at + 2]
        }
      }
      const pixels = (endX - column * step) * (endY - row * step)
      const { lightness, a, b } = cielabOf(
        Math.round(red / pixels),
        Math.round(green / pixels),
        Math.round(blue / pixels),
      )
      grid.lightness[cell] = lightness
      grid.a[cell] = a
      grid.b[cell] = b
    }
  }
  return { ...grid, width: across, height: down }
}

/** The value of a mask in the middle of a cell of a grid. */
export const maskAtCell = (mask: Plane, cell: number, { width, height }: Size): number => {
  const x = Math.floor((((cell % width) + 0.5) * mask.width) / width)
  const y = Math.floor(((Math.floor(cell / width) + 0.5) * mask.height) / height)
  return mask.data[y * mask.width + x]
}

/** The share of a surface that lies in a mask, 0–1. */
export const shareInMask = ({ cells }: PaleSurface, found: Size, mask: Plane): number =>
  cells.filter((cell) => maskAtCell(mask, cell, found) > 0.5).length / cells.length

export const medianOf = (values: Float32Array): number => values.sort()[values.length >> 1] ?? 0

const smoothPaleCells = ({ lightness, a, b, width, height }: ColourGrid, top: number): Uint8Array => {
  const least = Math.max(PALE.lightness, PALE.share * top)
  const bits = new Uint8Array(lightness.length)
  const squaredStep = (i: number, j: number) =>
    (lightness[j] - lightness[i]) ** 2 + (a[j] - a[i]) ** 2 + (b[j] - b[i]) ** 2
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (lightness[i] < least || Math.hypot(a[i], b[i]) > PALE.chroma) continue
      const most = Math.max(
        squaredStep(i, i - 1),
        squaredStep(i, i + 1),
        squaredStep(i, i - width),
        squaredStep(i, i + width),
      )
      const step = (STEP.most * (lightness[i] + 16)) / (STEP.lit + 16)
      if (most < step * step) bits[i] = 1
    }
  }
  return bits
}

const describe = (cells: readonly number[], { lightness, a, b, width, height }: ColourGrid): PaleSurface => {
  const directions = new Set<number>()
  let [middle, border] = [0, 0]
  for (const i of cells) {
    const x = i % width
    const y = Math.floor(i / width)
    const [u, v] = [(x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5]
    directions.add(Math.floor((Math.atan2(v, u) / (2 * Math.PI) + 1) * DIRECTIONS) % DIRECTIONS)
    if (u * u + v * v < MIDDLE * MIDDLE) middle++
    // The outermost cells are never smooth, because they lack neighbours.
    if (x <= 1 || y <= 1 || x >= width - 2 || y >= height - 2) border++
  }
  const median = (values: Float32Array) => medianOf(Float32Array.from(cells, (i) => values[i]))
  return {
    cells,
    lightness: median(lightness),
    a: median(a),
    b: median(b),
    share: cells.length / lightness.length,
    around: directions.size / DIRECTIONS,
    middle: middle / cells.length,
    border: border / (2 * (width + height)),
  }
}

/**
 * Finds the smooth and pale surfaces of a picture: connected cells whose neighbours differ little.
 *
 * @param analysisCopy RGB
 */
export const findPaleSurfaces = (analysisCopy: Pixels): PaleSurfaces => {
  const grid = colourGrid(analysisCopy)
  const { width, height, lightness } = grid
  const top = Float32Array.from(lightness).sort()[Math.floor(LIGHTEST * (lightness.length - 1))] ?? 0
  const { labels, count, areas } = labelComponents({ bits: smoothPaleCells(grid, top), width, height }, 1)
  const cells = Array.from({ length: count + 1 }, (): number[] => [])
  labels.forEach((label, i) => {
    if (label > 0 && areas[label] >= MIN_SHARE * labels.length) cells[label]?.push(i)
  })
  return {
    surfaces: cells.filter((some) => some.length > 0).map((some) => describe(some, grid)),
    top,
    grid,
    width,
    height,
  }
}
