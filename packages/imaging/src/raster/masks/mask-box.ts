import type { Box, Size } from '../geometry.ts'
import type { SoftMask } from './soft-mask.ts'

/**
 * The smallest box that holds every pixel of a mask.
 *
 * @param values of the mask, row by row
 * @param from the value from which a pixel belongs to the mask
 * @returns undefined if the mask is empty
 */
export function maskBox(values: Uint8Array, { width, height }: Size, from: number): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (values[i] < from) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

interface MaskExtent {
  /** Share of the picture, 0–1. */
  readonly coverage: number
  /** The box around all of it, in fractions of the sides from the top left; null if the mask is empty. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

/** How much of a picture a mask covers, and where. Pixels count for the box from half alpha on. */
export function maskExtent(mask: SoftMask): MaskExtent {
  const { alpha, width, height } = mask
  const coverage = rounded(alpha.reduce((sum, value) => sum + value, 0) / (255 * alpha.length))
  const box = maskBox(alpha, mask, 128)
  if (!box) return { coverage, box: null }
  return {
    coverage,
    box: {
      x: rounded(box.left / width),
      y: rounded(box.top / height),
      width: rounded(box.width / width),
      height: rounded(box.height / height),
    },
  }
}

const rounded = (value: number): number => Math.round(10_000 * value) / 10_000
