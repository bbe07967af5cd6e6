import { clamp, smoothstep } from '../../raster/clamp-and-smoothstep.ts'
import { BACKDROP_MATERIALS, BACKDROPS, type Backdrop } from './backdrop-materials.ts'
import { type DishTones, type Tone, toneOf } from './dish-tones.ts'

/** Difference of luma from which a ware stands out clearly from the surface. */
const CLEAR = 0.34
/** How well a surface goes with warm food (1) or with cool and green food (−1), and how well it looks with any. */
const CHARACTER: Readonly<Record<Backdrop, { readonly warm: number; readonly any: number }>> = {
  'studio-light': { warm: 0, any: -0.08 },
  'studio-dark': { warm: 0, any: -0.12 },
  warm: { warm: 0.3, any: -0.12 },
  slate: { warm: -0.6, any: 0.12 },
  linen: { warm: 0.5, any: 0.1 },
  oak: { warm: 1, any: 0.14 },
  marble: { warm: -0.5, any: 0.04 },
}
const HARMONY = 0.22
/** Weight of a surface that is about as light as the old table, whose light lies on the ware and in its edges. */
const FAMILIAR = 0.22
/** Share of the outline from which ware that looks like a table of some colour is taken for glass. */
const SEE_THROUGH = 0.45

/**
 * Chooses the surface that suits a dish: the ware stands out from it, warm food lies on wood or linen and cool food on stone.
 * Ware of glass shows the old table, so it is placed on the surface nearest to that.
 */
export const chooseBackdrop = (tones: DishTones): Backdrop => rankBackdrops(tones)[0] ?? 'studio-light'

/** All surfaces, the one that suits a dish best first. */
export function rankBackdrops(tones: DishTones): Backdrop[] {
  const { ware, food, table } = tones
  const isGlass = isSeeThrough(tones)
  const warmth = clamp(3 * (food.warmth - 0.2), -1, 1)
  const scoreOf = (backdrop: Backdrop): number => {
    const { warm, any } = CHARACTER[backdrop]
    const surface = surfaceTone(backdrop)
    if (isGlass && table) return any - 3 * apart(surface, table)
    const clear = smoothstep(
      0,
      CLEAR,
      Math.abs(surface.light - ware.light) + 0.3 * Math.abs(surface.warmth - ware.warmth),
    )
    const familiar = table ? -FAMILIAR * Math.abs(surface.light - table.light) : 0
    return clear + any + HARMONY * warm * warmth + familiar
  }
  return [...BACKDROPS].sort((one, other) => scoreOf(other) - scoreOf(one))
}

/** Whether the ware shows the old table: it looks like it and is not plainly white or black. */
export const isSeeThrough = ({ ware, table, alike }: DishTones): boolean =>
  table !== undefined && alike >= SEE_THROUGH && !isPlain(ware)

const surfaceTone = (backdrop: Backdrop): Tone => {
  const [red, green, blue] = BACKDROP_MATERIALS[backdrop].colour
  return toneOf([red / 255, green / 255, blue / 255])
}

const apart = (one: Tone, other: Tone): number => Math.hypot(one.light - other.light, 0.7 * (one.warmth - other.warmth))

const isPlain = ({ light, colour }: Tone): boolean => (light > 0.62 || light < 0.2) && colour < 0.14
