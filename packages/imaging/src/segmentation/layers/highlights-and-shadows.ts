import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'

interface FoundMask {
  readonly alpha: Uint8Array
  readonly confidence: number
}

/** Gloss and reflections: brighter than what is around them, or white in all colours. A white plate alone is neither. */
export function findHighlights({ data }: Pixels, light: Float32Array, around: Float32Array): FoundMask {
  const alpha = Uint8Array.from(light, (value, i) => {
    const least = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2])
    const above = value - around[i]
    const gloss = smoothstep(18, 48, above) * smoothstep(140, 200, value)
    return Math.round(255 * Math.max(gloss, smoothstep(246, 254, least)))
  })
  return { alpha, confidence: 0.8 }
}

/** Of the luma of a picture this share is dark, if it is dark at all. */
const DARK_SHARE = 0.15
const DARK_BELOW = 80

/** The darkest parts: by what the picture itself calls dark, and never lighter than a shadow is. */
export function findShadows(light: Float32Array): FoundMask {
  const sorted = Float32Array.from(light).sort()
  const dark = Math.min(DARK_BELOW, sorted[Math.floor(DARK_SHARE * (sorted.length - 1))] ?? 0)
  const contrast = (sorted[Math.floor(0.9 * (sorted.length - 1))] ?? 0) - dark
  const alpha = Uint8Array.from(light, (value) =>
    Math.round(255 * (1 - smoothstep(0.7 * dark, 1.25 * dark + 1, value))),
  )
  // Where all is equally dark nothing is in the shadow of anything.
  return { alpha, confidence: 0.9 * smoothstep(20, 80, contrast) }
}
