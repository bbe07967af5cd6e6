import { grow, shrunk } from '../regions.ts'
import type { SoftMask } from './tidy.ts'

/** Within this share of the long side of its outline the near look decides: it draws edges finer. */
const EDGE = 0.008
/** Of a copy of 1,024 pixels that is 8; a small copy has at least so many. */
const LEAST_EDGE = 2

const isIn = ({ alpha, width, height }: SoftMask) => ({
  bits: Uint8Array.from(alpha, (value) => (value >= 128 ? 1 : 0)),
  width,
  height,
})

/**
 * One mask of two: everything that either look found, with the edges of the near one wherever it drew them. What lies
 * deep inside the far look stays whole, though the near one drew the outline of the food there.
 *
 * @param far of a copy on which things are seen whole
 * @param near of a larger copy; both have the same size here
 */
export function joined(far: SoftMask, near: SoftMask): SoftMask {
  const radius = Math.max(LEAST_EDGE, Math.round(EDGE * Math.max(near.width, near.height)))
  const drawn = isIn(near)
  const around = grow(drawn, radius).bits
  const within = shrunk(drawn, radius).bits
  const deep = shrunk(isIn(far), radius).bits
  const alpha = near.alpha.map((value, i) => {
    const atEdge = around[i] === 1 && within[i] === 0
    return atEdge && deep[i] === 0 ? value : Math.max(value, far.alpha[i] as number)
  })
  return { alpha, width: near.width, height: near.height }
}
