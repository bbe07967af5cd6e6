import { enlargeCutOut } from '../hero/extract-dish.ts'
import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import { relightPhoto } from '../relight/relight-photo.ts'
import { cutOut } from '../segmentation/matting/cut-out.ts'
import type { PreparedDish } from './prepare-dish.ts'

/** The light that falls on all dishes of a composition. */
export interface SceneLight {
  readonly direction: 'top-left' | 'top-right'
  /** 0–1. */
  readonly strength: number
}

/** A dish at the size and place that it has in the frame. */
export interface LaidDish {
  /** RGBA. */
  readonly pixels: Pixels
  readonly left: number
  readonly top: number
}

/** How far the outline of a trimmed dish is from a rectangle: 2 is an ellipse. */
const ROUNDNESS = 2.4

/**
 * Cuts a dish out at its size in the frame and lights it.
 *
 * @param scale pixels of the frame for each pixel of the part
 * @param at where the top left corner of its box comes to lie
 */
export async function layDish(
  { part, box, trimmed }: PreparedDish,
  scale: number,
  at: { readonly left: number; readonly top: number },
  light: SceneLight,
): Promise<LaidDish> {
  const less = Math.min(1, scale)
  const size = {
    width: Math.max(1, Math.round(part.pixels.width * less)),
    height: Math.max(1, Math.round(part.pixels.height * less)),
  }
  const small = await cutOut(await resizeTo(part.pixels, size), part.subject)
  await relightPhoto(small, part.subject, { ...light, softness: 0.7, warmth: 0 }, { surface: false })
  const pixels = scale > 1 ? await enlargeCutOut(small, scale) : small
  const [left, top] = [Math.round(part.left * scale), Math.round(part.top * scale)]
  if (trimmed) {
    roundOff(pixels, { left, top, width: Math.round(box.width * scale), height: Math.round(box.height * scale) })
  }
  return { pixels, left: Math.round(at.left) - left, top: Math.round(at.top) - top }
}

/** Gives a cut-out the rounded outline of its box, for a dish that the photo cuts at sides that face each other. */
function roundOff({ data, width, height }: Pixels, box: { left: number; top: number } & Size): void {
  const [a, b] = [box.width / 2, box.height / 2]
  const [cx, cy] = [box.left + a, box.top + b]
  for (let y = 0, i = 3; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const out =
        (Math.abs((x + 0.5 - cx) / a) ** ROUNDNESS + Math.abs((y + 0.5 - cy) / b) ** ROUNDNESS) ** (1 / ROUNDNESS)
      // One pixel of transition, measured along the shorter half axis.
      const inside = Math.min(1, Math.max(0, (1 - out) * Math.min(a, b) + 0.5))
      data[i] = Math.round(data[i] * inside)
      if (data[i] === 0) data.fill(0, i - 3, i)
    }
  }
}

/** Draws the dishes into one transparent frame. What lies outside of it is dropped. */
export function layTogether(dishes: readonly LaidDish[], { width, height }: Size): Pixels {
  const data = new Uint8Array(4 * width * height)
  for (const { pixels, left, top } of dishes) {
    for (let y = Math.max(0, -top); y < Math.min(pixels.height, height - top); y++) {
      for (let x = Math.max(0, -left); x < Math.min(pixels.width, width - left); x++) {
        const from = 4 * (y * pixels.width + x)
        if (pixels.data[from + 3] === 0) continue
        const to = 4 * ((y + top) * width + x + left)
        // Outlines do not overlap, so only soft edges can meet: the more solid one is in front.
        if (data[to + 3] >= pixels.data[from + 3]) continue
        data.set(pixels.data.subarray(from, from + 4), to)
      }
    }
  }
  return { data, width, height, channels: 4 }
}
