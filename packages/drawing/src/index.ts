/** What to draw. The same words, seed and size always give the same pixels. */
export interface PreviewRequest {
  readonly prompt: string
  /** Distinguishes several pictures of the same words. */
  readonly seed: number
  readonly width: number
  readonly height: number
}

export interface PreviewPicture {
  /** RGBA, sRGB, 8 bits a channel, rows packed without padding. */
  readonly pixels: Buffer
  readonly width: number
  readonly height: number
  /** What was read from the words, for the recipe of the picture. */
  readonly scene: object
}

/** FNV-1a, which spreads short texts over 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Draws a placeholder for a photo that is described in words: a gradient whose colour follows from words and seed. */
export async function paintPreview({ prompt, seed, width, height }: PreviewRequest): Promise<PreviewPicture> {
  const hash = hashOf(`${seed} ${prompt}`)
  const base = [hash & 255, (hash >>> 8) & 255, (hash >>> 16) & 255].map((channel) => 80 + channel / 2)
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = 0; y < height; y++) {
    const light = 1.15 - (0.4 * y) / height
    const row = base.map((channel) => Math.min(255, Math.round(channel * light)))
    for (let x = 0; x < width; x++) pixels.set(row, (y * width + x) * 4)
  }
  return { pixels, width, height, scene: { hash } }
}
