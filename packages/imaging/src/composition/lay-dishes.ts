import { enlargeCutOut } from '../hero/extract-dish.ts'
import { cutOut } from '../matting/cut-out.ts'
import type { Size } from '../raster/geometry.ts'
import type { Pixels } from '../raster/pixels.ts'
import { resizeTo } from '../raster/scaling/resize-to.ts'
import { relightPhoto } from '../relight/relight-photo.ts'
import type { PreparedDish } from './prepare-dish.ts'
import { trimToOutline } from './trimmed-outline.ts'

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

/**
 * Cuts a dish out at its size in the frame and lights it.
 *
 * @param scale pixels of the frame for each pixel of the part
 * @param at where the top left corner of its box comes to lie
 */
export async function layDish(
  { part, box, trim }: PreparedDish,
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
  if (trim) {
    const own = { left, top, width: Math.round(box.width * scale), height: Math.round(box.height * scale) }
    trimToOutline(pixels, own, trim)
  }
  return { pixels, left: Math.round(at.left) - left, top: Math.round(at.top) - top }
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
