import { gainsFor, measureCast } from './balance.ts'
import { decodeLight, encodeLight } from './colour.ts'
import { denoiseFor } from './denoise.ts'
import { correctionFor, measureExposure } from './exposure.ts'
import type { Grain } from './grain.ts'
import { measureLight } from './measure.ts'
import { clamp, type Pixels, smoothstep } from './pixels.ts'
import type { Preset } from './presets.ts'
import type { Recipe } from './recipe.ts'
import { channelTable } from './tables.ts'

const LUMINANCE = [0.2126, 0.7152, 0.0722] as const

/** The small copy through one curve per channel, brightness kept. */
const through = ({ data, width, height }: Pixels, curves: readonly Uint8Array[]): Pixels => {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = curves[i % 3]?.[data[i] as number] as number
  return { data: out, width, height, channels: 3 }
}

const curvesFor = (gains: readonly number[], black: number, white: number): Uint8Array[] =>
  gains.map((gain) => Uint8Array.from(channelTable(gain, black, white), (step) => Math.round(step / 16)))

/** Soft photos want more, those that were sharpened already want little. */
const sharpenFor = (sharpness: number): number => 1.3 - 1.05 * smoothstep(0.9, 1.9, sharpness)

/** Measures the small copy and decides what is to be done. */
export const decide = (proxy: Pixels, grain: Grain, preset: Preset): Recipe => {
  const light = measureLight(proxy)
  const low = light.percentile(0.005)
  const top = light.percentile(0.997)
  // A veil greys the whites as it greys the blacks; where the whites are still white, dark is merely absent.
  const veil = 0.25 + 0.75 * smoothstep(0.2, 0.7, (255 - top) / (low + 1))
  const black = (veil * Math.max(0, low - 8) * smoothstep(12, 30, low)) / 255
  const white = black > 0 ? Math.max(top / 255, 1 - black) : 1
  const clear = black > 0 ? through(proxy, curvesFor([1, 1, 1], black, white)) : proxy

  const cast = measureCast(proxy)
  const balance = gainsFor(cast)
  const brighter = balance.reduce((sum, gain, c) => sum + gain * (LUMINANCE[c] as number), 0)
  // Judged at the brightness it came with: the gains above only ever brighten.
  const level = through(
    clear,
    curvesFor(
      balance.map((gain) => gain / brighter),
      0,
      1,
    ),
  )
  const doubt = clamp(cast.confidence * Math.hypot(cast.red, cast.blue) * 2 + black * 3, 0, 1)
  const exposure = correctionFor(measureExposure(level), doubt) - Math.log2(brighter)
  // Noise is judged as it will be seen: brightened with the rest.
  const seen = Math.max(1, 2 ** ((exposure + Math.log2(brighter)) / 2.4))
  const louder = denoiseFor({ luma: grain.luma * seen, chroma: grain.chroma * seen })
  const denoise = { luma: louder.luma / seen, chroma: louder.chroma / seen }
  return {
    preset: preset.id,
    black,
    white,
    balance,
    balanceConfidence: cast.confidence,
    exposure: clamp(exposure, -3, 3),
    denoise,
    sharpen: preset.look.sharpen * sharpenFor(grain.sharpness),
    grain: denoise.luma > 0 ? 0.4 * grain.luma : grain.luma,
    pivot: clamp(encodeLight(decodeLight(light.percentile(0.5) / 255) * 2 ** exposure), 0.3, 0.6),
    look: preset.look,
  }
}
