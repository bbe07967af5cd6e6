import { encodeLight, LINEAR } from '../colour/linear-light.ts'
import { findWhiteBackdrop } from '../colour/white-backdrop.ts'
import { maskPlane } from '../raster/masks/resize-mask.ts'
import type { Pixels } from '../raster/pixels.ts'
import { makeAnalysisCopy } from '../raster/scaling/analysis-copy.ts'
import type { Subject } from '../segmentation/find-subject.ts'
import type { Warning } from '../warning.ts'
import { measureDishPosition } from './dish-position.ts'
import { computeLightMap, type LightMap } from './light-map.ts'
import { type LightSource, lightPosition, lightTint } from './light-source.ts'
import { protectExtremes, UNCLIPPED } from './protect-extremes.ts'

export interface RelightOptions {
  /** Whether the picture shows a surface on which the dish's shadow falls; a cut-out does not. */
  readonly surface?: boolean
}

/**
 * Relights a photo in place: the light map is computed on an analysis copy and applied in one pass over the full-size pixels.
 *
 * @param subject the dish; undefined to light the whole frame
 * @returns warnings for the caller
 * @example const warnings = await relightPhoto(pixels, subject, { direction: 'left', softness: 0.6, warmth: 0, strength: 0.5 })
 */
export async function relightPhoto(
  pixels: Pixels,
  subject: Subject | undefined,
  lamp: LightSource,
  { surface = true }: RelightOptions = {},
): Promise<readonly Warning[]> {
  if (lamp.strength === 0) return []
  const analysisCopy = await makeAnalysisCopy(pixels)
  const mask = subject && (await maskPlane(subject, analysisCopy))
  const found = mask !== undefined && measureDishPosition(mask, lightPosition(lamp)) !== undefined
  // What is transparent is white in the copy, but no backdrop.
  const backdrop = surface && pixels.channels === 3 ? findWhiteBackdrop(analysisCopy) : undefined
  const map = computeLightMap(analysisCopy, found ? mask : undefined, lamp, { surface, backdrop })
  applyLightMap(pixels, map, lightTint(lamp.warmth))
  return found ? [] : [NO_DISH]
}

const NO_DISH: Warning = {
  code: 'dish_not_found',
  message: 'No dish was found in this photo, so the light was laid over the whole frame.',
}

/** Steps of linear light in the table of codes. The darkest code still has five of them. */
const STEPS = 16_384
const CODES = Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encodeLight(step / STEPS)))

/**
 * Multiplies full-size pixels with a light map, in place. It works in linear light, so that colours keep their hue. The
 * brightest and the darkest pixels change less, so that nothing clips. Alpha is not changed.
 *
 * @param tint of the light source's share of the light
 */
const applyLightMap = (pixels: Pixels, map: LightMap, tint: readonly [number, number, number]): void => {
  const { data, width, height, channels } = pixels
  const gains = new Float32Array(width)
  const coloured = tint.some((factor) => factor !== 1)
  for (let y = 0; y < height; y++) {
    gainRow(map, ((y + 0.5) * map.height) / height - 0.5, gains)
    const from = y * width * channels
    if (coloured) tintedRow(data, from, channels, gains, map.ambient, tint)
    else plainRow(data, from, channels, gains)
  }
}

const plainRow = (data: Uint8Array, from: number, channels: number, gains: Float32Array): void => {
  for (let x = 0, at = from; x < gains.length; x++, at += channels) {
    const r = LINEAR[data[at]]
    const g = LINEAR[data[at + 1]]
    const b = LINEAR[data[at + 2]]
    const scale = STEPS * protectExtremes(gains[x], Math.max(r, g, b))
    data[at] = CODES[(r * scale + 0.5) | 0]
    data[at + 1] = CODES[(g * scale + 0.5) | 0]
    data[at + 2] = CODES[(b * scale + 0.5) | 0]
  }
}

const tintedRow = (
  data: Uint8Array,
  from: number,
  channels: number,
  gains: Float32Array,
  ambient: number,
  [red, green, blue]: readonly [number, number, number],
): void => {
  for (let x = 0, at = from; x < gains.length; x++, at += channels) {
    const gain = gains[x]
    const lamp = Math.max(0, 1 - ambient / gain)
    const end = Math.max(UNCLIPPED, LINEAR[Math.max(data[at], data[at + 1], data[at + 2])])
    const r = LINEAR[data[at]] * (1 + lamp * (red - 1))
    const g = LINEAR[data[at + 1]] * (1 + lamp * (green - 1))
    const b = LINEAR[data[at + 2]] * (1 + lamp * (blue - 1))
    const most = Math.max(r, g, b)
    const kept = protectExtremes(gain, Math.min(1, most))
    const scale = STEPS * (kept * most > end ? end / most : kept)
    data[at] = CODES[(r * scale + 0.5) | 0]
    data[at + 1] = CODES[(g * scale + 0.5) | 0]
    data[at + 2] = CODES[(b * scale + 0.5) | 0]
  }
}

/** Interpolates a row of the map to the picture's width. */
const gainRow = ({ data, width, height }: LightMap, at: number, row: Float32Array): void => {
  const top = Math.max(0, Math.min(height - 1, Math.floor(at)))
  const bottom = Math.min(height - 1, top + 1)
  const share = Math.max(0, Math.min(1, at - top))
  const pitch = width / row.length
  const [upper, lower] = [top * width, bottom * width]
  for (let x = 0, place = 0.5 * pitch - 0.5; x < row.length; x++, place += pitch) {
    const left = place <= 0 ? 0 : place | 0
    const right = left + 1 < width ? left + 1 : left
    const across = place <= 0 ? 0 : place - left
    const a = data[upper + left]
    const b = data[lower + left]
    const above = a + (data[upper + right] - a) * across
    const below = b + (data[lower + right] - b) * across
    row[x] = above + (below - above) * share
  }
}
