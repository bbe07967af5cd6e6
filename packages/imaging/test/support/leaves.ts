import type { Pixels } from '../../src/raster/pixels.ts'
import { seededRandom } from './drawn-pictures.ts'

/** Discs of all sizes over one another, few large and many small, with as much coarse and fine detail as a photo. */
export const drawLeaves = (width: number, height: number, seed = 1): Pixels => {
  const next = seededRandom(seed)
  const data = new Uint8Array(width * height * 3).fill(120)
  const least = 1
  for (let leaf = 0; leaf < (width * height) / 12; leaf++) {
    const radius = Math.min(70, least / Math.sqrt(next() + 1e-4))
    const [x0, y0] = [next() * width, next() * height]
    const colour = [30 + 195 * next(), 30 + 195 * next(), 30 + 195 * next()].map(Math.round)
    for (let y = Math.max(0, Math.ceil(y0 - radius)); y < Math.min(height, y0 + radius); y++) {
      for (let x = Math.max(0, Math.ceil(x0 - radius)); x < Math.min(width, x0 + radius); x++) {
        if (Math.hypot(x - x0, y - y0) < radius) data.set(colour, (y * width + x) * 3)
      }
    }
  }
  return { data, width, height, channels: 3 }
}

/** Mixes every pixel with its surroundings, like a lens out of focus or a moving hand. Borders are repeated. */
export const blurredBy = (pixels: Pixels, shareAt: (x: number, y: number) => number, reach: number): Pixels => {
  const { data, width, height } = pixels
  const kernel: [number, number, number][] = []
  let sum = 0
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const share = shareAt(x, y)
      if (share > 0) kernel.push([x, y, share])
      sum += share
    }
  }
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const mixed = [0, 0, 0]
      for (const [dx, dy, share] of kernel) {
        const column = Math.max(0, Math.min(width - 1, x + dx))
        const at = (Math.max(0, Math.min(height - 1, y + dy)) * width + column) * 3
        for (let c = 0; c < 3; c++) mixed[c] += (share / sum) * data[at + c]
      }
      out.set(
        mixed.map((value) => Math.round(value)),
        (y * width + x) * 3,
      )
    }
  }
  return { ...pixels, data: out }
}

export const soft = (deviation: number) => (x: number, y: number) =>
  Math.exp(-(x * x + y * y) / (2 * deviation * deviation))
export const defocus = (radius: number) => (x: number, y: number) =>
  Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x, y)))
export const motion = (length: number, angle: number) => (x: number, y: number) =>
  Math.max(0, Math.min(1, length / 2 + 0.5 - Math.abs(x * Math.cos(angle) + y * Math.sin(angle)))) *
  Math.max(0, 1 - Math.abs(y * Math.cos(angle) - x * Math.sin(angle)))
