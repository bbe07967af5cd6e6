import type { SoftMask } from '../../raster/masks/soft-mask.ts'

export const SIDES = ['left', 'top', 'right', 'bottom'] as const
export type Side = (typeof SIDES)[number]

/** At which sides something holds, such as that the background can be extended there. */
export type OpenSides = Readonly<Record<Side, boolean>>

/** Pixels to add at each side; below 0 they are cut off. */
export type Insets = Readonly<Record<Side, number>>

/** Where a border is looked at, as a share of the side: a mask often ends just before the border. */
const INWARDS = 0.005
/** If more than this share of a border belongs to the subject, the photo itself cuts the dish there. */
const CUT_SHARE = 0.012

/**
 * The sides at which the background can be extended. Where the photo itself cuts the dish, background beyond it would show
 * something that was not there.
 */
export function openSides({ alpha, width, height }: SoftMask): OpenSides {
  const share = (length: number, at: (i: number) => number): number => {
    let count = 0
    for (let i = 0; i < length; i++) if (alpha[at(i)] >= 128) count++
    return count / length
  }
  const across = Math.min(Math.max(1, Math.round(INWARDS * width)), width - 1)
  const down = Math.min(Math.max(1, Math.round(INWARDS * height)), height - 1)
  return {
    left: share(height, (y) => y * width + across) <= CUT_SHARE,
    right: share(height, (y) => y * width + width - 1 - across) <= CUT_SHARE,
    top: share(width, (x) => down * width + x) <= CUT_SHARE,
    bottom: share(width, (x) => (height - 1 - down) * width + x) <= CUT_SHARE,
  }
}
