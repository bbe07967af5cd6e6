import { findHorizon } from '../../colour/find-horizon.ts'
import { type Networks, NO_NETWORKS } from '../../network-port.ts'
import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import type { Size } from '../../raster/geometry.ts'
import { lumaOf } from '../../raster/luma.ts'
import type { Pixels } from '../../raster/pixels.ts'
import { boxMean } from '../../raster/planes/box-mean.ts'
import { makeAnalysisCopy } from '../../raster/scaling/analysis-copy.ts'
import { resizeTo } from '../../raster/scaling/resize-to.ts'
import type { Subject } from '../find-subject.ts'
import { inferFood } from './infer-food.ts'
import { splitPlateAndFood } from './split-plate-and-food.ts'

/** The parts of a food photo, as the API names them. */
export const LAYER_IDS = ['dish', 'plate', 'background', 'table', 'highlights', 'shadows'] as const
export type LayerId = (typeof LAYER_IDS)[number]

/** One part of a picture. */
export interface Layer {
  /** 0 (not in it) to 255 (in it), row by row, on the small copy. */
  readonly alpha: Uint8Array
  /** How likely it is that this is the whole part and nothing else: 0–1; 0 if the picture has none. */
  readonly confidence: number
  /** The network that found it within the subject; `classical` for shape, colour, texture, brightness and place. */
  readonly method: string
}

export interface Layers extends Size {
  readonly layers: Readonly<Record<LayerId, Layer>>
}

/**
 * Separates a picture into layers. The partition is exact: dish and plate add up to the subject, and the background is the rest. The table is the background below the horizon, or all of it where no horizon is seen, as from above. Highlights
 * and shadows overlap the others.
 *
 * @param subject of the same picture; the masks have its size
 * @param networks those for food, detection and cut-outs tell food from ware
 * @example const { layers } = await findLayers(pixels, await findSubject(pixels, networks), networks)
 */
export async function findLayers(pixels: Pixels, subject: Subject, networks: Networks = NO_NETWORKS): Promise<Layers> {
  const { width, height, confidence } = subject
  const small = await resizeTo(await makeAnalysisCopy(pixels, Math.max(width, height)), subject)
  const whole = subject.alpha
  const { method, ...split } = await splitFood(small, whole, networks)
  const plate = new Uint8Array(whole.length)
  const dish = new Uint8Array(whole.length)
  const background = new Uint8Array(whole.length)
  for (let i = 0; i < whole.length; i++) {
    plate[i] = Math.round(whole[i] * split.plateShare[i])
    dish[i] = whole[i] - plate[i]
    background[i] = 255 - whole[i]
  }
  const horizon = findHorizon(small, whole)
  const table = background.map((value, i) => Math.round(value * horizon.below(Math.floor(i / width))))
  const light = lumaPlane(small)
  const around = boxMean(light, width, height, Math.max(2, Math.round(0.03 * Math.max(width, height))))
  const highlights = findHighlights(small, light, around)
  const shadows = findShadows(light)
  return {
    width,
    height,
    layers: {
      dish: layerOf(dish, confidence * split.confidence, method),
      plate: layerOf(plate, confidence * split.confidence, method),
      background: layerOf(background, confidence),
      table: layerOf(table, confidence * horizon.confidence),
      highlights: layerOf(highlights.alpha, highlights.confidence),
      shadows: layerOf(shadows.alpha, shadows.confidence),
    },
  }
}

const CLASSICAL = 'classical'

/** Tells food from ware by the networks if they see a difference, and else by colour and texture. */
async function splitFood(small: Pixels, whole: Uint8Array, networks: Networks) {
  const food = await inferFood(small, whole, networks)
  if (!food) return { ...splitPlateAndFood(small, whole), method: CLASSICAL }
  const plateShare = Float32Array.from(food.alpha, (value, i) => (whole[i] === 0 ? 0 : 1 - value / whole[i]))
  return { plateShare, confidence: food.confidence, method: food.engine }
}

const layerOf = (alpha: Uint8Array, confidence: number, method = CLASSICAL): Layer => {
  const isEmpty = alpha.every((value) => value < 128)
  return { alpha, confidence: isEmpty ? 0 : Math.round(100 * clamp(confidence, 0, 1)) / 100, method }
}

const lumaPlane = ({ data, width, height }: Pixels): Float32Array =>
  Float32Array.from({ length: width * height }, (_, i) => lumaOf(data[3 * i], data[3 * i + 1], data[3 * i + 2]))

interface FoundMask {
  readonly alpha: Uint8Array
  readonly confidence: number
}

/**
 * Finds gloss and reflections: pixels that are brighter than their surroundings, or white in all channels. A white plate
 * by itself is neither.
 *
 * @param light luma of the picture
 * @param around its local mean
 */
function findHighlights({ data }: Pixels, light: Float32Array, around: Float32Array): FoundMask {
  const alpha = Uint8Array.from(light, (value, i) => {
    const weakest = Math.min(data[3 * i], data[3 * i + 1], data[3 * i + 2])
    const gloss = smoothstep(18, 48, value - around[i]) * smoothstep(140, 200, value)
    return Math.round(255 * Math.max(gloss, smoothstep(246, 254, weakest)))
  })
  return { alpha, confidence: 0.8 }
}

/** Share of a picture's pixels that are its dark ones, and the luma above which none is. */
const DARK_SHARE = 0.15
const DARK_BELOW = 80

/** Finds the darkest parts: dark for this picture, and never lighter than a shadow can be. */
function findShadows(light: Float32Array): FoundMask {
  const sorted = Float32Array.from(light).sort()
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const dark = Math.min(DARK_BELOW, quantile(DARK_SHARE))
  const alpha = Uint8Array.from(light, (value) =>
    Math.round(255 * (1 - smoothstep(0.7 * dark, 1.25 * dark + 1, value))),
  )
  // In a picture that is equally dark everywhere nothing lies in a shadow.
  return { alpha, confidence: 0.9 * smoothstep(20, 80, quantile(0.9) - dark) }
}
