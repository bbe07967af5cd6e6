import { maskBox } from '../../raster/masks/mask-box.ts'
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
