/** How near to its lowest place a thing's outline counts as its base, as a share of its height. */
const NEAR = 0.05
/** A base is at least so much of the width; the lower arc of a plate has 0.44 of it. */
const LEAST_BASE = 0.55

/**
 * Whether a thing has a straight base to stand on, as glasses, cakes and burgers have that are seen from the side. What the
 * picture cuts off below shows none.
 *
 * @param bits 1 where the thing is, row by row
 */
export function standsOnBase(bits: Uint8Array, width: number, height: number): boolean {
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
  const base = columns.filter((y) => bottom - y <= Math.max(1, NEAR * (bottom + 1 - top)))
  return base.length >= LEAST_BASE * columns.length
}
