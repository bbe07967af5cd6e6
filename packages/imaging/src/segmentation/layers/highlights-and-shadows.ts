import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'

interface FoundMask {
  readonly alpha: Uint8Array
  readonly confidence: number
}

/**
 * Finds gloss and reflections: pixels that are brighter than their surroundings, or white in all channels. A white plate
 * by itself is neither.
 *
 * @param light luma of the picture
 * @param around its local mean
 */
export function findHighlights({ data }: Pixels, light: Float32Array, around: Float32Array): FoundMask {
  const alpha = Uint8Array.from(light, (value, i) => {
    const weakest = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2])
    const gloss = smoothstep(18, 48, value - around[i]) * smoothstep(140, 200, value)
    return Math.round(255 * Math.max(gloss, smoothstep(246, 254, weakest)))
  })
  return { alpha, confidence: 0.8 }
}

/** Share of a picture's pixels that are its dark ones, and the luma above which none is. */
const DARK_SHARE = 0.15
const DARK_BELOW = 80

/** Finds the darkest parts: dark for this picture, and never lighter than a shadow can be. */
export function findShadows(light: Float32Array): FoundMask {
  const sorted = Float32Array.from(light).sort()
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const dark = Math.min(DARK_BELOW, quantile(DARK_SHARE))
  const alpha = Uint8Array.from(light, (value) =>
    Math.round(255 * (1 - smoothstep(0.7 * dark, 1.25 * dark + 1, value))),
  )
  // In a picture that is equally dark everywhere nothing lies in a shadow.
  return { alpha, confidence: 0.9 * smoothstep(20, 80, quantile(0.9) - dark) }
}
