import { type BinaryMask, dilate, erode, labelComponents, maskBits, openMask } from '../../raster/masks/binary-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'

/** Within this share of the long side of its outline the near look decides: it draws edges finer. */
const EDGE = 0.008
/** Of a copy of 1,024 pixels that is 8; a small copy has at least so many. */
const MIN_EDGE = 2
/** What only the far look sees and what is thinner than twice this share is none: thin things are what the near one sees. */
const THIN = 0.02
/** Alpha from which one look may mean what the other sees, half sees something, sees it, and is sure of it. */
const HINT = 24
const HALF_SEEN = 64
const SEEN = 128
const SURE = 200
const NOTED = 96
/** Around what is sure an edge is soft for so many pixels. */
const SOFT_EDGE = 3
/** How much of a thing must be sure, or the edge of what is, and how much of a thin one must be hinted at. */
const FIRM_SHARE = 0.6
const HINTED_SHARE = 0.25
/** Half the side of the square that fits into a thing, by the radius of a disc of its area: 0.7 in a disc. */
const SLENDER = 0.45
/** Of the whole picture. */
const SPECK = 0.0008

/** A mask of two looks. */
export interface FusedMask extends SoftMask {
  /** Of what either look more than hints at, the share that either is sure of: 0–1. A plate that one alone sees does not lower it. */
  readonly agreement: number
}

/**
 * One mask of two: what either look is sure of, with the edges of the near one wherever it drew them. What lies deep
 * inside the far look stays whole, though the near one drew the outline of the food there. What one look half sees and
 * the other does not is nobody's, and so are thin and slender things that only the far one sees: a cloth, a reflection.
 *
 * @param far of a copy on which things are seen whole
 * @param near of a larger copy; both have the same size here
 */
export function fuseScales(far: SoftMask, near: SoftMask): FusedMask {
  const { width, height } = near
  const radius = Math.max(MIN_EDGE, Math.round(EDGE * Math.max(width, height)))
  const fine = removeSmears(near, far, radius)
  const whole = removeStrays(removeSmears(far, near, radius), fine, radius)
  const drawn = atLeast(fine, SEEN)
  const around = dilate(drawn, radius).bits
  const within = erode(drawn, radius).bits
  const deep = erode(atLeast(whole, SEEN), radius).bits
  // Beyond the line that the near look drew, what the far one sees counts with its edge, but not the mere edge of it.
  const beyond = atLeast(whole, SEEN).bits.map((bit, i) => (around[i] ? 0 : bit))
  const added = dilate({ bits: beyond, width, height }, radius).bits
  const alpha = fine.alpha.map((value, i) => {
    const isEdge = around[i] === 1 && within[i] === 0
    const isNear = isEdge ? deep[i] === 0 : around[i] === 0 && added[i] === 0
    return isNear ? value : Math.max(value, whole.alpha[i])
  })
  return { alpha, width, height, agreement: measureAgreement(far, near) }
}

function measureAgreement(far: SoftMask, near: SoftMask): number {
  let [half, sure] = [0, 0]
  for (let i = 0; i < far.alpha.length; i++) {
    const most = Math.max(far.alpha[i], near.alpha[i])
    if (most >= NOTED) half++
    if (most >= SURE) sure++
  }
  return half === 0 ? 0 : sure / half
}

const atLeast = ({ alpha, width, height }: SoftMask, least: number): BinaryMask => ({
  bits: maskBits(alpha.length, (i) => alpha[i] >= least),
  width,
  height,
})

/** A look without what it only half sees and the other one does not; there the other one's edge is taken. */
function removeSmears(look: SoftMask, other: SoftMask, radius: number): SoftMask {
  const { width, height } = look
  const known = dilate(atLeast(other, SEEN), radius).bits
  const bits = atLeast(look, HALF_SEEN).bits.map((bit, i) => (known[i] ? 0 : bit))
  const firm = dilate(atLeast(look, SURE), SOFT_EDGE).bits
  const smeared = unsupportedComponents({ bits, width, height }, firm, FIRM_SHARE)
  // As far as the other look's edge, which lies the radius from what it does not know.
  const near = dilate({ bits: smeared, width, height }, 2 * radius).bits
  const alpha = look.alpha.map((value, i) => (near[i] ? Math.min(value, other.alpha[i]) : value))
  return { alpha, width, height }
}

/** The far look without what the near one does not hint at: thin parts, and slender things that touch nothing. */
function removeStrays(far: SoftMask, near: SoftMask, radius: number): SoftMask {
  const { width, height } = far
  const seen = atLeast(far, SEEN)
  const stout = dilate(openMask(seen, Math.max(radius, Math.round(THIN * Math.max(width, height)))), radius).bits
  const hinted = dilate(atLeast(near, HINT), radius).bits
  const thin: BinaryMask = { width, height, bits: seen.bits.map((bit, i) => (stout[i] ? 0 : bit)) }
  const [strays, lonely] = [unsupportedComponents(thin, hinted, HINTED_SHARE), isolatedSlenderComponents(seen, near)]
  const kept = seen.bits.map((bit, i) => (strays[i] || lonely[i] ? 0 : bit))
  const edged = dilate({ width, height, bits: kept }, SOFT_EDGE).bits
  const alpha = far.alpha.map((value, i) => (kept[i] || (edged[i] && !seen.bits[i]) ? value : 0))
  return { alpha, width, height }
}

/** Those things of a mask of which less than a share is supported. */
function unsupportedComponents(mask: BinaryMask, support: Uint8Array, share: number): Uint8Array {
  const { labels, count } = labelComponents(mask, 1)
  const areas = new Uint32Array(count + 1)
  const supported = new Uint32Array(count + 1)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]
    areas[label] += 1
    if (support[i]) supported[label] += 1
  }
  const lacks = areas.map((area, label) => (label > 0 && supported[label] < share * area ? 1 : 0))
  return maskBits(labels.length, (i) => lacks[labels[i]] === 1)
}

/** Slender things of a mask in which a look sees nothing. */
function isolatedSlenderComponents(mask: BinaryMask, look: SoftMask): Uint8Array {
  const { width, height } = mask
  const { labels, count } = labelComponents(mask, 1)
  const areas = new Uint32Array(count + 1)
  const met = new Uint8Array(count + 1)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]
    areas[label] += 1
    if (look.alpha[i] >= SEEN) met[label] = 1
  }
  const lonely = new Uint8Array(labels.length)
  for (let label = 1; label <= count; label++) {
    // Specks are not worth a look: they go when the mask is tidied.
    if (met[label] || areas[label] < SPECK * labels.length) continue
    const bits = maskBits(labels.length, (i) => labels[i] === label)
    const reach = Math.max(1, Math.round(SLENDER * Math.sqrt(areas[label] / Math.PI)))
    if (erode({ bits, width, height }, reach).bits.includes(1)) continue
    for (let i = 0; i < bits.length; i++) if (bits[i]) lonely[i] = 1
  }
  return lonely
}
