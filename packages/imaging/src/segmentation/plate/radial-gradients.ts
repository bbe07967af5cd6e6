import type { BinaryMask } from '../../raster/masks/binary-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Ellipse } from './fit-ellipse.ts'

export const RAYS = 180
/** Half the width of the window on each side of an edge, in pixels of the copy. */
export const WINDOW = 4
/** How near to the food's own outline a rim may lie and pass for both. */
export const INSIDE_FOOD = 3
/** How far beyond the food its own outline is no longer seen. */
export const CLEARANCE = 7
/** How far from a line an edge may lie and still be its, as a share of the distance from the centre. */
export const TOLERANCE = 0.018
/** Colour steps (about ΔE) below which there is no edge. */
export const MIN_STEP = 3

/** For each ray from the centre, at each distance: how large a step there is, and which way colour goes. */
export interface Rays {
  /** How far from the food (negative: into it) the line must lie to be judged. */
  readonly clearance: number
  readonly x: number
  readonly y: number
  /** Where a ray leaves the food, and where it leaves the picture. */
  readonly starts: Int32Array
  readonly lengths: Int32Array
  readonly steps: readonly Float32Array[]
  /** Three numbers a distance, of length 1 together: the way from the colour inside to the colour outside. */
  readonly directions: readonly Float32Array[]
}

/** Lightness and two opponent colours, on the scale of CIE Lab roughly, cheap enough for every pixel. */
export function opponentColours({ data, width, height }: Pixels): Float32Array {
  const out = new Float32Array(3 * width * height)
  for (let i = 0; i < width * height; i++) {
    const r = Math.cbrt((data[3 * i] / 255) ** 2.2)
    const g = Math.cbrt((data[3 * i + 1] / 255) ** 2.2)
    const b = Math.cbrt((data[3 * i + 2] / 255) ** 2.2)
    out[3 * i] = 116 * (0.24 * r + 0.68 * g + 0.08 * b)
    out[3 * i + 1] = 140 * (r - g)
    out[3 * i + 2] = 90 * ((r + g) / 2 - b)
  }
  return out
}

/** Looks from the middle of the food outwards, all the way round. */
export function castRays(colours: Float32Array, food: BinaryMask, from: Ellipse): Rays {
  const { width, height, bits } = food
  const steps: Float32Array[] = []
  const directions: Float32Array[] = []
  const starts = new Int32Array(RAYS)
  const lengths = new Int32Array(RAYS)
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const at = (r: number) => {
      const x = Math.floor(from.x + dx * r)
      const y = Math.floor(from.y + dy * r)
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x
    }
    let length = 0
    let beyond = 0
    while (at(length) >= 0) {
      if (bits[at(length)]) beyond = length
      length++
    }
    lengths[ray] = length
    const step = new Float32Array(length)
    const direction = new Float32Array(3 * length)
    starts[ray] = beyond
    for (let r = Math.max(WINDOW, beyond - INSIDE_FOOD); r < length - WINDOW - 1; r++) {
      let square = 0
      for (let c = 0; c < 3; c++) {
        let difference = 0
        for (let k = 1; k <= WINDOW; k++) {
          difference += colours[3 * at(r + k) + c] - colours[3 * at(r - k) + c]
        }
        direction[3 * r + c] = difference / WINDOW
        square += (difference / WINDOW) ** 2
      }
      for (let c = 0; c < 3; c++) direction[3 * r + c] /= Math.max(1e-6, Math.sqrt(square))
      step[r] = Math.sqrt(square)
    }
    steps.push(step)
    directions.push(direction)
  }
  return { clearance: CLEARANCE, x: from.x, y: from.y, starts, lengths, steps, directions }
}

/** Distance from the rays' centre to the ellipse along each ray. */
export function ellipseRadii({ x, y }: Rays, ellipse: Ellipse, into: Float32Array): void {
  const [cos, sin] = [Math.cos(ellipse.angle), Math.sin(ellipse.angle)]
  const [ox, oy] = [x - ellipse.x, y - ellipse.y]
  const px = (ox * cos + oy * sin) / ellipse.a
  const py = (oy * cos - ox * sin) / ellipse.b
  const rest = px * px + py * py - 1
  for (let ray = 0; ray < RAYS; ray++) {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const ux = (dx * cos + dy * sin) / ellipse.a
    const uy = (dy * cos - dx * sin) / ellipse.b
    const [a, b] = [ux * ux + uy * uy, px * ux + py * uy]
    into[ray] = (-b + Math.sqrt(Math.max(0, b * b - a * rest))) / a
  }
}

/** Where along a ray the step is largest, within a leeway; -1 where there is none. */
export function largestStep(step: Float32Array, r: number, tolerance: number): number {
  let best = -1
  for (let at = Math.max(0, Math.round(r - tolerance)); at <= r + tolerance; at++) {
    if ((step[at] ?? 0) > (best < 0 ? MIN_STEP : step[best])) best = at
  }
  return best
}
