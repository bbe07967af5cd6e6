import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Size } from '@platelight/imaging/raster/geometry.ts'
import sharp from 'sharp'

/** An outline in per mille of the picture's width and height. Shapes are painted in order; `minus` erases. */
type Shape = { readonly minus?: true } & (
  | { readonly polygon: readonly (readonly [number, number])[] }
  /** Centre, radii in per mille of width and of height, and the turn in degrees in the picture. */
  | { readonly ellipse: readonly [number, number, number, number, number?] }
)

/** What somebody drew on a photo by hand. The photo itself is not part of the project; its checksum identifies it. */
export interface HandDrawnMask {
  readonly sha256: string
  /** Whether thresholds may be chosen by this photo. A `judged` one is only measured. */
  readonly half: 'fitted' | 'judged'
  readonly kinds: readonly string[]
  /** Whether two careful people would draw the same outline. */
  readonly clear: boolean
  /** The food with its ware. */
  readonly dish: readonly Shape[]
  readonly food: readonly Shape[]
  /** Boxes on evenly lit ware that is white in reality: left, top, width and height in per mille. */
  readonly whiteWare: readonly (readonly [number, number, number, number])[]
}

/** How tables name the photos: whether constants may be chosen by them, or nothing was drawn on them. */
export const HALVES = ['never fitted', 'fitted', 'not drawn'] as const
export type Half = (typeof HALVES)[number]

/** The half of a photo by its mask. */
export const halfOf = (mask: HandDrawnMask | undefined): Half => {
  if (!mask) return 'not drawn'
  return mask.half === 'judged' ? 'never fitted' : 'fitted'
}

/** The photos in two halves for rows that need no mask: nothing was fitted to photos that were not drawn. */
export function inHalves(
  photos: readonly string[],
): readonly (readonly ['never fitted' | 'fitted', readonly string[]])[] {
  const masks = readHandDrawnMasks()
  const isFitted = (photo: string) => halfOf(masks.get(checksumOf(readFileSync(photo)))) === 'fitted'
  return [
    ['never fitted', photos.filter((photo) => !isFitted(photo))],
    ['fitted', photos.filter(isFitted)],
  ]
}

/** The masks by the checksum of their photo. */
export function readHandDrawnMasks(): ReadonlyMap<string, HandDrawnMask> {
  const lines = readFileSync(new URL('hand-drawn-masks.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return new Map(lines.map((line) => JSON.parse(line) as HandDrawnMask).map((mask) => [mask.sha256, mask]))
}

export const checksumOf = (photo: Uint8Array): string => createHash('sha256').update(photo).digest('hex')

/** Paints shapes as a mask of 0–255 in the size of a copy of the photo. */
export async function paintMask(shapes: readonly Shape[], { width, height }: Size): Promise<Uint8Array> {
  const polygons = shapes.map((shape) => {
    const points = outlineOf(shape, { width, height }).map(([x, y]) => `${(x * width) / 1000},${(y * height) / 1000}`)
    return `<polygon points="${points.join(' ')}" fill="${shape.minus ? '#000' : '#fff'}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>${polygons.join('')}</svg>`
  // Photos of strangers may not be SVG, but this one is drawn here.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
}

function outlineOf(shape: Shape, { width, height }: Size): readonly (readonly [number, number])[] {
  if ('polygon' in shape) return shape.polygon
  const [x, y, radiusX, radiusY, degrees = 0] = shape.ellipse
  const turn = (degrees * Math.PI) / 180
  return Array.from({ length: 120 }, (_, i) => {
    const angle = (i / 60) * Math.PI
    const across = (radiusX / 1000) * width * Math.cos(angle)
    const down = (radiusY / 1000) * height * Math.sin(angle)
    return [
      x + ((across * Math.cos(turn) - down * Math.sin(turn)) / width) * 1000,
      y + ((across * Math.sin(turn) + down * Math.cos(turn)) / height) * 1000,
    ] as const
  })
}

/** Intersection over union of two soft masks of the same size: 0 (apart) to 1 (equal). */
export function overlapOf(one: Uint8Array, other: Uint8Array): number {
  let [shared, either] = [0, 0]
  for (const [i, value] of one.entries()) {
    shared += Math.min(value, other[i] ?? 0)
    either += Math.max(value, other[i] ?? 0)
  }
  return either === 0 ? 1 : shared / either
}
