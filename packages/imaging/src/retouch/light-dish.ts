import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../raster/luma.ts'
import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { boxMean } from '../raster/planes/box-mean.ts'
import type { Plane } from '../raster/planes/plane.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import { developPhoto, planDevelopment } from '../tone/develop-photo.ts'
import { findPreset, type StyleAdjustments } from '../tone/enhance-presets.ts'
import { limitClipping } from '../tone/exposure/clipping-guard.ts'
import type { Recipe } from '../tone/tone-recipe.ts'
import { applyGainMap } from './gain-map.ts'

/** Long side of the grid for the pool of light, and the softness of its edge as a share of it. */
const POOL_GRID = 128
const POOL_EDGE = 0.09

/** What was decided about the light of a photo; stored with the run. */
export interface DishLighting {
  readonly recipe: Recipe
  /** The dish after exposure and colour were corrected. */
  readonly dish: DishLight
  /** Share by which the dish was raised above its surroundings. */
  readonly pool: number
}

/**
 * Adjustments for a dish beyond a right exposure. A well-lit dish gets almost none.
 *
 * @param black the black point of the photo as it came: where a veil was removed, the photo has gained depth already
 */
const chooseAdjustments = ({ low, middle, high, around }: DishLight, black: number) => {
  const dull = (1 - smoothstep(0.4, 0.72, high - low)) * (1 - 0.55 * smoothstep(0.02, 0.14, black))
  const dim = smoothstep(0, 0.22, 0.44 - middle)
  const backlit = smoothstep(0.06, 0.34, around - middle)
  const room = 1 - 0.6 * smoothstep(0.86, 0.99, high)
  return {
    pool: 0.02 + 0.05 * dull + (0.06 * dim + 0.24 * backlit) * room,
    look: {
      brightness: 0.02 * dull,
      contrast: 0.06 + 0.2 * dull,
      clarity: 0.1 + 0.2 * dull,
      shadows: 0.08 + 0.24 * (1 - smoothstep(0.03, 0.14, low)),
      highlights: 0.05 + 0.22 * smoothstep(0.9, 1, high),
      vibrance: 0.06 + 0.1 * dull,
      saturation: 0,
      sharpen: 0.4,
    } satisfies StyleAdjustments,
  }
}

/** The mask with an edge too soft to be seen. */
const poolMask = async (subject: Subject): Promise<Plane> => {
  const scale = Math.min(1, POOL_GRID / Math.max(subject.width, subject.height))
  const width = Math.max(1, Math.round(subject.width * scale))
  const height = Math.max(1, Math.round(subject.height * scale))
  let { data } = await maskPlane(subject, { width, height })
  const radius = Math.max(1, Math.round(POOL_EDGE * Math.max(width, height)))
  for (let pass = 0; pass < 3; pass++) data = boxMean(data, width, height, radius)
  return { data, width, height }
}

/**
 * Corrects the light of a photo for its dish, in place: colour and exposure first, then what the dish still lacks. Dull
 * light gains contrast, a dark dish becomes brighter, and a backlit dish is raised above its background by a pool of light.
 *
 * @param subject the dish; undefined measures the middle of the picture instead and lays no pool of light
 */
export const lightDish = async (pixels: Pixels, subject: Subject | undefined): Promise<DishLighting> => {
  const balanced = findPreset('balanced')
  if (!balanced) throw new Error('there is no preset balanced')
  const preset = { ...balanced, id: 'ai-enhance' }
  const { recipe: first, analysisCopy } = await planDevelopment(pixels, preset, { subject })
  const small = { ...analysisCopy, data: Uint8Array.from(analysisCopy.data) }
  developPhoto(small, analysisCopy, { ...first, denoise: { luma: 0, chroma: 0 }, sharpen: 0 })
  const mask = subject && (await maskPlane(subject, small))
  const dish = measureDishLight(small, mask)
  const { pool, look } = chooseAdjustments(dish, first.black)
  const sharpen = (first.sharpen * look.sharpen) / balanced.look.sharpen
  const recipe = limitClipping({ ...first, sharpen, look }, analysisCopy, mask)
  developPhoto(pixels, analysisCopy, recipe)
  if (!subject) return { recipe, dish, pool: 0 }
  const { data, width, height } = await poolMask(subject)
  const colour = new Float32Array(data.length).fill(1)
  applyGainMap(pixels, { width, height, gain: data.map((share) => 1 + pool * share), colour })
  return { recipe, dish, pool }
}

/** The brightness of a dish and its surroundings, in luma of 0–1. */
interface DishLight {
  /** The 5th, 50th and 95th percentile of the dish. */
  readonly low: number
  readonly middle: number
  readonly high: number
  /** Share of the dish that is blown out. */
  readonly blown: number
  /** Median of the surroundings. */
  readonly around: number
}

const quantile = (bins: Float64Array, share: number): number => {
  const total = bins.reduce((sum, count) => sum + count, 0)
  let sum = 0
  for (let bin = 0; bin < bins.length; bin++) {
    sum += bins[bin]
    if (sum > 0 && sum >= share * total) return bin / (bins.length - 1)
  }
  return 0.5
}

/**
 * Measures the light on the dish and around it.
 *
 * @param analysisCopy RGB
 * @param mask 0–1, in the size of the analysis copy; undefined counts the middle of the picture as the dish
 */
const measureDishLight = ({ data, width, height }: Pixels, mask: Plane | undefined): DishLight => {
  const dish = new Float64Array(256)
  const rest = new Float64Array(256)
  let [blown, all] = [0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [data[3 * i], data[3 * i + 1], data[3 * i + 2]]
      const share = mask ? mask.data[i] : centreWeight((x + 0.5) / width, (y + 0.5) / height)
      const bin = clamp(Math.round(lumaOf(r, g, b)), 0, 255)
      dish[bin] += share
      rest[bin] = rest[bin] + 1 - share
      all += share
      if (Math.min(r, g, b) >= 250) blown += share
    }
  }
  return {
    low: quantile(dish, 0.05),
    middle: quantile(dish, 0.5),
    high: quantile(dish, 0.95),
    blown: all > 0 ? blown / all : 0,
    around: quantile(rest, 0.5),
  }
}

const centreWeight = (u: number, v: number): number => Math.exp(-((u - 0.5) ** 2 + (v - 0.5) ** 2) / (2 * 0.25 * 0.25))
