import { decodeLight, encodeLight } from '../colour/linear-light.ts'
import { luminanceGain } from '../colour/white-balance.ts'
import { clamp, smoothstep } from '../raster/clamp-and-smoothstep.ts'
import type { Recipe } from './tone-recipe.ts'

/** Fixed point of the pass: 16 steps per 8-bit code. */
export const STEPS = 16
export const WHITE = 255 * STEPS

/** Where in the table of colour the colours begin whose strongest channel is blue. */
export const COLD = 256

/** The highest value that is not clipped: below it nothing is lifted beyond it. Code 254 and above count as clipped. */
export const UNCLIPPED = 253 * STEPS + 7

/** Fixed point of gains: 4096 is 1. */
export const ONE = 4096

/**
 * The widest step of fine detail in the table. Wider steps are edges and get the same value. In steps, a power of two.
 */
export const DETAIL = 1024

/**
 * The recipe as look-up tables, which the full-size pass reads for every pixel. Their integers are narrow, so that all
 * tables stay in the fastest cache.
 */
export interface ToneTables {
  /** Per channel, code → balanced value in steps. */
  readonly red: Uint16Array
  readonly green: Uint16Array
  readonly blue: Uint16Array
  /** Base luma in steps → local gain (shadows up, highlights down), 4096 for 1. */
  readonly local: Uint16Array
  /** Luma in steps, up to twice white → luma in steps: exposure, brightness and contrast. */
  readonly tone: Uint16Array
  /** Gain of texture over its base, 4096 for 1. */
  readonly clarity: number
  /**
   * Luma in steps → 2^19 over luma, which avoids a division. It is lower in deep shadow, where more colour would be
   * noise.
   */
  readonly inverse: Int32Array
  /** Spread between the channels, in codes → factor on colour, 1024 for 1; from {@link COLD} on where blue is strongest. */
  readonly colour: Uint16Array
  /** Fine detail in steps, offset by DETAIL → the amount added to luma. */
  readonly detail: Int16Array
}

/** Fills a table with a function of the place. */
const tabulate = <Table extends Uint16Array | Int16Array | Int32Array>(
  table: Table,
  valueAt: (place: number) => number,
): Table => {
  for (let place = 0; place < table.length; place++) table[place] = valueAt(place)
  return table
}

export const channelTable = (gain: number, black: number, white: number): Uint16Array =>
  tabulate(new Uint16Array(256), (code) => {
    const stretched = clamp((code / 255 - black) / (white - black), 0, 1)
    return Math.round(WHITE * encodeLight(Math.min(1, decodeLight(stretched) * gain)))
  })

/** Share of light that blown whites lose when a photo is darkened. They stay white and stop glaring. */
const WHITE_LOSS = 0.1
/** Encoded light, 0–1: from the first on, a white backdrop is pulled down less, and from the second on, not at all. */
const BLOWN = [0.85, 0.99] as const

/** The knee of a recipe, unless what matters lies in the shade of a bright window. */
export const KNEE = 0.7

/** Exposure in linear light that never clips: brightening has a shoulder, and darkening keeps white white. */
const expose = (
  encoded: number,
  { exposure, knee, keepsWhite }: Pick<Recipe, 'exposure' | 'knee' | 'keepsWhite'>,
): number => {
  const gain = 2 ** exposure
  const light = decodeLight(encoded) * gain
  if (gain <= 1) {
    const white = keepsWhite ? 1 : 1 - WHITE_LOSS * Math.min(1, 2.5 * (1 - gain))
    return encodeLight(light / (1 - (1 - gain / white) * decodeLight(encoded) ** 6))
  }
  if (light <= knee) return encodeLight(light)
  const room = 1 - knee
  const over = (light - knee) / room
  const most = (gain - knee) / room
  // Rational shoulder through (knee, knee) with slope 1, reaching exactly 1 at the brightest possible value.
  return encodeLight(knee + room * ((over * (1 + over / (most * most))) / (1 + over)) * (most === 0 ? 0 : 1))
}

const contrastCurve = (x: number, pivot: number, amount: number): number => {
  // Two parabolas that meet at the pivot and are flat at their ends. They add contrast and keep black, white and the
  // dish's mid-tone. Less contrast only opens what is darker: above the pivot it would make white ware grey.
  if (x >= pivot) {
    const side = (1 - x) / (1 - pivot)
    return x + Math.max(0, amount) * (1 - pivot) * side * (1 - side)
  }
  const side = x / pivot
  return x - amount * pivot * side * (1 - side)
}

/**
 * Normalise the curves of lift and whites to 1 where they are highest: x²(1 − x)³ at 2/5 and x³(1 − x) at 3/4. The first
 * keeps black and the lights, and the second keeps the mid-tones.
 */
const LIFT_PEAK = 3125 / 108
const WHITES_PEAK = 256 / 27

/** The largest lifts with which the curve keeps rising. */
export const MOST_LIFT = 0.13
export const MOST_WHITES = 0.09

/** What decides the tone curve of a recipe. */
export type ToneSettings = Pick<Recipe, 'exposure' | 'knee' | 'lift' | 'whites' | 'pivot' | 'keepsWhite'> & {
  readonly look: Pick<Recipe['look'], 'brightness' | 'contrast'>
}

/** The tone curve of a recipe, encoded 0–1 in and out: exposure, lifts and contrast. */
export const toneCurve = (settings: ToneSettings): ((encoded: number) => number) => {
  const { lift, whites, pivot, look } = settings
  return (x) => {
    const exposed = x <= 1 ? expose(x, settings) : 1
    const filled = exposed + lift * LIFT_PEAK * exposed ** 2 * (1 - exposed) ** 3
    const whitened = filled + whites * WHITES_PEAK * filled ** 3 * (1 - filled)
    const styled = whitened + look.brightness * 4 * whitened * (1 - whitened) * (1 - 0.4 * whitened)
    return clamp(contrastCurve(clamp(styled, 0, 1), pivot, look.contrast), 0, 1)
  }
}

/**
 * Spread between the channels, in codes: from the first on colours are vivid, and from the second on they stay as they are where a
 * photo is brightened. If they rose with light, red sauce and melted cheese would turn to neon.
 */
const VIVID = [150, 215] as const
/** The encoded mid-tone at which the brightening is taken. */
const MIDDLE = 0.45

/** How much of the light that they gain vivid colours take on: spread between the channels, in codes → factor on colour. */
export const vividness = ({ balance, ...recipe }: Recipe): ((spread: number) => number) => {
  const middle = encodeLight(decodeLight(MIDDLE) * luminanceGain(balance))
  const rise = Math.max(1, toneCurve(recipe)(middle) / MIDDLE)
  return (spread) => 1 + (1 / rise - 1) * smoothstep(...VIVID, spread)
}

/** Spread between the channels, in codes, up to which pale blue is shade on white ware, and from which it is no shade; the colour it loses. */
const SHADE = { spread: [42, 80], loss: 0.75 } as const

/** Builds the tables of a recipe. */
export const buildToneTables = (recipe: Recipe): ToneTables => {
  const { look, black, white, balance, exposure, keepsWhite, grain, sharpen } = recipe
  const local = tabulate(new Uint16Array(WHITE + 1), (i) => {
    const seen = expose(i / WHITE, recipe)
    const lift = look.shadows * (1 - smoothstep(0.02, 0.5, seen)) * smoothstep(0, 0.12, seen)
    const kept = keepsWhite ? smoothstep(...BLOWN, seen) : 0
    const pull = look.highlights * smoothstep(0.65, 1, seen) * (1 - kept)
    return ONE * (1 + lift - pull * 0.25)
  })
  const curve = toneCurve(recipe)
  const tone = tabulate(new Uint16Array(2 * WHITE + 1), (i) => {
    const lit = Math.round(WHITE * curve(i / WHITE))
    return i < UNCLIPPED ? Math.min(lit, UNCLIPPED) : lit
  })
  const vivid = vividness(recipe)
  const colour = tabulate(new Uint16Array(2 * COLD), (i) => {
    const spread = i % COLD
    const pale = 1 - smoothstep(30, 150, spread)
    const visible = i < COLD ? smoothstep(2, 18, spread) : smoothstep(40, 110, spread)
    const shade = i < COLD ? 1 : 1 - SHADE.loss * recipe.blueShade * (1 - smoothstep(...SHADE.spread, spread))
    const more = look.saturation * (1 - smoothstep(120, 230, spread)) + look.vibrance * pale * visible
    // Nearly neutral colours are ware and cloth in some light, and pale blue is ware in the shade. No food is.
    return Math.round(1024 * shade * vivid(spread) * (1 + (more < 0 ? more : more * visible)))
  })
  // The more a photo is lifted, the more of the colour in its deepest shadows is noise of the weakest channel.
  const lifted = clamp((exposure + Math.log2(Math.max(...balance))) / 4, 0, 0.85)
  const inverse = tabulate(new Int32Array(WHITE + 1), (luma) => {
    const faint = 1 - smoothstep(4 * STEPS, 36 * STEPS, luma)
    return luma === 0 ? 0 : Math.round(((1 - lifted * faint) * 2 ** 19) / luma)
  })
  const core = 1.2 * grain * STEPS
  const detail = tabulate(new Int16Array(2 * DETAIL), (i) => {
    const d = i - DETAIL
    const kept = Math.sign(d) * Math.max(0, Math.abs(d) - core * Math.exp(-Math.abs(d) / (core + 1)))
    const limit = (d < 0 ? 8 : 11) * STEPS
    return limit * Math.tanh((sharpen * 2 * kept) / limit)
  })
  return {
    red: channelTable(balance[0], black, white),
    green: channelTable(balance[1], black, white),
    blue: channelTable(balance[2], black, white),
    local,
    tone,
    clarity: Math.round(ONE * (1 + look.clarity)),
    inverse,
    colour,
    detail,
  }
}
