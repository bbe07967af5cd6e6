import { angularFrequency, emptySpectrum, type Spectrum } from '../fft.ts'

/** The path of light of one point, on a square of an odd number of pixels. The values add up to 1. */
export interface PathKernel {
  readonly side: number
  readonly values: Float64Array
}

/** Where the light of a kernel lies on average, from its middle pixel. */
export const centroid = ({ side, values }: PathKernel): readonly [x: number, y: number] => {
  let [x, y, sum] = [0, 0, 0]
  values.forEach((value, i) => {
    x += value * ((i % side) - (side >> 1))
    y += value * (Math.floor(i / side) - (side >> 1))
    sum += value
  })
  return [x / sum, y / sum]
}

/** Standard deviation of a kernel in pixels, along one axis on average. */
export const kernelDeviation = (kernel: PathKernel): number => {
  const { side, values } = kernel
  const [cx, cy] = centroid(kernel)
  let sum = 0
  values.forEach((value, i) => {
    sum += value * (((i % side) - (side >> 1) - cx) ** 2 + (Math.floor(i / side) - (side >> 1) - cy) ** 2)
  })
  return Math.sqrt(sum / 2)
}

/** A kernel moved by whole pixels and resized to another odd side; what leaves the square is lost. */
const moved = ({ side, values }: PathKernel, to: number, dx: number, dy: number): PathKernel => {
  const made = new Float64Array(to * to)
  const offset = (to - side) / 2
  values.forEach((value, i) => {
    const x = (i % side) + offset + dx
    const y = Math.floor(i / side) + offset + dy
    if (x >= 0 && y >= 0 && x < to && y < to) made[y * to + x] += value
  })
  return { side: to, values: made }
}

const normalised = ({ side, values }: PathKernel): PathKernel => {
  const sum = values.reduce((total, value) => total + value, 0)
  return { side, values: values.map((value) => value / sum) }
}

/** Shares of the largest value below which a tap is noise, and of all light below which a separate patch is. */
const LEAST_TAP = 0.05
const LEAST_PATCH = 0.1

/** Patches of touching taps that hold little light become 0. */
const dropSmallPatches = ({ side, values }: PathKernel): void => {
  const seen = new Uint8Array(values.length)
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || values[start] === 0) continue
    const patch = [start]
    seen[start] = 1
    let sum = 0
    for (let at = 0; at < patch.length; at++) {
      const i = patch[at]
      sum += values[i]
      const [x, y] = [i % side, Math.floor(i / side)]
      for (let n = Math.max(0, y - 1); n <= Math.min(side - 1, y + 1); n++) {
        for (let m = Math.max(0, x - 1); m <= Math.min(side - 1, x + 1); m++) {
          const j = n * side + m
          if (seen[j] || values[j] === 0) continue
          seen[j] = 1
          patch.push(j)
        }
      }
    }
    if (sum < LEAST_PATCH) for (const i of patch) values[i] = 0
  }
}

/** What can be a path of light: no negative taps, no specks, centred on its light. */
export const cleanKernel = (raw: PathKernel): PathKernel => {
  const most = raw.values.reduce((high, value) => Math.max(high, value), 0)
  const kept = normalised({
    side: raw.side,
    values: raw.values.map((value) => (value < LEAST_TAP * most ? 0 : value)),
  })
  dropSmallPatches(kept)
  const [x, y] = centroid(kept)
  return normalised(moved(kept, raw.side, -Math.round(x), -Math.round(y)))
}

/** Enlarges a kernel to a larger odd side by linear interpolation. */
export const enlargeKernel = ({ side, values }: PathKernel, to: number, factor: number): PathKernel => {
  const made = new Float64Array(to * to)
  const at = (x: number, y: number) => (x >= 0 && y >= 0 && x < side && y < side ? values[y * side + x] : 0)
  for (let y = 0, i = 0; y < to; y++) {
    for (let x = 0; x < to; x++, i++) {
      const u = (x - (to >> 1)) / factor + (side >> 1)
      const v = (y - (to >> 1)) / factor + (side >> 1)
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [p, q] = [u - left, v - top]
      made[i] =
        (1 - q) * ((1 - p) * at(left, top) + p * at(left + 1, top)) +
        q * ((1 - p) * at(left, top + 1) + p * at(left + 1, top + 1))
    }
  }
  return normalised({ side: to, values: made })
}

/** Writes a kernel around the corner of an empty square, where its spectrum has no shift but that of the kernel. */
export const placeKernel = ({ side, values }: PathKernel, square: Spectrum, across: number): void => {
  square.re.fill(0)
  square.im.fill(0)
  const reach = side >> 1
  values.forEach((value, i) => {
    const x = ((i % side) - reach + across) % across
    const y = (Math.floor(i / side) - reach + across) % across
    square.re[y * across + x] = value
  })
}

/** The optical transfer of a kernel at one frequency, its light centred: real and imaginary part. */
export const pathTransfer = (kernel: PathKernel, side: number): Spectrum => {
  const [cx, cy] = centroid(kernel)
  const reach = kernel.side >> 1
  const made = emptySpectrum(side)
  // Separable by rows: the transfer of each row at each frequency across, then the sum down.
  const rowRe = new Float64Array(kernel.side * side)
  const rowIm = new Float64Array(kernel.side * side)
  for (let row = 0; row < kernel.side; row++) {
    for (let x = 0; x < side; x++) {
      const w = angularFrequency(x, side)
      for (let c = 0; c < kernel.side; c++) {
        const value = kernel.values[row * kernel.side + c]
        if (value === 0) continue
        const turn = -w * (c - reach - cx)
        rowRe[row * side + x] += value * Math.cos(turn)
        rowIm[row * side + x] += value * Math.sin(turn)
      }
    }
  }
  for (let y = 0; y < side; y++) {
    const w = angularFrequency(y, side)
    for (let row = 0; row < kernel.side; row++) {
      const turn = -w * (row - reach - cy)
      const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
      for (let x = 0; x < side; x++) {
        const [a, b] = [rowRe[row * side + x], rowIm[row * side + x]]
        made.re[y * side + x] += a * cos - b * sin
        made.im[y * side + x] += a * sin + b * cos
      }
    }
  }
  return made
}
