import { clamp } from '../clamp-and-smoothstep.ts'
import type { Pixels } from '../pixels.ts'
import { type Plane, plane } from '../planes/plane.ts'

export type Scale = 2 | 4

/** Samples on either side of a new one that contribute to it. */
const REACH = 3
const TAPS = 2 * REACH

/** A new sample may leave the range of its two neighbours by this share of their distance plus so many levels. */
const OVERSHOOT = 0.12
const SLACK = 1.5

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
const lanczos = (x: number): number => (Math.abs(x) < REACH ? sinc(x) * sinc(x / REACH) : 0)

/** The samples of a new row or column: the offset of the first of them, and the weight of each. */
interface Phase {
  readonly first: number
  readonly weights: Float32Array
}

/** Enlarging by a whole number needs as many sets of weights, which repeat. */
const phasesOf = (scale: Scale): readonly Phase[] =>
  Array.from({ length: scale }, (_, phase) => {
    const centre = (phase + 0.5) / scale - 0.5
    const first = Math.floor(centre) - REACH + 1
    const raw = Array.from({ length: TAPS }, (_, tap) => lanczos(centre - first - tap))
    const sum = raw.reduce((total, weight) => total + weight, 0)
    return { first, weights: Float32Array.from(raw, (weight) => weight / sum) }
  })

/** A row as numbers, its ends repeated. Colour is multiplied by alpha, so that transparent pixels do not bleed. */
const readRow = ({ data, width, channels }: Pixels, y: number, row: Float32Array): void => {
  let [from, to] = [y * width * channels, REACH * channels]
  for (let x = 0; x < width; x++, from += channels, to += channels) {
    const share = channels === 4 ? data[from + 3] / 255 : 1
    for (let c = 0; c < 3; c++) row[to + c] = data[from + c] * share
    if (channels === 4) row[to + 3] = data[from + 3]
  }
  row.copyWithin(0, to - channels, to)
  for (let side = 0; side < REACH; side++) {
    row.copyWithin(side * channels, REACH * channels, (REACH + 1) * channels)
    row.copyWithin(to + side * channels, to - channels, to)
  }
}

/** Enlarges one row horizontally by the number of phases. */
const widen = (row: Float32Array, width: number, channels: number, phases: readonly Phase[], wide: Float32Array) => {
  for (let p = 0; p < phases.length; p++) {
    const { first, weights } = phases[p]
    const [a, b, c, d, e, f] = weights
    const step = phases.length * channels
    for (let channel = 0; channel < channels; channel++) {
      let at = (REACH + first) * channels + channel
      for (let x = 0, to = p * channels + channel; x < width; x++, to += step, at += channels) {
        const left = row[at + 2 * channels]
        const right = row[at + 3 * channels]
        const sum =
          a * row[at] +
          b * row[at + channels] +
          c * left +
          d * right +
          e * row[at + 4 * channels] +
          f * row[at + 5 * channels]
        wide[to] = limitOvershoot(sum, left, right)
      }
    }
  }
}

/** Lanczos rings beside an edge, where both neighbours are alike: there the sum is limited to their range. */
const limitOvershoot = (sum: number, left: number, right: number): number => {
  const low = left < right ? left : right
  const high = left < right ? right : left
  const room = (high - low) * OVERSHOOT + SLACK
  if (sum < low - room) return low - room
  return sum > high + room ? high + room : sum
}

/** Mixes one new row out of six enlarged ones. */
const mix = (rows: readonly Float32Array[], { weights }: Phase, mixed: Float32Array): void => {
  const [r0, r1, r2, r3, r4, r5] = rows
  const [a, b, c, d, e, f] = weights
  for (let i = 0; i < mixed.length; i++) {
    const above = r2[i]
    const below = r3[i]
    const sum = a * r0[i] + b * r1[i] + c * above + d * below + e * r4[i] + f * r5[i]
    mixed[i] = limitOvershoot(sum, above, below)
  }
}

const writeRow = (mixed: Float32Array, channels: number, data: Uint8Array, start: number): void => {
  if (channels === 3) {
    for (let i = 0; i < mixed.length; i++) data[start + i] = clamp(mixed[i] + 0.5, 0, 255)
    return
  }
  for (let i = 0; i < mixed.length; i += 4) {
    const alpha = clamp(mixed[i + 3], 0, 255)
    const share = alpha < 0.5 ? 0 : 255 / alpha
    for (let c = 0; c < 3; c++) data[start + i + c] = clamp(mixed[i + c] * share + 0.5, 0, 255)
    data[start + i + 3] = alpha + 0.5
  }
}

/**
 * Enlarges a picture to exactly twice or four times its size by Lanczos with three lobes, limited where it would ring.
 * It works row by row, so its memory is that of the two pictures and a few rows.
 *
 * @example const { width } = resample(pixels, 4) // 4 * pixels.width
 */
export const resample = (pixels: Pixels, scale: Scale): Pixels => {
  const { width, height, channels } = pixels
  const phases = phasesOf(scale)
  const result: Pixels = {
    data: new Uint8Array(width * scale * height * scale * channels),
    width: width * scale,
    height: height * scale,
    channels,
  }
  const pitch = result.width * channels
  const row = new Float32Array((width + 2 * REACH) * channels)
  const mixed = new Float32Array(pitch)
  // Row y of the source lies widened in place y modulo the length of the ring.
  const ring = Array.from({ length: TAPS + 1 }, () => new Float32Array(pitch))
  const place = (y: number) => ring[y % ring.length]
  let read = 0
  for (let y = 0; y < height; y++) {
    for (; read <= Math.min(height - 1, y + REACH); read++) {
      readRow(pixels, read, row)
      widen(row, width, channels, phases, place(read))
    }
    phases.forEach((phase, p) => {
      const rows = Array.from({ length: TAPS }, (_, tap) => place(clamp(y + phase.first + tap, 0, height - 1)))
      mix(rows, phase, mixed)
      writeRow(mixed, channels, result.data, (y * scale + p) * pitch)
    })
  }
  return result
}

/**
 * Enlarges one channel to exactly twice or four times its size by Lanczos with three lobes. It is not limited, because
 * differences between pictures must be resampled linearly.
 */
export const resamplePlane = ({ data, width, height }: Plane, scale: Scale): Plane => {
  const phases = phasesOf(scale)
  const across = plane(width * scale, height)
  const row = new Float32Array(width + 2 * REACH)
  for (let y = 0; y < height; y++) {
    row.set(data.subarray(y * width, (y + 1) * width), REACH)
    row.fill(row[REACH], 0, REACH)
    row.fill(row[width + REACH - 1], width + REACH)
    phases.forEach(({ first, weights }, p) => {
      const [a, b, c, d, e, f] = weights
      for (let x = 0, at = REACH + first, to = y * across.width + p; x < width; x++, at++, to += scale) {
        across.data[to] =
          a * row[at] + b * row[at + 1] + c * row[at + 2] + d * row[at + 3] + e * row[at + 4] + f * row[at + 5]
      }
    })
  }
  const large = plane(across.width, height * scale)
  const rowAt = (y: number) => clamp(y, 0, height - 1) * across.width
  for (let y = 0; y < height; y++) {
    phases.forEach(({ first, weights }, p) => {
      const [a, b, c, d, e, f] = weights
      const top = y + first
      const [r0, r1, r2] = [rowAt(top), rowAt(top + 1), rowAt(top + 2)]
      const [r3, r4, r5] = [rowAt(top + 3), rowAt(top + 4), rowAt(top + 5)]
      for (let x = 0, to = (y * scale + p) * large.width; x < large.width; x++, to++) {
        large.data[to] =
          a * across.data[r0 + x] +
          b * across.data[r1 + x] +
          c * across.data[r2 + x] +
          d * across.data[r3 + x] +
          e * across.data[r4 + x] +
          f * across.data[r5 + x]
      }
    })
  }
  return large
}

/** Reduces one channel to the mean of every block of `scale` by `scale`. Its sides must be multiples of `scale`. */
export const reducePlane = ({ data, width, height }: Plane, scale: Scale): Plane => {
  const small = plane(width / scale, height / scale)
  const share = 1 / (scale * scale)
  for (let y = 0, from = 0; y < height; y++) {
    const row = Math.floor(y / scale) * small.width
    for (let x = 0; x < small.width; x++) {
      let sum = 0
      for (let i = 0; i < scale; i++) sum += data[from++]
      small.data[row + x] += sum * share
    }
  }
  return small
}
