import type { Size } from '../../raster/geometry.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'

/** What every look saw, and what any look saw: of each pixel the least and the highest alpha that a look gives it. */
export async function seenByLooks(looks: readonly SoftMask[], { width, height }: Size): Promise<SoftMask[]> {
  const masks = await Promise.all(looks.map((look) => resizeMask(look, { width, height })))
  const each = (choose: typeof Math.max) =>
    Uint8Array.from({ length: width * height }, (_, i) => choose(...masks.map((alpha) => alpha[i])))
  return [each(Math.min), each(Math.max)].map((alpha) => ({ alpha, width, height }))
}
