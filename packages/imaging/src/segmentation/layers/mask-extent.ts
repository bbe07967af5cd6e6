import type { SoftMask } from '../../raster/masks/soft-mask.ts'

interface Extent {
  /** Share of the picture, 0–1. */
  readonly coverage: number
  /** What holds all of it, in fractions of the sides from the top left; null where it is empty. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null
}

const rounded = (value: number): number => Math.round(10_000 * value) / 10_000

/** How much of a picture a mask takes, and where. A pixel counts for the box from half on. */
export function maskExtent(mask: SoftMask): Extent {
  const { alpha, width, height } = mask
  let [left, top, right, bottom] = [width, height, -1, -1]
  let sum = 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i]
      sum += value
      if (value < 128) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  const coverage = rounded(sum / (255 * alpha.length))
  if (right < 0) return { coverage, box: null }
  const box = {
    x: left / width,
    y: top / height,
    width: (right - left + 1) / width,
    height: (bottom - top + 1) / height,
  }
  return {
    coverage,
    box: { x: rounded(box.x), y: rounded(box.y), width: rounded(box.width), height: rounded(box.height) },
  }
}
