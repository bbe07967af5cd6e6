import sharp from 'sharp'
import { findDish } from './dish.ts'
import type { Networks } from './networks.ts'
import type { Pixels } from './pixels.ts'

/** Long side of the copy on which the subject is looked for. */
export const SUBJECT_SIDE = 1024

/** What a photo is of: the dish with what it is served in, as a soft mask on a small copy. */
export interface Subject {
  /** 0 (surroundings) to 255 (subject), row by row. */
  readonly alpha: Uint8Array
  readonly width: number
  readonly height: number
  /** How sure it is that this is the subject, and the whole of it: 0–1. */
  readonly confidence: number
  /** `isnet` … or `classical`. */
  readonly engine: string
}

/** Finds the subject of a picture: by the cut-out network, and without it by colour alone. */
export async function findSubject(pixels: Pixels, networks: Networks): Promise<Subject> {
  const scale = Math.min(1, SUBJECT_SIDE / Math.max(pixels.width, pixels.height))
  const width = Math.max(1, Math.round(pixels.width * scale))
  const height = Math.max(1, Math.round(pixels.height * scale))
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const image = () => sharp(pixels.data, { raw, limitInputPixels: false }).flatten({ background: '#ffffff' })
  const network = await networks.find('cutout')
  if (!network) {
    const data = await image().resize(width, height, { fit: 'fill' }).raw().toBuffer()
    const dish = findDish({ data, width, height, channels: 3 })
    const alpha = new Uint8Array(width * height)
    for (let y = dish.top; y < dish.top + dish.height; y++) {
      for (let x = dish.left; x < dish.left + dish.width; x++) {
        const u = ((x + 0.5 - dish.left) / dish.width) * 2 - 1
        const v = ((y + 0.5 - dish.top) / dish.height) * 2 - 1
        if (u * u + v * v <= 1) alpha[y * width + x] = 255
      }
    }
    return { alpha, width, height, confidence: 0.3, engine: 'classical' }
  }
  const side = SUBJECT_SIDE
  const square = await image().resize(side, side, { fit: 'fill' }).raw().toBuffer()
  const input = new Float32Array(3 * side * side)
  for (let i = 0; i < side * side; i++) {
    for (let c = 0; c < 3; c++) input[c * side * side + i] = ((square[3 * i + c] as number) - 128) / 256
  }
  const { data } = await network.run({ data: input, dims: [1, 3, side, side] })
  const mask = Uint8Array.from(data, (value) => Math.round(255 * Math.min(1, Math.max(0, value))))
  const alpha = await sharp(mask, { raw: { width: side, height: side, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return { alpha, width, height, confidence: 0.8, engine: network.engine }
}
