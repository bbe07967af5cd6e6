import { decodeLight, encodeLight } from './colour.ts'
import { clamp, smoothstep } from './pixels.ts'
import type { Recipe } from './recipe.ts'

/** Fixed point of the pass: 16 steps to an 8-bit code. */
export const STEPS = 16
export const WHITE = 255 * STEPS

/** The recipe as look-up tables: what the full-size pass reads for every pixel. */
export interface Tables {
  /** Per channel, code → balanced value in steps. */
  readonly red: Int32Array
  readonly green: Int32Array
  readonly blue: Int32Array
  /** Base luma in steps → local gain (shadows up, highlights down). */
  readonly local: Float32Array
  /** Luma in steps → luma in steps: exposure, brightness and contrast. */
  readonly tone: Float32Array
  /** Gain of texture over its base. */
  readonly clarity: number
  /** Spread between the channels, in codes → factor on colour. */
  readonly colour: Float32Array
  /** Fine detail in steps (offset by WHITE) → what is added to luma. */
  readonly detail: Float32Array
}

export const channelTable = (gain: number, black: number, white: number): Int32Array =>
  Int32Array.from({ length: 256 }, (_, code) => {
    const stretched = clamp((code / 255 - black) / (white - black), 0, 1)
    return Math.round(WHITE * encodeLight(Math.min(1, decodeLight(stretched) * gain)))
  })

/** Where blown whites come to lie when a photo is darkened: still white, no longer glaring. In linear light. */
const HELD_WHITE = 0.9

/** Exposure in linear light that never clips: a shoulder when it goes up, white kept white when it goes down. */
export const expose = (encoded: number, stops: number): number => {
  const gain = 2 ** stops
  const light = decodeLight(encoded) * gain
  if (gain <= 1) return encodeLight(light / (1 - (1 - gain / HELD_WHITE) * decodeLight(encoded) ** 6))
  const knee = 0.7
  if (light <= knee) return encodeLight(light)
  const room = 1 - knee
  const over = (light - knee) / room
  const most = (gain - knee) / room
  // Rational shoulder through (knee, knee) with slope 1, reaching exactly 1 at the brightest possible value.
  return encodeLight(knee + room * ((over * (1 + over / (most * most))) / (1 + over)) * (most === 0 ? 0 : 1))
}

const contrastCurve = (x: number, pivot: number, amount: number): number => {
  // Two parabolas that meet at the pivot, flat-ended: contrast without moving black, white or the dish's mid-tone.
  const side = x < pivot ? x / pivot : (1 - x) / (1 - pivot)
  const bend = side * (1 - side)
  return x < pivot ? x - amount * pivot * bend : x + amount * (1 - pivot) * bend
}

/** Builds the tables of a recipe. */
export const buildTables = (recipe: Recipe): Tables => {
  const { look, black, white, balance, exposure, pivot, noise } = recipe
  const local = Float32Array.from({ length: WHITE + 1 }, (_, i) => {
    const seen = expose(i / WHITE, exposure)
    const lift = look.shadows * (1 - smoothstep(0.02, 0.5, seen)) * smoothstep(0, 0.12, seen)
    const pull = look.highlights * smoothstep(0.65, 1, seen)
    return 1 + lift - pull * 0.25
  })
  const tone = Float32Array.from({ length: 2 * WHITE }, (_, i) => {
    const x = i / WHITE
    const exposed = x <= 1 ? expose(x, exposure) : 1
    const lifted = exposed + look.brightness * 4 * exposed * (1 - exposed) * (1 - 0.4 * exposed)
    return WHITE * clamp(contrastCurve(clamp(lifted, 0, 1), pivot, look.contrast), 0, 1)
  })
  const colour = Float32Array.from({ length: 257 }, (_, spread) => {
    const pale = 1 - smoothstep(30, 150, spread)
    const visible = smoothstep(2, 18, spread)
    return 1 + look.saturation * (1 - smoothstep(120, 230, spread)) + look.vibrance * pale * visible
  })
  const core = 1.2 * noise * STEPS
  const detail = Float32Array.from({ length: 2 * WHITE + 1 }, (_, i) => {
    const d = i - WHITE
    const kept = Math.sign(d) * Math.max(0, Math.abs(d) - core * Math.exp(-Math.abs(d) / (core + 1)))
    const limit = 14 * STEPS
    return limit * Math.tanh((look.sharpen * 2 * kept) / limit)
  })
  return {
    red: channelTable(balance[0], black, white),
    green: channelTable(balance[1], black, white),
    blue: channelTable(balance[2], black, white),
    local,
    tone,
    clarity: 1 + look.clarity,
    colour,
    detail,
  }
}
