import type { SoftMask } from '../../raster/masks/soft-mask.ts'

export type Side = 'left' | 'top' | 'right' | 'bottom'

/** Pixels by side; below 0 is cut off there. */
export type Insets = Readonly<Record<Side, number>>

/** Of a border: more of it in the subject than this, and the photo itself cuts the dish there. */
const CUT_SHARE = 0.012

/**
 * At which sides there is something other than dish to go on with. Where the photo itself cuts the dish, more table beyond
 * it would be a lie.
 */
export function openSides({ alpha, width, height }: SoftMask): Record<Side, boolean> {
  const share = (length: number, at: (i: number) => number): number => {
    let count = 0
    for (let i = 0; i < length; i++) if (alpha[at(i)] >= 128) count++
    return count / length
  }
  // The outermost line of a mask is often a little paler than the next.
  const across = Math.min(1, width - 1)
  const down = Math.min(1, height - 1)
  return {
    left: share(height, (y) => y * width + across) <= CUT_SHARE,
    right: share(height, (y) => y * width + width - 1 - across) <= CUT_SHARE,
    top: share(width, (x) => down * width + x) <= CUT_SHARE,
    bottom: share(width, (x) => (height - 1 - down) * width + x) <= CUT_SHARE,
  }
}
