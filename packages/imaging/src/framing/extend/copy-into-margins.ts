import type { Canvas } from '../../patch-match/fill-canvas.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { Insets } from './open-sides.ts'

/** What goes where beyond the borders, on a small copy. */
export interface Margins {
  readonly canvas: Canvas
  /** Where the photo lies in the small canvas. */
  readonly place: Box
  /**
   * By position of the small canvas, where its pixel comes from and what is added to its three colours there; nothing
   * where too little is known to copy.
   */
  readonly copies: { readonly from: Int32Array; readonly change: Float32Array } | undefined
}

/**
 * Lays a photo into its new size and fills the margins: each pixel is copied from as far away as its place on the small
 * copy was, blended where neighbours disagree. Without margins what is new stays transparent, or black.
 */
export function copyIntoMargins(pixels: Pixels, insets: Insets, margins?: Margins): Pixels {
  const { data, width, height, channels } = pixels
  const size = { width: width + insets.left + insets.right, height: height + insets.top + insets.bottom }
  const out = new Uint8Array(size.width * size.height * channels)
  const paint = margins && createMarginPainter(pixels, margins)
  const [from, to] = [Math.max(0, -insets.left), Math.min(width, width + insets.right)]
  for (let y = 0; y < size.height; y++) {
    const v = y - insets.top
    const inside = v >= 0 && v < height
    const row = y * size.width * channels
    if (inside) {
      const start = row + (from + insets.left) * channels
      out.set(data.subarray((v * width + from) * channels, (v * width + to) * channels), start)
    }
    if (!paint) continue
    if (!inside) paint(out, row, -insets.left, width + insets.right, v)
    else {
      if (insets.left > 0) paint(out, row, -insets.left, 0, v)
      if (insets.right > 0) paint(out, row + (width + insets.left) * channels, width, width + insets.right, v)
    }
  }
  return { data: out, ...size, channels }
}

/** Paints a stretch of a row outside the photo, in the photo's coordinates. */
function createMarginPainter({ data, width, height }: Pixels, { canvas, place, copies }: Margins) {
  const across = place.width / width
  const down = place.height / height
  const corners = new Int32Array(4)
  const weights = new Float32Array(4)
  const ways = copies && offsetsOf(copies.from, canvas, across, down)
  return (out: Uint8Array, start: number, left: number, right: number, y: number): void => {
    const v = clamp((y + 0.5) * down - 0.5 + place.top, 0, canvas.height - 1.001)
    const upper = Math.floor(v)
    const fv = narrowBlend(v - upper)
    for (let x = left, at = start; x < right; x++, at += 3) {
      const u = clamp((x + 0.5) * across - 0.5 + place.left, 0, canvas.width - 1.001)
      const first = upper * canvas.width + Math.floor(u)
      const fu = narrowBlend(u - Math.floor(u))
      corners[0] = first
      corners[1] = Math.min(first + 1, canvas.kinds.length - 1)
      corners[2] = Math.min(first + canvas.width, canvas.kinds.length - 1)
      corners[3] = Math.min(first + canvas.width + 1, canvas.kinds.length - 1)
      weights[0] = (1 - fu) * (1 - fv)
      weights[1] = fu * (1 - fv)
      weights[2] = (1 - fu) * fv
      weights[3] = fu * fv
      let red = 0
      let green = 0
      let blue = 0
      for (let k = 0; k < 4; k++) {
        const weight = weights[k]
        if (weight === 0) continue
        const corner = corners[k]
        if (!copies || !ways) {
          red += weight * canvas.colours[3 * corner]
          green += weight * canvas.colours[3 * corner + 1]
          blue += weight * canvas.colours[3 * corner + 2]
          continue
        }
        const sx = clamp(x + ways[2 * corner], 0, width - 1)
        const sy = clamp(y + ways[2 * corner + 1], 0, height - 1)
        const i = 3 * (sy * width + sx)
        red += weight * (data[i] + copies.change[3 * corner])
        green += weight * (data[i + 1] + copies.change[3 * corner + 1])
        blue += weight * (data[i + 2] + copies.change[3 * corner + 2])
      }
      out[at] = clamp(Math.round(red), 0, 255)
      out[at + 1] = clamp(Math.round(green), 0, 255)
      out[at + 2] = clamp(Math.round(blue), 0, 255)
    }
  }
}

/** By position of the small canvas how far away its pixel is copied from: across and down, in the photo's pixels. */
function offsetsOf(from: Int32Array, { width }: Canvas, across: number, down: number): Int32Array {
  const ways = new Int32Array(2 * from.length)
  for (let at = 0; at < from.length; at++) {
    const source = from[at]
    ways[2 * at] = Math.round(((source % width) - (at % width)) / across)
    ways[2 * at + 1] = Math.round((Math.floor(source / width) - Math.floor(at / width)) / down)
  }
  return ways
}

/** Blends over the middle half of the way only: two textures on top of each other look blurred. */
const narrowBlend = (t: number): number => clamp(2 * t - 0.5, 0, 1)
