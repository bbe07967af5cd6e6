import type { Fourier, Spectrum } from '../fft.ts'
import { cleanKernel, type PathKernel } from './path-kernel.ts'

/** Weight of the kernel's own power, as a share of the power of the edges. */
const DAMPING = 0.002
const ROUNDS = 25

/** Sums over all squares: how edges agree with each other and with the blurred gradients, at every shift. */
export interface EdgeStatistics {
  readonly auto: Float64Array
  readonly cross: Float64Array
}

export const emptyStatistics = (side: number): EdgeStatistics => ({
  auto: new Float64Array(side * side),
  cross: new Float64Array(2 * side * side),
})

/**
 * Adds one direction of gradients. Spectra of edges and of blurred gradients, each with two squares as real and imaginary
 * part, hold both at index i and at the mirrored index.
 */
export const addStatistics = (edges: Spectrum, seen: Spectrum, side: number, sum: EdgeStatistics): void => {
  for (let y = 0, i = 0; y < side; y++) {
    const my = y === 0 ? 0 : side - y
    for (let x = 0; x < side; x++, i++) {
      const j = my * side + (x === 0 ? 0 : side - x)
      // Spectra of two real squares: (F(i) + conj F(j)) / 2 and (F(i) - conj F(j)) / 2i.
      const a1 = (edges.re[i] + edges.re[j]) / 2
      const b1 = (edges.im[i] - edges.im[j]) / 2
      const a2 = (edges.im[i] + edges.im[j]) / 2
      const b2 = (edges.re[j] - edges.re[i]) / 2
      const c1 = (seen.re[i] + seen.re[j]) / 2
      const d1 = (seen.im[i] - seen.im[j]) / 2
      const c2 = (seen.im[i] + seen.im[j]) / 2
      const d2 = (seen.re[j] - seen.re[i]) / 2
      sum.auto[i] += a1 * a1 + b1 * b1 + a2 * a2 + b2 * b2
      sum.cross[2 * i] += a1 * c1 + b1 * d1 + a2 * c2 + b2 * d2
      sum.cross[2 * i + 1] += a1 * d1 - b1 * c1 + a2 * d2 - b2 * c2
    }
  }
}

/** Values of a square at shifts from -reach to reach. */
const around = (values: Float64Array, side: number, reach: number): Float64Array => {
  const across = 2 * reach + 1
  return Float64Array.from({ length: across * across }, (_, i) => {
    const x = ((i % across) - reach + side) % side
    const y = (Math.floor(i / across) - reach + side) % side
    return values[y * side + x]
  })
}

/**
 * The kernel that best turns the edges into the blurred gradients (least squares by conjugate gradients; Cho, Lee 2009),
 * cleaned.
 *
 * @param side of the kernel
 */
export const solveKernel = (sum: EdgeStatistics, side: number, fourier: Fourier): PathKernel => {
  const { side: across } = fourier
  const square = { re: sum.auto.slice(), im: new Float64Array(across * across) }
  fourier.backward(square)
  const auto = around(square.re, across, side - 1)
  for (let i = 0; i < across * across; i++) {
    square.re[i] = sum.cross[2 * i]
    square.im[i] = sum.cross[2 * i + 1]
  }
  fourier.backward(square)
  const wanted = around(square.re, across, side >> 1)
  const wide = 2 * side - 1
  const damping = DAMPING * auto[(wide * wide) >> 1]
  const apply = (from: Float64Array): Float64Array => {
    const to = new Float64Array(from.length)
    for (let i = 0; i < from.length; i++) {
      const value = from[i]
      if (value === 0) continue
      const [x, y] = [i % side, Math.floor(i / side)]
      for (let v = 0, j = 0; v < side; v++) {
        const row = (v - y + side - 1) * wide + side - 1 - x
        for (let u = 0; u < side; u++, j++) to[j] += value * auto[row + u]
      }
    }
    for (let i = 0; i < from.length; i++) to[i] += damping * from[i]
    return to
  }
  const values = new Float64Array(side * side)
  const rest = wanted.slice()
  let step = rest.slice()
  const dot = (one: Float64Array, other: Float64Array) => one.reduce((total, value, i) => total + value * other[i], 0)
  let left = dot(rest, rest)
  const enough = 1e-8 * left
  for (let round = 0; round < ROUNDS && left > enough; round++) {
    const turned = apply(step)
    const share = left / dot(step, turned)
    for (let i = 0; i < values.length; i++) {
      values[i] += share * step[i]
      rest[i] -= share * turned[i]
    }
    const next = dot(rest, rest)
    step = rest.map((value, i) => value + (next / left) * step[i])
    left = next
  }
  return cleanKernel({ side, values })
}
