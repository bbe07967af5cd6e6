import { borderColours } from '../colour/border-colours.ts'
import { distanceToNearest, opponentColour } from '../colour/opponent-colour.ts'
import { resizeMask } from '../raster/masks/resize-mask.ts'
import type { SoftMask } from '../raster/masks/soft-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import { Hint, partByColours } from './part-by-colours.ts'

/** Long side of the copy that is parted. */
const SIDE = 256
/** Depth of the border that is taken for background, as a share of the short side. */
const BORDER = 0.02
/** Distance (of 1) from the border's colours from which a colour is a dish certainly, probably, and probably in the middle. */
const DISTANCE = { certain: 0.3, probable: 0.12, middle: 0.03 }
/** Radius of the middle, as a share of the half sides. */
const MIDDLE = 0.7
/** Share of the colours that are not those of the border which a mask must hold. Where more lie beside it, it is a guess. */
const OWN_COLOURS = 0.6

/**
 * A mask from colours alone: photos show at their borders what a dish stands on, and a dish in the middle.
 *
 * @returns an empty mask where no dish stands out by its colours
 */
export async function classicalMask(small: Pixels): Promise<SoftMask> {
  const copy = await makeAnalysisCopy(small, SIDE)
  const { data, width, height } = copy
  const depth = Math.max(1, Math.round(BORDER * Math.min(width, height)))
  const places = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const isBorder = Math.min(x, y, width - 1 - x, height - 1 - y) < depth
    const colour = opponentColour(data[3 * i], data[3 * i + 1], data[3 * i + 2], 255)
    return { isBorder, colour, radius: Math.hypot((2 * x + 1) / width - 1, (2 * y + 1) / height - 1) }
  })
  const surroundings = borderColours(places.filter(({ isBorder }) => isBorder).map(({ colour }) => colour))
  const distances = places.map(({ colour }) => distanceToNearest(colour, surroundings))
  const hints = Uint8Array.from(places, ({ isBorder, radius }, i) => {
    if (isBorder) return Hint.background
    if (distances[i] > DISTANCE.certain) return Hint.foreground
    const least = radius < MIDDLE ? DISTANCE.middle : DISTANCE.probable
    return distances[i] > least ? Hint.probableForeground : Hint.probableBackground
  })
  const bits = partByColours(copy, hints)
  const own = bits.filter((_, i) => distances[i] > DISTANCE.probable)
  const isSeen = own.length > 0 && own.reduce((sum, bit) => sum + bit, 0) >= OWN_COLOURS * own.length
  const alpha = bits.map((bit) => (isSeen ? 255 * bit : 0))
  return { width: small.width, height: small.height, alpha: await resizeMask({ alpha, width, height }, small) }
}
