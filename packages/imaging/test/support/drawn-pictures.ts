import sharp from 'sharp'
import type { Pixels } from '../../src/raster/pixels.ts'

/** Pictures for tests, drawn in code, so that their content is known exactly. */

type Colour = readonly [red: number, green: number, blue: number]

export const drawPicture = (width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels => {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) data.set(colourAt(x, y).map(Math.round), at)
  }
  return { data, width, height, channels: 3 }
}

export const seededRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const clip = (value: number) => Math.max(0, Math.min(255, value))

/**
 * A well-lit dish: a white plate with shading on a wooden table, tomato, greens, bread and sauce with texture, small
 * reflections and deep shadows.
 *
 * @param roughness of the food's texture; 1 is a crumb, 0 is paint
 */
export const drawDish = (width = 480, height = 360, seed = 1, roughness = 1): Pixels => {
  const next = seededRandom(seed)
  const grain = Float32Array.from({ length: width * height }, () => next() - 0.5)
  return drawPicture(width, height, (x, y) => {
    const u = (x - width / 2) / height
    const v = (y - height / 2) / height
    const distance = Math.hypot(u, v)
    const texture = grain[y * width + x] * 6 + 12 * Math.sin(x / 3.1) * Math.sin(y / 2.7)
    const light = 1 + 0.12 * Math.sin(3 * u - 2 * v)
    const lit = (colour: Colour, rough: number): Colour =>
      colour.map((c) => clip(c * light + texture * rough * roughness)) as never
    if (distance > 0.44) return lit([150, 104, 66], 0.8)
    if (distance > 0.425) return [14, 12, 10]
    if (distance > 0.27) return lit([224, 221, 216], 0.05)
    if (Math.hypot(u - 0.08, v - 0.06) < 0.018) return [255, 255, 255]
    if (Math.hypot(u + 0.12, v + 0.1) < 0.02) return [8, 6, 5]
    const kind = Math.sin(x / 23) + Math.cos(y / 19)
    if (kind > 0.9) return lit([72, 118, 46], 1)
    if (kind > 0.1) return lit([198, 62, 36], 1)
    return kind > -0.8 ? lit([206, 150, 84], 1) : lit([120, 60, 32], 1)
  })
}

export const toFile = (
  { data, width, height, channels }: Pixels,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff' = 'png',
) => sharp(data, { raw: { width, height, channels } })[format]({ quality: 95 }).toBuffer()

export const copyOf = (pixels: Pixels): Pixels => ({ ...pixels, data: Uint8Array.from(pixels.data) })

/** Means over the whole picture, 0–255. */
export const means = ({ data, channels }: Pixels): [red: number, green: number, blue: number] => {
  const sums: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < data.length; i += channels) for (let c = 0; c < 3; c++) sums[c] += data[i + c]
  return sums.map((sum) => sum / (data.length / channels)) as never
}
