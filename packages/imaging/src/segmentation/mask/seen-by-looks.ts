import type { Size } from '../../raster/geometry.ts'
import { resizeMask } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'

/** What every look saw, and what any look saw: of each pixel the least and the highest alpha that a look gives it. */
export async function seenByLooks(looks: readonly SoftMask[], { width, height }: Size): Promise<SoftMask[]> {
  const masks = await Promise.all(looks.map((look) => resizeMask(look, { width, height })))
  const least = new Uint8Array(width * height).fill(255)
  const most = new Uint8Array(width * height)
  for (const alpha of masks) {
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i] < least[i]) least[i] = alpha[i]
      if (alpha[i] > most[i]) most[i] = alpha[i]
    }
  }
  return [least, most].map((alpha) => ({ alpha, width, height }))
}
