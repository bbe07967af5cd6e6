import { smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/guided-filter.ts'
import { refineAlpha } from './alpha-refinement.ts'
import { localMeanColours, type Planes } from './local-mean-colours.ts'

/** Where a pixel of the small copy lies. */
export const Trimap = { background: 0, unknown: 1, foreground: 2 } as const

/** Numbers that the model keeps for each pixel of the small copy, in this order. */
export const Term = {
  /** Alpha is `red · r + green · g + blue · b + base`, colours 0–1. */
  red: 0,
  green: 1,
  blue: 2,
  offset: 3,
  /** The colours of subject and surroundings near by, 0–255. */
  foreground: 4,
  background: 7,
  /** How far the colour of a pixel may be taken for a mixture: 1 on the line, 0 where the subject is whole. */
  mixture: 10,
  count: 11,
} as const

/** How alpha and colour go at every edge: smooth enough to be kept small, exact when asked at a full-size pixel. */
export interface AlphaModel {
  readonly width: number
  readonly height: number
  readonly trimap: Uint8Array
  readonly terms: Float32Array
}

/** Contrast squared below which colours say nothing about an edge. */
const REGULARIZATION = 2e-4
/** Window of the guided filter, as a share of the long side. */
const WINDOW_SHARE = 1 / 256

/**
 * Learns from a small copy and its mask how alpha follows the colours at each edge (guided filter; He, Sun, Tang 2013).
 * Where colours do not tell subject from surroundings the mask itself is followed.
 *
 * @param small RGB, of the mask's size
 * @param enlargement how many times larger the picture is in which the model will be asked
 */
export function fitAlphaModel(small: Pixels, alpha: Uint8Array, enlargement: number): AlphaModel {
  const { data, width, height } = small
  const size = width * height
  const mask = new Float32Array(alpha).map((value) => value / 255)
  const colours = [0, 1, 2].map((c) => {
    const one = new Float32Array(size)
    for (let i = 0; i < size; i++) one[i] = data[3 * i + c] / 255
    return one
  }) as unknown as Planes
  const terms = new Float32Array(Term.count * size)
  const near = boxMean(mask, width, height, 2)
  const trimap = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const share = near[i]
    trimap[i] = share > 0.997 ? Trimap.foreground : share < 0.003 ? Trimap.background : Trimap.unknown
  }
  const close = boxMean(mask, width, height, 1)
  const firm = (sign: (share: number) => boolean) => close.map((share) => (sign(share) ? 1 : 0))
  const colour = { stride: Term.count, into: terms }
  localMeanColours(
    colours,
    firm((share) => share > 0.98),
    small,
    { ...colour, at: Term.foreground },
  )
  localMeanColours(
    colours,
    firm((share) => share < 0.02),
    small,
    { ...colour, at: Term.background },
  )
  const radius = Math.max(2, Math.round(Math.max(width, height) * WINDOW_SHARE))
  fitGuidedFilter(colours, refineAlpha(small, mask, trimap, terms), { width, height, radius, enlargement }, terms)
  for (let i = 0; i < size; i++) terms[Term.count * i + Term.mixture] = 1 - smoothstep(0.86, 0.99, near[i])
  return { width, height, trimap, terms }
}

interface GuidedFilterOptions {
  readonly width: number
  readonly height: number
  readonly radius: number
  readonly enlargement: number
}

function fitGuidedFilter(
  [r, g, b]: Planes,
  mask: Float32Array,
  { width, height, radius, enlargement }: GuidedFilterOptions,
  terms: Float32Array,
): void {
  const size = width * height
  const mean = (one: Float32Array) => boxMean(one, width, height, radius)
  const product = (one: Float32Array, other: Float32Array) => {
    const both = new Float32Array(size)
    for (let i = 0; i < size; i++) both[i] = one[i] * other[i]
    return mean(both)
  }
  const [mr, mg, mb, mp] = [mean(r), mean(g), mean(b), mean(mask)]
  const [rr, rg, rb, gg, gb, bb] = [
    product(r, r),
    product(r, g),
    product(r, b),
    product(g, g),
    product(g, b),
    product(b, b),
  ]
  const [pr, pg, pb, pp] = [product(r, mask), product(g, mask), product(b, mask), product(mask, mask)]
  const offset = new Float32Array(size)
  const trust = new Float32Array(size)
  for (let i = 0; i < size; i++) {
    const [x, y, z, p] = [mr[i], mg[i], mb[i], mp[i]]
    const variance = pp[i] - p * p
    if (variance < 1e-5) {
      rr[i] = gg[i] = bb[i] = 0
      offset[i] = p
      continue
    }
    const xx = rr[i] - x * x + REGULARIZATION
    const xy = rg[i] - x * y
    const xz = rb[i] - x * z
    const yy = gg[i] - y * y + REGULARIZATION
    const yz = gb[i] - y * z
    const zz = bb[i] - z * z + REGULARIZATION
    const [cx, cy, cz] = [pr[i] - x * p, pg[i] - y * p, pb[i] - z * p]
    const [i00, i01, i02] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy]
    const [i11, i12, i22] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy]
    const determinant = xx * i00 + xy * i01 + xz * i02
    const a0 = (i00 * cx + i01 * cy + i02 * cz) / determinant
    const a1 = (i01 * cx + i11 * cy + i12 * cz) / determinant
    const a2 = (i02 * cx + i12 * cy + i22 * cz) / determinant
    trust[i] = (a0 * cx + a1 * cy + a2 * cz) / variance
    rr[i] = a0
    gg[i] = a1
    bb[i] = a2
    offset[i] = p - a0 * x - a1 * y - a2 * z
  }
  const [red, green, blue, base, explained] = [mean(rr), mean(gg), mean(bb), mean(offset), mean(trust)]
  for (let i = 0; i < size; i++) {
    const followed = smoothstep(0.35, 0.8, explained[i])
    // A line drawn at full size needs little sharpening, one that was enlarged needs as much as it was enlarged.
    const gain = 1.05 * followed + (1 - followed) * Math.max(1, 0.9 * enlargement)
    const to = Term.count * i
    terms[to + Term.red] = gain * followed * red[i]
    terms[to + Term.green] = gain * followed * green[i]
    terms[to + Term.blue] = gain * followed * blue[i]
    const level = followed * base[i] + (1 - followed) * mask[i]
    terms[to + Term.offset] = gain * (level - 0.5) + 0.5
  }
}
