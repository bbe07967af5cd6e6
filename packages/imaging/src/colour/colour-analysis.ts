import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import { highestAround } from '../raster/planes/highest-around.ts'

/** The cube root of the light of each code. */
const CUBE_ROOTS = Float64Array.from({ length: 256 }, (_, code) => Math.cbrt((code / 255) ** 2.2))

/** A number for each pixel: lightness, and two opponent channels. */
type OpponentPlanes = readonly [light: Float32Array, red: Float32Array, blue: Float32Array]

/** Lightness and two opponent channels, roughly on the scale of CIE Lab. Cheap enough for every pixel. */
function opponentPlanes({ data, width, height }: Pixels): OpponentPlanes {
  const count = width * height
  const [light, red, blue] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    const r = CUBE_ROOTS[data[3 * i]]
    const g = CUBE_ROOTS[data[3 * i + 1]]
    const b = CUBE_ROOTS[data[3 * i + 2]]
    light[i] = 116 * (0.24 * r + 0.68 * g + 0.08 * b)
    red[i] = 140 * (r - g)
    blue[i] = 90 * ((r + g) / 2 - b)
  }
  return [light, red, blue]
}

/** Radius of the window in which colours are smoothed, and of that in which texture is measured. */
const SMOOTHING = 1
const TEXTURE_RADIUS = 2

/** The colours of a picture and how they change. Each plane has one number for each pixel. */
export interface SmoothColours {
  readonly width: number
  readonly height: number
  /** Lightness and two opponent channels, roughly on the scale of CIE Lab, slightly smoothed. */
  readonly channels: readonly [Float32Array, Float32Array, Float32Array]
  /** Change of the colour for each pixel of way. */
  readonly gradient: Float32Array
}

/** What candidates are measured on. */
export interface ColourAnalysis extends SmoothColours {
  /** Distance of each colour from grey. */
  readonly chroma: Float32Array
  /** Deviation of the colour in a small window. */
  readonly texture: Float32Array
}

/** Measures the colours and gradients of a small RGB picture. */
export const smoothColours = (picture: Pixels): SmoothColours => smoothPlanes(opponentPlanes(picture), picture)

/** Measures colours, gradients and texture of a small RGB picture. */
export function analyseColours(picture: Pixels): ColourAnalysis {
  const planes = opponentPlanes(picture)
  const smooth = smoothPlanes(planes, picture)
  const [, red, blue] = smooth.channels
  return {
    ...smooth,
    chroma: Float32Array.from(red, (value, i) => Math.hypot(value, blue[i])),
    texture: textureOf(planes, picture.width, picture.height),
  }
}

function smoothPlanes(planes: OpponentPlanes, { width, height }: Pixels): SmoothColours {
  const smooth = (from: Float32Array) => boxMean(from, width, height, SMOOTHING)
  const channels = [smooth(planes[0]), smooth(planes[1]), smooth(planes[2])] as const
  return { width, height, channels, gradient: gradientOf(channels, width, height) }
}

function gradientOf(channels: OpponentPlanes, width: number, height: number): Float32Array {
  const gradient = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    const [up, down] = [y > 0 ? -width : 0, y < height - 1 ? width : 0]
    for (let x = 0; x < width; x++, i++) {
      const [left, right] = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0]
      let squares = 0
      for (const plane of channels) {
        squares += ((plane[i + right] - plane[i + left]) / 2) ** 2 + ((plane[i + down] - plane[i + up]) / 2) ** 2
      }
      gradient[i] = Math.sqrt(squares)
    }
  }
  return gradient
}

/** The strongest change of the colour within a square around a pixel. */
export const strongestChange = (colours: SmoothColours, at: number, reach: number): number =>
  highestAround(colours.gradient, colours, at, reach)

function textureOf(channels: readonly Float32Array[], width: number, height: number): Float32Array {
  const variance = new Float32Array(width * height)
  for (const plane of channels) {
    const mean = boxMean(plane, width, height, TEXTURE_RADIUS)
    const squares = boxMean(
      plane.map((value) => value * value),
      width,
      height,
      TEXTURE_RADIUS,
    )
    for (let i = 0; i < variance.length; i++) variance[i] += Math.max(0, squares[i] - mean[i] ** 2)
  }
  return variance.map(Math.sqrt)
}

/** The value below which a share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0
  return Float32Array.from(values).sort()[Math.min(values.length - 1, Math.floor(share * values.length))]
}

export const medianOf = (values: readonly number[]): number => quantile(values, 0.5)
