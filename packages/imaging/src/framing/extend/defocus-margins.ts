import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { createBlurLevels } from './blur-levels.ts'
import type { Insets } from './open-sides.ts'

/** Long side of the copy that is blurred. */
const SIDE = 1024
/** Deviation, in pixels of the copy, from which nothing of the sharp pixel is left. */
const BLURRED = 1.5

/** Blurs the colour of a pixel of a margin, in place. The position is in the photo's coordinates, the deviation in pixels. */
export type Defocus = (colour: Float64Array, x: number, y: number, deviation: number) => void

/**
 * Prepares a photo with margins to be blurred in them, as behind a lens that is focused on the dish. Nothing of the dish
 * comes into the margins.
 *
 * @param wide the photo with its margins
 * @param surface what of the photo counts: 255; on a copy of any size
 */
export async function defocusMargins(wide: Pixels, insets: Insets, surface: SoftMask): Promise<Defocus> {
  const copy = await makeAnalysisCopy(wide, SIDE)
  const scale = copy.width / wide.width
  const levels = createBlurLevels(copy, countedOf(copy, scale, { wide, insets, surface }))
  const soft = new Float64Array(3)
  return (colour, x, y, deviation) => {
    const share = smoothstep(0, BLURRED, deviation * scale)
    soft.fill(0)
    levels.sample((x + 0.5 + insets.left) * scale, (y + 0.5 + insets.top) * scale, deviation * scale, soft)
    for (let c = 0; c < 3; c++) colour[c] += (soft[c] - colour[c]) * share
  }
}

/** What of a copy counts: the margins, and the surface of the photo between them. */
function countedOf(
  { width, height }: Pixels,
  scale: number,
  { wide, insets, surface }: { readonly wide: Pixels; readonly insets: Insets; readonly surface: SoftMask },
): SoftMask {
  const across = surface.width / (wide.width - insets.left - insets.right)
  const down = surface.height / (wide.height - insets.top - insets.bottom)
  const alpha = new Uint8Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const v = Math.floor(((y + 0.5) / scale - insets.top) * down)
    for (let x = 0; x < width; x++, i++) {
      const u = Math.floor(((x + 0.5) / scale - insets.left) * across)
      const isInside = u >= 0 && v >= 0 && u < surface.width && v < surface.height
      alpha[i] = isInside ? surface.alpha[v * surface.width + u] : 255
    }
  }
  return { alpha, width, height }
}
