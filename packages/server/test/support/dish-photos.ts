import sharp from 'sharp'

/**
 * Food photos drawn in code: a plate with a warm dish on a dark wooden table, with grain. Different seeds give
 * different photos.
 */
export async function dishPhoto(
  options: { width?: number; height?: number; seed?: number; format?: 'jpeg' | 'png' | 'webp' } = {},
): Promise<Buffer> {
  const { width = 640, height = 480, seed = 1, format = 'jpeg' } = options
  const noise = mulberry32(seed)
  const pixels = Buffer.alloc(width * height * 3)
  const radius = Math.min(width, height) * 0.38
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - width / 2, y - height / 2) / radius
      const [r, g, b] = distance < 0.7 ? food(x, y, seed) : distance < 1 ? PLATE : wood(y)
      const grain = (noise() - 0.5) * 14
      const at = (y * width + x) * 3
      pixels[at] = clamp(r + grain)
      pixels[at + 1] = clamp(g + grain)
      pixels[at + 2] = clamp(b + grain)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    [format]({ quality: 90 })
    .toBuffer()
}

/** The same dish on tiles of its own colours, so that its colours do not say where it ends. */
export async function dishOnTiles(): Promise<Buffer> {
  const [width, height, side] = [640, 480, 40]
  const noise = mulberry32(1)
  const colours = [food(0, 0, 0), [74, 118, 52], PLATE, wood(0)] as const
  const tiles = Array.from({ length: (width * height) / side ** 2 }, () => colours[Math.floor(4 * noise())] ?? PLATE)
  const pixels = await sharp(await dishPhoto({ width, height }))
    .raw()
    .toBuffer()
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    if (Math.hypot(x - width / 2, y - height / 2) < 180) continue
    const colour = tiles[Math.floor(y / side) * (width / side) + Math.floor(x / side)] ?? PLATE
    pixels[i] = clamp((colour[i % 3] ?? 0) + (noise() - 0.5) * 14)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

const PLATE = [214, 208, 200] as const
const wood = (y: number): readonly [number, number, number] => {
  const grain = Math.sin(y / 9) * 10
  return [92 + grain, 62 + grain, 40 + grain]
}
const food = (x: number, y: number, seed: number): readonly [number, number, number] => {
  const spot = Math.sin(x / 17 + seed) * Math.cos(y / 13 - seed)
  return spot > 0.4 ? [74, 118, 52] : spot < -0.5 ? [188, 52, 38] : [196, 138, 62]
}
const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

/** A small seeded generator, so that every test draws the same picture every time. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A picture of one colour, of any size and with very few bytes: the shape of a decompression bomb. */
export const plainPng = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7f7f7f' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()
