import { maskBits } from '../../raster/masks/binary-mask.ts'
import { labelComponents } from '../../raster/masks/mask-components.ts'
import { maskMoments } from '../../raster/masks/mask-moments.ts'
import { dilate } from '../../raster/masks/morphology.ts'
import { type SoftMask, thresholdMask } from '../../raster/masks/soft-mask.ts'

/** Alpha from which a pixel is inside. */
const INSIDE = 128
/** Pixels beside an outline in which predictions and mask differ without saying anything. */
const BESIDE = 4
/** Pixels that the soft edge of a thing reaches, and across which it is joined to the dish. */
const SOFT = 7
/** Least and most of the mask that one thing has. */
const SHARE = { least: 0.0015, most: 0.12 }
/** A smaller piece, in pixels, is a speck, however small the mask is. */
const LEAST_PIXELS = 60
/** Least length of a thing in its widths. */
const SLENDER = 3
/** How far from its middle towards an end it meets the dish, as a share of half its length. What lies along a rim meets it elsewhere. */
const AT_END = 0.6
/** Share of it that every prediction must show. */
const SEEN_BY_EVERY = 0.3

/**
 * Keeps whole what lies over the rim of a dish, such as a fork, a spoon or chopsticks: slender things that predictions of the network
 * saw together with the dish, and that meet it at one end. Ware ends at its rim, so a mask of ware cuts them off there.
 *
 * @param seen what every prediction shows, and what any prediction shows (`seenByPredictions`)
 * @returns the new alpha; that of the mask where there are no such things
 * @example const alpha = keepOverRim(subject, await seenByPredictions(predictions, small))
 */
export function keepOverRim(mask: SoftMask, [every, any]: readonly SoftMask[]): Uint8Array {
  const { alpha, width, height } = mask
  if (!every || !any) return alpha
  const size = { width, height }
  const inside = thresholdMask(mask, INSIDE)
  const near = dilate(inside, BESIDE).bits
  const beyond = { bits: maskBits(alpha.length, (i) => near[i] === 0 && any.alpha[i] >= INSIDE), ...size }
  const { labels, count, areas } = labelComponents(beyond, 1)
  if (count === 0) return alpha
  const whole = inside.bits.reduce((sum, bit) => sum + bit, 0)
  const atDish = dilate(inside, BESIDE + 2).bits
  const kept = new Set<number>()
  for (let label = 1; label <= count; label++) {
    const share = areas[label] / Math.max(1, whole)
    if (areas[label] < LEAST_PIXELS || share < SHARE.least || share > SHARE.most) continue
    const piece = { bits: maskBits(labels.length, (i) => labels[i] === label), ...size }
    const contact = { bits: piece.bits.map((bit, i) => bit & atDish[i]), ...size }
    const seen = piece.bits.reduce((sum, bit, i) => sum + (bit === 1 && every.alpha[i] >= INSIDE ? 1 : 0), 0)
    if (seen >= SEEN_BY_EVERY * areas[label] && meetsAtEnd(piece, contact)) kept.add(label)
  }
  if (kept.size === 0) return alpha
  const things = dilate({ bits: maskBits(labels.length, (i) => kept.has(labels[i])), ...size }, SOFT).bits
  return alpha.map((value, i) => (things[i] === 1 ? Math.max(value, any.alpha[i]) : value))
}

/** Whether a piece is slender, and touches the dish with one of its ends. */
function meetsAtEnd(piece: Parameters<typeof maskMoments>[0], contact: Parameters<typeof maskMoments>[0]): boolean {
  const [own, touch] = [maskMoments(piece), maskMoments(contact)]
  if (!own || !touch) return false
  const spread = Math.hypot((own.xx - own.yy) / 2, own.xy)
  const along = (own.xx + own.yy) / 2 + spread
  const length = Math.sqrt(12 * along)
  if (length * length < SLENDER * own.count) return false
  const turn = Math.atan2(2 * own.xy, own.xx - own.yy) / 2
  const reach = (touch.x - own.x) * Math.cos(turn) + (touch.y - own.y) * Math.sin(turn)
  return Math.abs(reach) >= (AT_END * length) / 2
}
