import { seededRandom } from '../seeded-random.ts'

const SIDE = 32
const MASK = SIDE - 1
const VOLUME = (() => {
  const random = seededRandom(7, 'noise')
  return Float32Array.from({ length: SIDE ** 3 }, () => random.next() * 2 - 1)
})()

/** Smooth noise in space, -1 to 1, the same at every call. It repeats after 32 units. */
export function noise3(x: number, y: number, z: number): number {
  const xf = Math.floor(x)
  const yf = Math.floor(y)
  const zf = Math.floor(z)
  let u = x - xf
  let v = y - yf
  let w = z - zf
  u = u * u * (3 - 2 * u)
  v = v * v * (3 - 2 * v)
  w = w * w * (3 - 2 * w)
  const x0 = xf & MASK
  const x1 = (x0 + 1) & MASK
  const y0 = (yf & MASK) * SIDE
  const y1 = ((yf + 1) & MASK) * SIDE
  const z0 = (zf & MASK) * SIDE * SIDE
  const z1 = ((zf + 1) & MASK) * SIDE * SIDE
  const a = VOLUME[z0 + y0 + x0] + u * (VOLUME[z0 + y0 + x1] - VOLUME[z0 + y0 + x0])
  const b = VOLUME[z0 + y1 + x0] + u * (VOLUME[z0 + y1 + x1] - VOLUME[z0 + y1 + x0])
  const c = VOLUME[z1 + y0 + x0] + u * (VOLUME[z1 + y0 + x1] - VOLUME[z1 + y0 + x0])
  const d = VOLUME[z1 + y1 + x0] + u * (VOLUME[z1 + y1 + x1] - VOLUME[z1 + y1 + x0])
  const near = a + v * (b - a)
  return near + w * (c + v * (d - c) - near)
}

/** Two octaves of noise. */
export const noise2x = (x: number, y: number, z: number): number =>
  0.66 * noise3(x, y, z) + 0.34 * noise3(x * 2.1 + 9.2, y * 2.1 + 3.7, z * 2.1 + 5.1)
