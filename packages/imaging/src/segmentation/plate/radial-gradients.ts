import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Ellipse } from './fit-ellipse.ts'

/** Number of rays. */
export const RAYS = 180
/** Half the width of the window on both sides of an edge, in pixels of the copy. */
export const WINDOW = 4
/** How far inside the food's outline rays are sampled: a rim may coincide with the outline. */
export const INSIDE_FOOD = 3
/** Distance from the food at which its own outline has no influence any more. */
export const CLEARANCE = 7
/** How far from a line an edge may lie and still belong to it, as a share of the distance from the centre. */
export const TOLERANCE = 0.018
/** Colour steps (about ΔE) below which there is no edge. */
export const MIN_STEP = 3

/** Colour steps along rays from the centre of the food, by ray and by distance in pixels. */
export interface Rays {
  /** Least distance from the food at which a line is judged; negative: inside the food. */
  readonly clearance: number
  /** The centre. */
  readonly x: number
  readonly y: number
  /** Where each ray leaves the food, and where it leaves the picture. */
  readonly starts: Int32Array
  readonly lengths: Int32Array
  /** Size of the colour step at each distance. */
  readonly steps: readonly Float32Array[]
  /** Direction of the colour step: three numbers for each distance, of length 1 together. */
  readonly directions: readonly Float32Array[]
}

/** The cube root of the light of each code. */
const CUBE_ROOTS = Float64Array.from({ length: 256 }, (_, code) => Math.cbrt((code / 255) ** 2.2))

/** A number for each pixel: lightness, and two opponent channels. */
export type OpponentPlanes = readonly [light: Float32Array, red: Float32Array, blue: Float32Array]

/** Lightness and two opponent channels, roughly on the scale of CIE Lab. Cheap enough for every pixel. */
export function opponentPlanes({ data, width, height }: Pixels): OpponentPlanes {
  const count = width * height
  const [light, red, blue] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const r = CUBE_ROOTS[data[3 * i]]
    const g = CUBE_ROOTS[data[3 * i + 1]]
    const b = CUBE_ROOTS[data[3 * i + 2]]
    light[i] = 116 * (0.24 * r + 0.68 * g + 0.08 * b)
    red[i] = 140 * (r - g)
    blue[i] = 90 * ((r + g) / 2 - b)
  }
  return [light, red, blue]
}

/** Direction of each ray. */
export const RAY_DIRECTIONS = Array.from({ length: RAYS }, (_, ray): readonly [cos: number, sin: number] => {
  const angle = (2 * Math.PI * ray) / RAYS
  return [Math.cos(angle), Math.sin(angle)]
})

/** Measures the colour steps along rays from the centre of the food outwards, all the way round. */
export function castRays(colours: OpponentPlanes, food: BinaryMask, centre: Ellipse): Rays {
  const { width, height, bits } = food
  const steps: Float32Array[] = []
  const directions: Float32Array[] = []
  const starts = new Int32Array(RAYS)
  const lengths = new Int32Array(RAYS)
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = RAY_DIRECTIONS[ray]
    const at = (r: number) => {
      const x = Math.floor(centre.x + dx * r)
      const y = Math.floor(centre.y + dy * r)
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
    }
    for (; at(lengths[ray]) >= 0; lengths[ray]++) if (bits[at(lengths[ray])]) starts[ray] = lengths[ray]
    const { step, direction } = stepsAlong(colours, at, starts[ray], lengths[ray])
    steps.push(step)
    directions.push(direction)
  }
  return { clearance: CLEARANCE, x: centre.x, y: centre.y, starts, lengths, steps, directions }
}

/** The colour steps along one ray: means of the windows on both sides of each distance, and their difference. */
function stepsAlong(colours: OpponentPlanes, at: (r: number) => number, start: number, length: number) {
  const step = new Float32Array(length)
  const direction = new Float32Array(3 * length)
  for (let r = Math.max(WINDOW, start - INSIDE_FOOD); r < length - WINDOW - 1; r++) {
    let square = 0
    for (const [c, plane] of colours.entries()) {
      let difference = 0
      for (let k = 1; k <= WINDOW; k++) difference += plane[at(r + k)] - plane[at(r - k)]
      direction[3 * r + c] = difference / WINDOW
      square += (difference / WINDOW) ** 2
    }
    const size = Math.sqrt(square)
    for (let c = 0; c < 3; c++) direction[3 * r + c] /= Math.max(1e-6, size)
    step[r] = size
  }
  return { step, direction }
}

/** Distance from the rays' centre to the ellipse along each ray. */
export function ellipseRadii({ x, y }: Rays, ellipse: Ellipse, into: Float32Array): void {
  const [cos, sin] = [Math.cos(ellipse.angle), Math.sin(ellipse.angle)]
  const [ox, oy] = [x - ellipse.x, y - ellipse.y]
  const px = (ox * cos + oy * sin) / ellipse.a
  const py = (oy * cos - ox * sin) / ellipse.b
  const rest = px * px + py * py - 1
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = RAY_DIRECTIONS[ray]
    const ux = (dx * cos + dy * sin) / ellipse.a
    const uy = (dy * cos - dx * sin) / ellipse.b
    const [a, b] = [ux * ux + uy * uy, px * ux + py * uy]
    into[ray] = (-b + Math.sqrt(Math.max(0, b * b - a * rest))) / a
  }
}

/** The distance within a tolerance of `r` at which the step is largest; −1 if there is no edge. */
export function largestStep(step: Float32Array, r: number, tolerance: number): number {
  let best = -1
  for (let at = Math.max(0, Math.round(r - tolerance)); at <= r + tolerance; at++) {
    if ((step[at] ?? 0) > (best < 0 ? MIN_STEP : step[best])) best = at
  }
  return best
}
