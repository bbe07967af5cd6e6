import sharp from 'sharp'
import { clamp } from '../raster/clamp-and-smoothstep.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'
import type { Subject } from '../segmentation/find-subject.ts'

/** Long side of the copy on which the shadow is computed: it has no fine detail. */
const SIDE = 320
/** Opacity of the tight part beside the dish, and of the wide part. */
const CONTACT = 0.42
const WIDE = 0.3
/** Blur of both parts and offset of the wide one, as shares of the subject's size. */
const CONTACT_BLUR = 0.018
const WIDE_BLUR = 0.07
const OFFSET = 0.035
/** The contact part moves by this share of the offset. */
const CONTACT_OFFSET = 0.25
/** Width of the ring around the subject in which its shadow is looked for, as a share of its size. */
const RING = 0.06
/** Codes by which a pixel must be darker than usual to belong to a shadow. */
const MIN_DARKER = 6
/** How much darker one side must be than the others, 0–1, and the least that a shadow falls downwards. */
const MIN_ONE_SIDEDNESS = 0.25
const MIN_FALL = 0.2

export interface DropShadow {
  /** Opacity (0–1) at a position given in fractions of the picture. */
  at(u: number, v: number): number
}

/**
 * A soft drop shadow for a cut-out: tight where the dish stands and wide around it. It falls to the side of the photo's
 * own shadow, and straight down where the photo shows none.
 */
export async function createDropShadow(pixels: Pixels, subject: Subject): Promise<DropShadow> {
  const { body, luma } = await shadowCopies(pixels, subject)
  const { data, width, height } = body
  const size = Math.sqrt(data.reduce((sum, share) => sum + share, 0))
  const [dx, dy] = shadowDirection(body, luma, size)
  const contact = tripleBoxBlur(body, CONTACT_BLUR * size)
  const wide = tripleBoxBlur(body, WIDE_BLUR * size)
  const shift = OFFSET * size
  return {
    at(u, v) {
      const [x, y] = [u * width - 0.5, v * height - 0.5]
      const near = CONTACT * sampleBilinear(contact, x - CONTACT_OFFSET * shift * dx, y - CONTACT_OFFSET * shift * dy)
      const far = WIDE * sampleBilinear(wide, x - shift * dx, y - shift * dy)
      return 1 - (1 - near) * (1 - far)
    },
  }
}

/** The mask (0–1) and the luma of the picture (on grey), on a small copy. */
async function shadowCopies(pixels: Pixels, subject: Subject): Promise<{ body: Plane; luma: Uint8Array }> {
  const scale = Math.min(1, SIDE / Math.max(subject.width, subject.height))
  const width = Math.max(1, Math.round(subject.width * scale))
  const height = Math.max(1, Math.round(subject.height * scale))
  const mask = await sharp(subject.alpha, { raw: { width: subject.width, height: subject.height, channels: 1 } })
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
  return { body: { data: Float32Array.from(mask, (value) => value / 255), width, height }, luma }
}

/** Three box means approximate a Gaussian. */
function tripleBoxBlur({ data, width, height }: Plane, deviation: number): Plane {
  const radius = Math.max(1, Math.round(deviation))
  let blurred = data
  for (let pass = 0; pass < 3; pass++) blurred = boxMean(blurred, width, height, radius)
  return { data: blurred, width, height }
}

function sampleBilinear({ data, width, height }: Plane, x: number, y: number): number {
  const left = clamp(Math.floor(x), 0, width - 1)
  const top = clamp(Math.floor(y), 0, height - 1)
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [u, v] = [clamp(x - left, 0, 1), clamp(y - top, 0, 1)]
  const upper = data[top * width + left] * (1 - u) + data[top * width + right] * u
  const lower = data[bottom * width + left] * (1 - u) + data[bottom * width + right] * u
  return upper * (1 - v) + lower * v
}

/**
 * Direction of the photo's own shadow, of length 1: from the middle of the subject to where the surface beside it is
 * darker than usual.
 */
function shadowDirection({ data, width, height }: Plane, luma: Uint8Array, size: number): readonly [number, number] {
  const ring = boxMean(data, width, height, Math.max(2, Math.round(RING * size)))
  const beside: number[] = []
  const background: number[] = []
  let [cx, cy, mass] = [0, 0, 1e-6]
  for (let i = 0; i < data.length; i++) {
    const share = data[i]
    cx += share * (i % width)
    cy += share * Math.floor(i / width)
    mass += share
    if (share > 0.02) continue
    background.push(luma[i])
    if (ring[i] > 0.05) beside.push(i)
  }
  const usual = background.sort((a, b) => a - b)[Math.floor(background.length / 2)] ?? 0
  let [x, y, weight] = [0, 0, 1e-6]
  for (const i of beside) {
    const darker = Math.max(0, usual - luma[i] - MIN_DARKER)
    const [dx, dy] = [(i % width) - cx / mass, Math.floor(i / width) - cy / mass]
    const distance = Math.hypot(dx, dy) || 1
    x += (darker * dx) / distance
    y += (darker * dy) / distance
    weight += darker
  }
  // A surface that is darker on one side only shows a shadow. One that is darker all round shows no direction.
  const oneSidedness = Math.hypot(x, y) / weight
  const [sx, sy] = oneSidedness > MIN_ONE_SIDEDNESS ? [x / weight / oneSidedness, y / weight / oneSidedness] : [0, 1]
  // The dish stands on what is below it, so the shadow never falls upwards.
  const fall = Math.max(MIN_FALL, sy)
  const length = Math.hypot(sx, fall)
  return [sx / length, fall / length]
}
