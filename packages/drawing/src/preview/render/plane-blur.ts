/** A grid of numbers. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

/** A plane made smaller by a whole factor, each value the mean of its cells. */
export function reducePlane(data: Float32Array, width: number, height: number, by: number): Plane {
  const small = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
  const out = new Float32Array(small.width * small.height)
  for (let y = 0; y < small.height; y++) {
    const y0 = Math.min(height - 1, y * by)
    const y1 = Math.min(height - 1, y * by + (by >> 1))
    for (let x = 0; x < small.width; x++) {
      const x0 = Math.min(width - 1, x * by)
      const x1 = Math.min(width - 1, x * by + (by >> 1))
      out[y * small.width + x] =
        (data[y0 * width + x0] + data[y0 * width + x1] + data[y1 * width + x0] + data[y1 * width + x1]) / 4
    }
  }
  return { ...small, data: out }
}

/** A plane blurred by three box filters in each direction, which together come close to a Gaussian. */
export function blurPlane(plane: Plane, radius: number, passes = 2): Plane {
  const reach = Math.max(1, Math.round(radius))
  let data = plane.data
  for (let pass = 0; pass < passes; pass++) {
    data = blurRows(data, plane.width, plane.height, reach)
    data = blurColumns(data, plane.width, plane.height, reach)
  }
  return { ...plane, data }
}

function blurRows(from: Float32Array, width: number, height: number, reach: number): Float32Array {
  const to = new Float32Array(from.length)
  const share = 1 / (2 * reach + 1)
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = from[row] * reach
    for (let x = 0; x <= reach; x++) sum += from[row + Math.min(x, width - 1)]
    for (let x = 0; x < width; x++) {
      to[row + x] = sum * share
      sum += from[row + Math.min(x + reach + 1, width - 1)] - from[row + Math.max(x - reach, 0)]
    }
  }
  return to
}

function blurColumns(from: Float32Array, width: number, height: number, reach: number): Float32Array {
  const to = new Float32Array(from.length)
  const share = 1 / (2 * reach + 1)
  const sums = new Float32Array(width)
  for (let x = 0; x < width; x++) sums[x] = from[x] * reach
  for (let y = 0; y <= reach; y++) {
    const row = Math.min(y, height - 1) * width
    for (let x = 0; x < width; x++) sums[x] += from[row + x]
  }
  for (let y = 0; y < height; y++) {
    const row = y * width
    const entering = Math.min(y + reach + 1, height - 1) * width
    const leaving = Math.max(y - reach, 0) * width
    for (let x = 0; x < width; x++) {
      to[row + x] = sums[x] * share
      sums[x] += from[entering + x] - from[leaving + x]
    }
  }
  return to
}

/** Writes a row between two rows of a plane, with its last value once more at the end. */
export function rowOf(plane: Plane, y: number, row: Float32Array): void {
  const { width, height, data } = plane
  const upper = Math.min(height - 1, Math.max(0, Math.floor(y)))
  const lower = Math.min(height - 1, upper + 1)
  const share = Math.min(1, Math.max(0, y - upper))
  for (let x = 0; x < width; x++) {
    const here = data[upper * width + x]
    row[x] = here + share * (data[lower * width + x] - here)
  }
  row[width] = row[width - 1]
}
