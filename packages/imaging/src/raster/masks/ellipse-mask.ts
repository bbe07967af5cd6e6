import type { Box, Size } from '../geometry.ts'
import type { SoftMask } from './soft-mask.ts'

/** Long side of the mask. */
const SIDE = 256

/** The ellipse in a box of a picture as a mask on a small copy; empty without a box. */
export function ellipseMask({ width, height }: Size, box: Box | undefined): SoftMask {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const alpha = new Uint8Array(size.width * size.height)
  if (!box) return { alpha, ...size }
  for (let y = 0, i = 0; y < size.height; y++) {
    const v = ((((y + 0.5) / size.height) * height - box.top) / box.height) * 2 - 1
    for (let x = 0; x < size.width; x++, i++) {
      const u = ((((x + 0.5) / size.width) * width - box.left) / box.width) * 2 - 1
      if (u * u + v * v <= 1) alpha[i] = 255
    }
  }
  return { alpha, ...size }
}
