import sharp from 'sharp'
import { clamp } from '../../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import type { Subject } from '../find-subject.ts'
import { findHorizon } from './find-horizon.ts'
import { findHighlights, findShadows } from './highlights-and-shadows.ts'
import { splitPlateAndFood } from './split-plate-and-food.ts'

/** The parts of a food photo, in the words of the contract. */
export const LAYER_IDS = ['dish', 'plate', 'background', 'table', 'highlights', 'shadows'] as const
export type LayerId = (typeof LAYER_IDS)[number]

/** One part of a picture. */
export interface Layer {
  /** 0 (not in it) to 255 (in it), row by row, on the small copy. */
  readonly alpha: Uint8Array
  /** How sure it is that this is that part, and all of it: 0–1; 0 where the picture has none. */
  readonly confidence: number
}

export interface Layers {
  readonly width: number
  readonly height: number
  /** No network knows these parts: they are told by shape, colour, texture, brightness and place. */
  readonly method: 'classical'
  readonly layers: Readonly<Record<LayerId, Layer>>
}

/**
 * Parts a picture. The partition is exact: dish + plate = the subject; background = all else; the table is the part of the
 * background below the horizon, or all of it where no horizon is seen, as from above. Highlights and shadows lie across
 * the others.
 *
 * @param subject of the same picture; its copy is the size of the masks
 * @example const { layers } = await findLayers(pixels, await findSubject(pixels, networks))
 */
export async function findLayers(pixels: Pixels, subject: Subject): Promise<Layers> {
  const { alpha: whole, width, height, confidence } = subject
  const small = await resizeOnWhite(pixels, width, height)
  const plates = splitPlateAndFood(small, whole)
  const plate = new Uint8Array(whole.length)
  const dish = new Uint8Array(whole.length)
  const background = new Uint8Array(whole.length)
  for (let i = 0; i < whole.length; i++) {
    const all = whole[i]
    plate[i] = Math.round(all * plates.plateShare[i])
    dish[i] = all - plate[i]
    background[i] = 255 - all
  }
  const horizon = findHorizon(small, whole)
  const table = background.map((value, i) => Math.round(value * horizon.below(Math.floor(i / width))))
  const light = luma(small)
  const around = boxMean(light, width, height, Math.max(2, Math.round(0.03 * Math.max(width, height))))
  const highlights = findHighlights(small, light, around)
  const shadows = findShadows(light)
  const layer = (alpha: Uint8Array, sure: number): Layer => ({
    alpha,
    confidence: isEmpty(alpha) ? 0 : Math.round(100 * clamp(sure, 0, 1)) / 100,
  })
  return {
    ...{ width, height, method: 'classical' },
    layers: {
      dish: layer(dish, confidence * plates.confidence),
      plate: layer(plate, confidence * plates.confidence),
      background: layer(background, confidence),
      table: layer(table, confidence * horizon.confidence),
      highlights: layer(highlights.alpha, highlights.confidence),
      shadows: layer(shadows.alpha, shadows.confidence),
    },
  }
}

/** RGB in exactly this size. Transparent parts count as white, as they do for the subject. */
async function resizeOnWhite({ data, width, height, channels }: Pixels, across: number, down: number): Promise<Pixels> {
  const small = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .flatten({ background: '#ffffff' })
    .resize(across, down, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { data: small, width: across, height: down, channels: 3 }
}

const luma = ({ data, width, height }: Pixels): Float32Array =>
  Float32Array.from({ length: width * height }, (_, i) => lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))

const isEmpty = (alpha: Uint8Array): boolean => alpha.every((value) => value < 128)
