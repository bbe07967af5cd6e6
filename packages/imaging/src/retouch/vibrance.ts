import { smoothstep } from '../raster/clamp-and-smoothstep.ts'
import { lumaOf } from '../raster/luma.ts'
import type { Pixels } from '../raster/pixels.ts'
import { measureLuma } from '../tone/luma-statistics.ts'

/** Steps of hue around the circle. Spread (strongest minus weakest channel) is taken in whole codes. */
const HUES = 96

/**
 * At full strength: the share that a pale colour gains, and the share of the range by which a dark photo's mid-tones
 * rise.
 */
const MAX_COLOUR_GAIN = 0.75
const MAX_LIGHT_GAIN = 0.075

/**
 * How much colour each hue (in degrees) is given. Reds of sauces and tomatoes soon look like neon, greens of herbs like
 * plastic, and skin and crusts turn orange. A faint blue is a white plate in the shade.
 */
const HUE_WEIGHTS: readonly (readonly [hue: number, share: number])[] = [
  [0, 0.5],
  [14, 0.55],
  [28, 0.72],
  [48, 1],
  [66, 0.9],
  [80, 0.42],
  [105, 0.2],
  [140, 0.22],
  [180, 0.22],
  [240, 0.1],
  [300, 0.2],
  [345, 0.45],
  [360, 0.5],
]

const hueWeight = (hue: number): number => {
  const next = Math.max(
    1,
    HUE_WEIGHTS.findIndex(([end]) => end >= hue),
  )
  const [from, low] = HUE_WEIGHTS[next - 1]
  const [to, high] = HUE_WEIGHTS[next]
  return low + ((high - low) * (hue - from)) / (to - from)
}

/**
 * The factor on colour by hue and spread, 1024 for 1. White plates get no more colour, and vivid colours hardly any. Pale
 * wood, linen and dough get little: a table would look yellow or pink.
 */
const colourTable = (strength: number): Uint16Array => {
  const table = new Uint16Array(HUES * 256)
  for (let step = 0; step < HUES; step++) {
    const weight = hueWeight((360 * (step + 0.5)) / HUES)
    for (let spread = 0; spread < 256; spread++) {
      const share = smoothstep(16, 72, spread) * (1 - smoothstep(64, 180, spread))
      table[step * 256 + spread] = Math.round(1024 * (1 + MAX_COLOUR_GAIN * strength * weight * share))
    }
  }
  return table
}

/** The highest code that is not clipped. A channel goes beyond it only as far as it was. */
const UNCLIPPED = 253

/** How far colour rises with light, by spread. Vivid colours would turn to neon. */
const COLOUR_FOLLOWS_LIGHT = Float32Array.from({ length: 256 }, (_, spread) => 1 - 0.85 * smoothstep(50, 150, spread))

/** The new luma by luma: mid-tones rise, black and white stay. */
const lightTable = (amount: number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, code) => {
    const y = code / 255
    return 255 * (y + amount * 4 * y * (1 - y) * (1 - 0.35 * y))
  })

const hueStep = (r: number, g: number, b: number, most: number, spread: number): number => {
  const sixth = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread
  return Math.min(HUES - 1, (((sixth < 0 ? sixth + 6 : sixth) * HUES) / 6) | 0)
}

/** The changes of colours and brightness, for the recipe. */
export interface VibranceResult {
  readonly strength: number
  /** Share of the whole range that mid-tones rose. */
  readonly light: number
}

/**
 * Makes pale colours more vivid and dark photos brighter, in place. With strength 0 no pixel changes. Alpha is not
 * changed.
 *
 * @param analysisCopy on which the brightness is measured
 * @param strength 0–1
 */
export const applyVibrance = (pixels: Pixels, analysisCopy: Pixels, strength: number): VibranceResult => {
  const middle = measureLuma(analysisCopy).percentile(0.5) / 255
  const light = strength * MAX_LIGHT_GAIN * (0.25 + 0.75 * (1 - smoothstep(0.28, 0.62, middle)))
  if (strength === 0) return { strength, light: 0 }
  const colour = colourTable(strength)
  const tone = lightTable(light)
  const { data, width, height, channels } = pixels
  for (let at = 0, end = width * height * channels; at < end; at += channels) {
    const [r, g, b] = [data[at], data[at + 1], data[at + 2]]
    const luma = lumaOf(r, g, b)
    const most = Math.max(r, g, b)
    const least = Math.min(r, g, b)
    const spread = most - least
    const code = luma | 0
    const low = tone[code]
    const end = Math.max(UNCLIPPED, most)
    const lit = Math.min(end, code >= 255 ? 255 : low + (tone[code + 1] - low) * (luma - code))
    if (spread === 0) {
      data[at] = data[at + 1] = data[at + 2] = lit + 0.5
      continue
    }
    // Colour rises with light, so that brightened parts do not turn grey.
    const rise = 1 + (lit / luma - 1) * COLOUR_FOLLOWS_LIGHT[spread]
    let scale = (rise * colour[hueStep(r, g, b, most, spread) * 256 + spread]) / 1024
    if (lit + (most - luma) * scale > end) scale = Math.max(0, (end - lit) / (most - luma))
    if (lit + (least - luma) * scale < 0) scale = lit / (luma - least)
    data[at] = lit + (r - luma) * scale + 0.5
    data[at + 1] = lit + (g - luma) * scale + 0.5
    data[at + 2] = lit + (b - luma) * scale + 0.5
  }
  return { strength, light }
}
