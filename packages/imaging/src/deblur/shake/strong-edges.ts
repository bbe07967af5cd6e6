import type { Spectrum } from '../fft.ts'

/**
 * Only strong gradients tell the kernel: the length from which there are enough of each direction, more for a larger kernel
 * (Cho, Lee 2009).
 */
export const edgeLimit = (across: Spectrum, down: Spectrum, kernelSide: number): number => {
  const wanted = 2 * kernelSide * Math.sqrt(across.re.length)
  const counts = Array.from({ length: 4 }, () => new Float64Array(512))
  const count = (u: Float64Array, v: Float64Array) => {
    for (let i = 0; i < u.length; i++) {
      const size = Math.hypot(u[i], v[i])
      if (size < 1e-3) continue
      const turn = ((Math.atan2(v[i], u[i]) + Math.PI) / (Math.PI / 4)) & 3
      counts[turn][Math.min(511, Math.floor(size * 1024))]++
    }
  }
  count(across.re, down.re)
  count(across.im, down.im)
  let limit = 1
  for (const list of counts) {
    let [sum, bin] = [0, 511]
    while (bin > 0 && sum < wanted) sum += list[bin--]
    limit = Math.min(limit, bin / 1024)
  }
  return limit
}

/** Gradients below a limit become 0, in place. */
export const cutWeak = (across: Spectrum, down: Spectrum, limit: number): void => {
  const one = (u: Float64Array, v: Float64Array) => {
    for (let i = 0; i < u.length; i++) {
      if (u[i] * u[i] + v[i] * v[i] < limit * limit) u[i] = v[i] = 0
    }
  }
  one(across.re, down.re)
  one(across.im, down.im)
}
