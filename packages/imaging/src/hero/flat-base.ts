/** How near to its lowest place a thing's outline counts as its base, as a share of its height. */
const NEAR = 0.05
/** A base is at least so much of the width; the lower arc of a plate has 0.44 of it. */
const MIN_BASE = 0.55
/** What is so much taller than wide may taper, to so little of its width, if its base is straight: a glass, not a handle. */
const TALL = 1.15
const MIN_TAPERED = 0.18
/** A straight base is nearly as wide two fifths as near; of an arc a third is gone. */
const STRAIGHT = 0.8

/**
 * Whether a thing has a straight base to stand on, as glasses, cakes and burgers have when they are seen from the side. What the
 * picture cuts off below shows none.
 *
 * @param bits 1 where the thing is, row by row
 */
export function hasFlatBase(bits: Uint8Array, width: number, height: number): boolean {
  const lowest = new Int32Array(width).fill(-1)
  let [top, bottom] = [height, -1]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!bits[i]) continue
      lowest[x] = y
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (bottom < 0 || bottom >= height - 2) return false
  const columns = lowest.filter((y) => y >= 0)
  const tall = bottom + 1 - top
  const within = (share: number) => columns.filter((y) => bottom - y <= Math.max(1, share * tall)).length
  const base = within(NEAR)
  if (base >= MIN_BASE * columns.length) return true
  const tapers = tall >= TALL * columns.length && base >= MIN_TAPERED * columns.length
  return tapers && within(0.4 * NEAR) >= STRAIGHT * base
}
