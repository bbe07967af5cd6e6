import { createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'

/** Rows of a picture, from `top` to the one before `bottom`. */
export interface Rows {
  readonly top: number
  readonly bottom: number
}

/** Whole rows of a picture between two heights. */
export const rowsBetween = (from: number, to: number, height: number): Rows => {
  const top = Math.max(0, Math.min(height - 1, Math.floor(from)))
  return { top, bottom: Math.max(top + 1, Math.min(height, Math.ceil(to))) }
}

/**
 * Draws on some rows of an opaque RGBA picture, in place; what would lie beyond them is dropped. A canvas of the whole picture
 * would take longer than what is drawn on it.
 */
export function drawOver(
  pixels: Uint8ClampedArray,
  width: number,
  { top, bottom }: Rows,
  draw: (context: SKRSContext2D) => void,
): void {
  const strip = createCanvas(width, bottom - top)
  const context = strip.getContext('2d')
  const part = pixels.subarray(4 * top * width, 4 * bottom * width)
  context.putImageData(new ImageData(Uint8ClampedArray.from(part), width, bottom - top), 0, 0)
  context.translate(0, -top)
  draw(context)
  pixels.set(strip.data(), 4 * top * width)
}
