import type { Pixels } from '@platelight/imaging/raster/pixels.ts'

/** Weights of the pixels that a pixel is mixed from: offsets, and shares that sum to 1. */
export type Kernel = readonly (readonly [x: number, y: number, share: number])[]

const normal = (entries: [number, number, number][]): Kernel => {
  const sum = entries.reduce((total, [, , share]) => total + share, 0)
  return entries.filter(([, , share]) => share > 0).map(([x, y, share]) => [x, y, share / sum])
}

export const kernelOf = (reach: number, shareAt: (x: number, y: number) => number): Kernel => {
  const side = 2 * reach + 1
  return normal(
    Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) - reach, Math.floor(i / side) - reach]
      return [x, y, shareAt(x, y)]
    }),
  )
}

export const gaussian = (deviation: number): Kernel =>
  kernelOf(Math.ceil(3 * deviation), (x, y) => Math.exp(-(x * x + y * y) / (2 * deviation * deviation)))

export const defocus = (radius: number): Kernel =>
  kernelOf(Math.ceil(radius), (x, y) => Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x, y))))

/** A hand movement of this many pixels, in radians from the horizontal. */
export const motion = (length: number, angle: number): Kernel => {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  return kernelOf(Math.ceil(length / 2) + 1, (x, y) => {
    const along = Math.abs(x * dx + y * dy)
    const beside = Math.abs(y * dx - x * dy)
    return Math.max(0, Math.min(1, length / 2 + 0.5 - along)) * Math.max(0, 1 - beside)
  })
}

/**
 * A picture blurred by a kernel, with a little noise of a fixed seed, like the noise that a sensor adds after the lens.
 */
export const blurred = ({ data, width, height }: Pixels, kernel: Kernel, noise: number): Pixels => {
  const out = new Uint8Array(data.length)
  let seed = 7
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  // The sum of three uniform numbers approximates a bell curve, with a deviation of 1/2.
  const grain = () => 2 * noise * (next() + next() + next() - 1.5)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let sum = grain()
        for (const [dx, dy, share] of kernel) {
          const column = Math.max(0, Math.min(width - 1, x + dx))
          const row = Math.max(0, Math.min(height - 1, y + dy))
          sum += share * (data[(row * width + column) * 3 + c] as number)
        }
        out[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(sum)))
      }
    }
  }
  return { data: out, width, height, channels: 3 }
}
