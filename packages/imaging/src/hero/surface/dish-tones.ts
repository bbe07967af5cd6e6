import { lumaOf } from '../../raster/luma.ts'
import { maskBits } from '../../raster/masks/binary-mask.ts'
import { distanceTransform } from '../../raster/masks/distance-transform.ts'
import { maskPlane } from '../../raster/masks/resize-mask.ts'
import type { SoftMask } from '../../raster/masks/soft-mask.ts'
import type { Pixels } from '../../raster/pixels.ts'

/** A colour as its luma, red minus blue, and largest minus smallest channel; shares of 1. */
export interface Tone {
  readonly light: number
  readonly warmth: number
  readonly colour: number
}

/** The tones of a photo that decide which surface suits its dish. */
export interface DishTones {
  /** Just inside the outline: the ware, or the food if there is no ware. */
  readonly ware: Tone
  /** The food: the colourful part of the dish. */
  readonly food: Tone
  /** The middle of the food, as shares of the photo's width and height. */
  readonly foodAt: { readonly x: number; readonly y: number }
  /** Just outside the outline; undefined where the dish fills the photo. */
  readonly table: Tone | undefined
  /** Share of the outline along which both sides look alike, 0–1: ware of glass, or ware in the table's colour. */
  readonly alike: number
}

/** The bands at the outline, as shares of the radius of a disc of the dish's area. */
const WARE_BAND = [0.03, 0.16] as const
const TABLE_BAND = [0.05, 0.2] as const
/** Sectors around the dish in which both sides are compared, and the difference of channels up to which they look alike. */
const SECTORS = 24
const ALIKE = 0.09

/** A running mean of colours. */
class MeanColour {
  private readonly sums = [0, 0, 0]
  weight = 0

  add(data: Uint8Array, at: number, weight = 1): void {
    for (let c = 0; c < 3; c++) this.sums[c] += weight * data[at + c]
    this.weight += weight
  }

  get channels(): readonly [number, number, number] {
    const whole = 255 * Math.max(1e-6, this.weight)
    return [this.sums[0] / whole, this.sums[1] / whole, this.sums[2] / whole]
  }

  get tone(): Tone {
    return toneOf(this.channels)
  }
}

/** The tone of a colour given by channels of 0–1. */
export const toneOf = ([red, green, blue]: readonly [number, number, number]): Tone => ({
  light: lumaOf(red, green, blue),
  warmth: red - blue,
  colour: Math.max(red, green, blue) - Math.min(red, green, blue),
})

/**
 * Measures the tones of a photo inside and around its dish.
 *
 * @param analysisCopy RGB, developed
 * @param subject the dish, a mask that is not empty
 */
export async function measureDishTones(analysisCopy: Pixels, subject: SoftMask): Promise<DishTones> {
  const { data, width, height } = analysisCopy
  const mask = await maskPlane(subject, analysisCopy)
  const bits = maskBits(mask.data.length, (i) => mask.data[i] > 0.5)
  const inside = distanceTransform({ bits, width, height })
  const outside = distanceTransform({ bits: bits.map((bit) => 1 - bit), width, height })
  const { x: cx, y: cy, area } = centreOf(bits, width)
  const radius = Math.sqrt(area / Math.PI)
  const [ware, food, table] = [new MeanColour(), new MeanColour(), new MeanColour()]
  let [foodX, foodY] = [0, 0]
  const sectors = Array.from({ length: SECTORS }, () => [new MeanColour(), new MeanColour()] as const)
  for (let i = 0; i < bits.length; i++) {
    const depth = (bits[i] ? inside[i] : outside[i]) / radius
    const [from, to] = bits[i] ? WARE_BAND : TABLE_BAND
    const at = 3 * i
    if (bits[i]) {
      const weight = 0.002 + toneOf([data[at] / 255, data[at + 1] / 255, data[at + 2] / 255]).colour ** 2
      food.add(data, at, weight)
      foodX += weight * (i % width)
      foodY += weight * Math.floor(i / width)
    }
    if (depth < from || depth > to) continue
    const turn = Math.atan2(Math.floor(i / width) - cy, (i % width) - cx) / (2 * Math.PI) + 0.5
    const sides = sectors[Math.min(SECTORS - 1, Math.floor(turn * SECTORS))]
    sides?.[bits[i]]?.add(data, at)
    if (bits[i]) ware.add(data, at)
    else table.add(data, at)
  }
  const seen = sectors.filter((sides) => sides.every(({ weight }) => weight >= 4))
  const alike = seen.filter(([away, within]) => differenceOf(away.channels, within.channels) < ALIKE)
  return {
    ware: ware.weight > 0 ? ware.tone : food.tone,
    food: food.tone,
    foodAt: { x: (foodX / food.weight + 0.5) / width, y: (foodY / food.weight + 0.5) / height },
    table: table.weight > 0 ? table.tone : undefined,
    alike: seen.length === 0 ? 0 : alike.length / seen.length,
  }
}

/** The tones of several dishes together, for a surface on which all of them stand. */
export function meanTones(dishes: readonly { readonly tones: DishTones; readonly weight: number }[]): DishTones {
  const mean = (of: (tones: DishTones) => number): number =>
    dishes.reduce((sum, { tones, weight }) => sum + weight * of(tones), 0) /
    dishes.reduce((sum, { weight }) => sum + weight, 0)
  const meanTone = (of: (tones: DishTones) => Tone): Tone => ({
    light: mean((tones) => of(tones).light),
    warmth: mean((tones) => of(tones).warmth),
    colour: mean((tones) => of(tones).colour),
  })
  // The dishes come from different tables, so no old table is nearer than another, and no ware may look like one.
  return {
    ware: meanTone(({ ware }) => ware),
    food: meanTone(({ food }) => food),
    foodAt: { x: 0.5, y: 0.5 },
    table: undefined,
    alike: 0,
  }
}

const differenceOf = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((value, c) => Math.abs(value - other[c])))

const centreOf = (bits: Uint8Array, width: number): { x: number; y: number; area: number } => {
  let [x, y, area] = [0, 0, 0]
  for (let i = 0; i < bits.length; i++) {
    if (!bits[i]) continue
    x += i % width
    y += Math.floor(i / width)
    area++
  }
  return { x: x / Math.max(1, area), y: y / Math.max(1, area), area: Math.max(1, area) }
}
