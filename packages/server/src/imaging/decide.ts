import { balanceFor, measureCast } from './balance.ts'
import { decodeLight, encodeLight } from './colour.ts'
import { measureLight } from './measure.ts'
import { clamp, type Pixels, smoothstep } from './pixels.ts'
import type { Preset } from './presets.ts'
import type { Recipe } from './recipe.ts'

/** Linear light at which the brightest tenths of a percent of a well-exposed dish lie (measured over good photos). */
const TOP = 0.78

const expected = (top: number): number => {
  const stops = Math.log2(TOP / Math.max(1e-3, decodeLight(top / 255)))
  return clamp(stops * smoothstep(0.3, 0.9, Math.abs(stops)), -1.5, 3)
}

/** Measures the small copy and decides what is to be done. */
export const decide = (proxy: Pixels, preset: Preset): Recipe => {
  const { gains, confidence } = balanceFor(measureCast(proxy))
  const light = measureLight(proxy)
  const low = light.percentile(0.005)
  const black = low > 24 ? (low - 8) / 255 : 0
  const white = black > 0 ? Math.max(light.percentile(0.997) / 255, 1 - black) : 1
  const exposure = expected(((light.percentile(0.997) / 255 - black) / (white - black)) * 255)
  return {
    preset: preset.id,
    black,
    white,
    balance: gains,
    balanceConfidence: confidence,
    exposure,
    noise: 1,
    sharpness: 1,
    pivot: clamp(encodeLight(decodeLight(light.percentile(0.5) / 255) * 2 ** exposure), 0.3, 0.6),
    look: preset.look,
  }
}
