import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { borderOf } from '../../raster/masks/mask-components.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'
import type { FilteredMask } from './component-filter.ts'
import { outlineContrast } from './outline-contrast.ts'

/** The factor on masks from colours alone, which never are certain. */
const CLASSICAL_FACTOR = 0.7
/** Alpha between which a pixel is undecided. */
const UNDECIDED = [40, 215] as const
/** Share of an uncertainty inside the mask that an outline which the picture shows removes. */
const CONFIRMED = 0.85
/** Even a perfect mask may be of the wrong thing. */
const MAX_CONFIDENCE = 0.98

/**
 * How far a mask can be trusted that was not chosen among several, by what it looks like: how decided it is, whether the picture
 * shows its outline, how much of the border of the photo it covers, and whether its share of the photo is sensible.
 *
 * @param small RGB, of the masks' size
 * @param soft the mask as it was found
 * @param final the same mask after clean-up
 * @param isSeen whether a network saw it, or colours alone
 * @returns 0–1; 0 if nothing was found
 */
export function maskConfidence(small: Pixels, soft: SoftMask, final: FilteredMask, isSeen: boolean): number {
  let [area, mass, undecided] = [0, 0, 0]
  for (const [i, value] of soft.alpha.entries()) {
    if (value > UNDECIDED[0] && value < UNDECIDED[1]) undecided++
    if (final.bits[i] === 0) continue
    area++
    mass += value / 255
  }
  if (area === 0) return 0
  const outline = outlineContrast(small, final)
  // A network is often unsure of glaze and gloss inside an outline that is plain to see.
  const confirm = (share: number) => 1 - (1 - share) * (1 - CONFIRMED * smoothstep(0.7, 0.95, outline))
  const border = borderOf(final)
  const cut = border.filter((i) => final.bits[i] === 1).length / border.length
  const share = area / final.bits.length
  const all =
    MAX_CONFIDENCE *
    (0.35 + 0.65 * smoothstep(0.3, 0.75, outline)) *
    confirm(1 - clamp(undecided / area, 0, 1)) *
    confirm(mass / area) ** 2 *
    (1 - 0.6 * cut) *
    clamp(share / 0.03, 0.2, 1) *
    clamp((1.02 - share) / 0.12, 0.2, 1)
  const confidence = isSeen ? all : CLASSICAL_FACTOR * all
  return Math.round(100 * clamp(confidence, 0.01, 1)) / 100
}
