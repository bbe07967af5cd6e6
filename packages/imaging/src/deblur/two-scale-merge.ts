import { type Plane, plane } from '../raster/planes/plane.ts'
import { reducePlane, resamplePlane } from '../raster/scaling/resample.ts'

/** Reduces a plane to half its size; an odd last row or column is repeated. */
export const halvePlane = (source: Plane): Plane => {
  if (source.width % 2 === 0 && source.height % 2 === 0) return reducePlane(source, 2)
  const even = plane(source.width + (source.width & 1), source.height + (source.height & 1))
  for (let y = 0; y < even.height; y++) {
    const from = Math.min(y, source.height - 1) * source.width
    even.data.set(source.data.subarray(from, from + source.width), y * even.width)
    if (source.width & 1) even.data[(y + 1) * even.width - 1] = source.data[from + source.width - 1]
  }
  return reducePlane(even, 2)
}

/**
 * Merges two scales of one picture: low frequencies from the coarse one, and from the fine one only what is too fine for the
 * coarse one. `fine` is changed in place and returned.
 *
 * @param coarse about half the size; it may be a row or a column larger than that
 */
export const mergeScales = (fine: Plane, coarse: Plane): Plane => {
  const missing = halvePlane(fine)
  for (let y = 0, i = 0; y < missing.height; y++) {
    for (let x = 0; x < missing.width; x++, i++) {
      missing.data[i] = coarse.data[y * coarse.width + x] - missing.data[i]
    }
  }
  const more = resamplePlane(missing, 2)
  for (let y = 0, i = 0; y < fine.height; y++) {
    for (let x = 0; x < fine.width; x++, i++) {
      fine.data[i] += more.data[y * more.width + x]
    }
  }
  return fine
}
