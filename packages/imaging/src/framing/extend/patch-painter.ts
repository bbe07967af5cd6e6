import { cornerWeights } from '../../patch-match/corner-weights.ts'
import type { Canvas } from '../../patch-match/fill-canvas.ts'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Box } from '../../raster/geometry.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { PaintStretch } from './copy-into-margins.ts'

/** What the margins are filled with, decided on a small canvas. */
export interface Margins {
  readonly canvas: Canvas
  /** The position of the photo in the small canvas. */
  readonly place: Box
  /**
   * The source of each position of the small canvas, and what is added to the three colours there; undefined if too
   * little is known to copy.
   */
  readonly copies: { readonly from: Int32Array; readonly change: Float32Array } | undefined
}

/**
 * Paints margins with patches of the photo: each pixel is copied from as far away as its place on the small canvas was.
 * Where neighbours on it disagree, both are blended.
 */
export function createPatchPainter(photo: Pixels, margins: Margins): PaintStretch {
  const { canvas, place, copies } = margins
  const across = place.width / photo.width
  const down = place.height / photo.height
  const addCorner = copies ? copiedCorner(photo, margins, copies) : softCorner(canvas)
  const last = canvas.kinds.length - 1
  const weights = new Float32Array(4)
  const sum = new Float64Array(3)
  return (out, start, left, right, y) => {
    const v = clamp((y + 0.5) * down - 0.5 + place.top, 0, canvas.height - 1.001)
    const upper = Math.floor(v)
    for (let x = left, at = start; x < right; x++, at += 3) {
      const u = clamp((x + 0.5) * across - 0.5 + place.left, 0, canvas.width - 1.001)
      const first = upper * canvas.width + Math.floor(u)
      cornerWeights(u - Math.floor(u), v - upper, weights)
      sum.fill(0)
      for (let k = 0; k < 4; k++) {
        if (weights[k] === 0) continue
        addCorner(sum, Math.min(first + (k < 2 ? 0 : canvas.width) + (k & 1), last), weights[k], x, y)
      }
      for (let c = 0; c < 3; c++) out[at + c] = clamp(Math.round(sum[c]), 0, 255)
    }
  }
}

/** Adds the weighted colour that a pixel of the small canvas stands for at a position of the photo. */
type AddCorner = (sum: Float64Array, corner: number, weight: number, x: number, y: number) => void

function softCorner({ colours }: Canvas): AddCorner {
  return (sum, corner, weight) => {
    for (let c = 0; c < 3; c++) sum[c] += weight * colours[3 * corner + c]
  }
}

function copiedCorner(
  { data, width, height }: Pixels,
  { canvas, place }: Margins,
  { from, change }: NonNullable<Margins['copies']>,
): AddCorner {
  const offsets = offsetsOf(from, canvas, place.width / width, place.height / height)
  return (sum, corner, weight, x, y) => {
    const sx = clamp(x + offsets[2 * corner], 0, width - 1)
    const sy = clamp(y + offsets[2 * corner + 1], 0, height - 1)
    const i = 3 * (sy * width + sx)
    for (let c = 0; c < 3; c++) sum[c] += weight * (data[i + c] + change[3 * corner + c])
  }
}

/** How far away each pixel of the small canvas is copied from: across and down, in the photo's pixels. */
function offsetsOf(from: Int32Array, { width }: Canvas, across: number, down: number): Int32Array {
  const offsets = new Int32Array(2 * from.length)
  for (let at = 0; at < from.length; at++) {
    const source = from[at]
    offsets[2 * at] = Math.round(((source % width) - (at % width)) / across)
    offsets[2 * at + 1] = Math.round((Math.floor(source / width) - Math.floor(at / width)) / down)
  }
  return offsets
}
