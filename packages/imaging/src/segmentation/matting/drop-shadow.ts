import sharp from 'sharp'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/guided-filter.ts'
import type { Subject } from '../find-subject.ts'

/** Long side of the copy in which a shadow is drawn: it has nothing sharp. */
const SIDE = 320
/** Opacity next to the dish, and of the wide part. */
const CONTACT = 0.42
const WIDE = 0.3
/** Reaches as shares of the subject's size. */
const CONTACT_BLUR = 0.018
const WIDE_BLUR = 0.07
const OFFSET = 0.035

export interface DropShadow {
  /** Opacity (0–1) at a place given in fractions of the picture. */
  at(u: number, v: number): number
}

/**
 * A soft contact shadow for a cut-out: tight where the dish stands, wide around it, and falling to the side on which
 * the photo's own shadow lies; straight down where the photo shows none.
 */
export async function createDropShadow(pixels: Pixels, subject: Subject): Promise<DropShadow> {
  const by = Math.min(1, SIDE / Math.max(subject.width, subject.height))
  const width = Math.max(1, Math.round(subject.width * by))
  const height = Math.max(1, Math.round(subject.height * by))
  const one = { raw: { width: subject.width, height: subject.height, channels: 1 as const } }
  const mask = await sharp(subject.alpha, one)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const raw = { width: pixels.width, height: pixels.height, channels: pixels.channels }
  const luma = await sharp(pixels.data, { raw, limitInputPixels: false })
    .flatten({ background: '#808080' })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const body = Float32Array.from(mask, (value) => value / 255)
  const size = Math.sqrt(body.reduce((sum, share) => sum + share, 0))
  const [dx, dy] = shadowDirection(body, luma, width, height, size)
  const contact = blur(body, width, height, CONTACT_BLUR * size)
  const wide = blur(body, width, height, WIDE_BLUR * size)
  const shift = OFFSET * size
  const read = (plane: Float32Array, x: number, y: number): number => {
    const left = clamp(Math.floor(x), 0, width - 1)
    const top = clamp(Math.floor(y), 0, height - 1)
    const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
    const [u, v] = [clamp(x - left, 0, 1), clamp(y - top, 0, 1)]
    const upper = plane[top * width + left] * (1 - u) + plane[top * width + right] * u
    const lower = plane[bottom * width + left] * (1 - u) + plane[bottom * width + right] * u
    return upper * (1 - v) + lower * v
  }
  return {
    at(u, v) {
      const [x, y] = [u * width - 0.5, v * height - 0.5]
      const near = CONTACT * read(contact, x - 0.25 * shift * dx, y - 0.25 * shift * dy)
      const far = WIDE * read(wide, x - shift * dx, y - shift * dy)
      return 1 - (1 - near) * (1 - far)
    },
  }
}

/** Three box means are a bell, near enough. */
function blur(body: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.max(1, Math.round(sigma))
  let plane = body
  for (let round = 0; round < 3; round++) plane = boxMean(plane, width, height, radius)
  return plane
}

/** The way the photo's own shadow falls, from where the table beside the dish is darker than on the whole. */
function shadowDirection(
  body: Float32Array,
  luma: Uint8Array,
  width: number,
  height: number,
  size: number,
): [number, number] {
  const ring = boxMean(body, width, height, Math.max(2, Math.round(0.06 * size)))
  const [beside, all]: [number[], number[]] = [[], []]
  let [cx, cy, mass] = [0, 0, 1e-6]
  for (let i = 0; i < body.length; i++) {
    const share = body[i]
    cx += share * (i % width)
    cy += share * Math.floor(i / width)
    mass += share
    if (share > 0.02) continue
    all.push(luma[i])
    if (ring[i] > 0.05) beside.push(i)
  }
  const usual = all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  let [x, y, weight] = [0, 0, 1e-6]
  for (const i of beside) {
    const darker = Math.max(0, usual - luma[i] - 6)
    const [dx, dy] = [(i % width) - cx / mass, Math.floor(i / width) - cy / mass]
    const away = Math.hypot(dx, dy) || 1
    x += (darker * dx) / away
    y += (darker * dy) / away
    weight += darker
  }
  // Darker on one side only is a shadow; darker all round, or nowhere, tells nothing.
  const told = Math.hypot(x, y) / weight
  const [sx, sy] = told > 0.25 ? [x / weight / told, y / weight / told] : [0, 1]
  // A dish stands on what is below it: no shadow falls straight up into the air.
  const fall = Math.max(0.2, sy)
  const length = Math.hypot(sx, fall)
  return [sx / length, fall / length]
}
