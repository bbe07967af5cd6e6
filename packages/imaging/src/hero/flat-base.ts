/** Distance from its lowest row within which a thing's outline counts as its base, as a share of its height. */
const NEAR = 0.05
/** Least width of a base as a share of the thing's width. The lower arc of a plate has 0.44. */
const MIN_BASE = 0.55
/**
 * A thing this much taller than wide may taper to this share of its width if its base is straight: a glass, but no
 * handle.
 */
const TALL = 1.15
const MIN_TAPERED = 0.18
/** Share of its width that a straight base keeps at two fifths of the distance; an arc loses a third. */
const STRAIGHT = 0.8

/**
 * Whether a thing has a flat base to stand on, as glasses, cakes and burgers have when seen from the side. A thing that the
 * picture cuts off below shows no base.
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
