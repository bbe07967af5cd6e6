import type { SoftMask } from '../raster/masks/soft-mask.ts'

/** Directions in which outlines are compared. */
const DIRECTIONS = 64

/** The directions as unit vectors, clockwise from the right, because y points down. */
export const UNIT_VECTORS: readonly (readonly [x: number, y: number])[] = Array.from(
  { length: DIRECTIONS },
  (_, at) => [Math.cos((2 * Math.PI * at) / DIRECTIONS), Math.sin((2 * Math.PI * at) / DIRECTIONS)] as const,
)

/** The places of the four sides among the directions. */
export const SIDE = { right: 0, bottom: DIRECTIONS / 4, left: DIRECTIONS / 2, top: (3 * DIRECTIONS) / 4 } as const

/**
 * How far the convex hull of an outline reaches from the middle of its box in each direction (its support function). Two
 * hulls are apart exactly where some direction separates them, so no pixel has to be compared.
 */
export type OutlineSupport = Float64Array

/** A pixel belongs to an outline from this value on. */
const INSIDE = 96

/**
 * The support function of a mask around the middle of its box, in shares of the box's width.
 *
 * @param box the box of the outline in the mask
 */
export function outlineSupport(
  { alpha, width, height }: SoftMask,
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): OutlineSupport {
  const support = new Float64Array(DIRECTIONS)
  const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2]
  for (let y = Math.max(0, box.top); y < Math.min(height, box.top + box.height); y++) {
    const [first, last] = [firstInside(alpha, y * width, width), lastInside(alpha, y * width, width)]
    if (first < 0) continue
    for (const x of [first, last + 1]) {
      for (const down of [y, y + 1]) {
        for (let at = 0; at < DIRECTIONS; at++) {
          const [ux, uy] = UNIT_VECTORS[at]
          support[at] = Math.max(support[at], ((x - cx) * ux + (down - cy) * uy) / box.width)
        }
      }
    }
  }
  return support
}

const firstInside = (alpha: Uint8Array, from: number, width: number): number => {
  for (let x = 0; x < width; x++) if (alpha[from + x] >= INSIDE) return x
  return -1
}

const lastInside = (alpha: Uint8Array, from: number, width: number): number => {
  for (let x = width - 1; x >= 0; x--) if (alpha[from + x] >= INSIDE) return x
  return -1
}

/** The distance between two hulls, negative where they overlap, and the direction from the first to the second. */
export interface Separation {
  readonly distance: number
  readonly x: number
  readonly y: number
}

const ACROSS = Float64Array.from(UNIT_VECTORS, ([x]) => x)
const DOWN = Float64Array.from(UNIT_VECTORS, ([, y]) => y)

/**
 * The widest gap between two hulls over all directions.
 *
 * @param dx, dy from the middle of the first to the middle of the second
 * @param grown sizes of both, by which their supports are multiplied
 */
export function separate(
  first: OutlineSupport,
  second: OutlineSupport,
  [dx, dy]: readonly [number, number],
  [one, other]: readonly [number, number],
): Separation {
  let [distance, best] = [Number.NEGATIVE_INFINITY, 0]
  for (let at = 0, opposite = DIRECTIONS / 2; at < DIRECTIONS; at++, opposite++) {
    if (opposite === DIRECTIONS) opposite = 0
    const gap = dx * ACROSS[at] + dy * DOWN[at] - one * first[at] - other * second[opposite]
    if (gap <= distance) continue
    distance = gap
    best = at
  }
  return { distance, x: ACROSS[best], y: DOWN[best] }
}

/** How far an outline reaches at most, in shares of its width. */
export const reachOf = (support: OutlineSupport): number => support.reduce((most, reach) => Math.max(most, reach), 0)
