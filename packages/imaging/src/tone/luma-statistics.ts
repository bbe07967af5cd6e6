import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'

/** Up to this share of all pixels, clipped white or black is reflections or holes and is ignored. */
const FEW = 0.03

export interface LumaStatistics {
  /** Luma (0–255) below which the given share of the counted pixels lies. */
  readonly percentile: (share: number) => number
  /** The same of the weakest channel of each pixel. Only a veil raises it in the dark: what has a colour has a channel that is low. */
  readonly weakest: (share: number) => number
  readonly clippedWhite: number
  readonly clippedBlack: number
}

/** Measures luma without small clipped reflections and small black holes, which say nothing about exposure. */
export const measureLuma = ({ data, width, height }: Pixels): LumaStatistics => {
  const count = width * height
  const histogram = new Float64Array(256)
  const weakest = new Float64Array(256)
  let white = 0
  let black = 0
  for (let i = 0; i < count * 3; i += 3) {
    const r = data[i]
    const g = data[i + 1]
    const b = data[i + 2]
    const luma = Math.round(lumaOf(r, g, b))
    histogram[luma] += 1
    const least = Math.min(r, g, b)
    if (least >= 252) white++
    if (Math.max(r, g, b) <= 3) black++
    else weakest[least] += 1
  }
  if (white / count <= FEW) histogram.fill(0, 250)
  if (black / count <= FEW) histogram.fill(0, 0, 3)
  else weakest[0] += black
  return {
    percentile: percentilesOf(histogram),
    weakest: percentilesOf(weakest),
    clippedWhite: white / count,
    clippedBlack: black / count,
  }
}

/** The code below which a share of the counted pixels lies. */
const percentilesOf = (histogram: Float64Array): ((share: number) => number) => {
  const total = histogram.reduce((sum, n) => sum + n, 0)
  return (share) => {
    let sum = 0
    for (let code = 0; code < 256; code++) {
      sum += histogram[code]
      if (sum >= share * total) return code
    }
    return 255
  }
}
