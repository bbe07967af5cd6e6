import { body } from '../food/bodies.ts'
import { ceramic } from '../food/food-surfaces.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { roundedProfile, tube, turned } from '../shapes/sheets.ts'

/** What a glass holds: colours from below upward, and what is on top. */
export interface Drink {
  readonly layers: readonly string[]
  readonly foam?: string
  readonly ice?: boolean
  readonly top?: string
  /** Beads in the lower part, as in bubble tea. */
  readonly beads?: string
}

/** Liquid behind glass: its colours by height, brighter at the sides, with the long reflections of a window. */
function behindGlass(drink: Drink, level: number, foot: number): Surface {
  const layers = drink.layers.map((colour) => hex(colour))
  const foam = drink.foam ? hex(drink.foam) : undefined
  return (x, y, z, point) => {
    const share = Math.max(0, Math.min(0.999, (z - foot) / (level - foot)))
    const place = share * layers.length - 0.5 + noise3(x * 6, y * 6, z * 6) * 0.35
    const low = Math.max(0, Math.min(layers.length - 1, Math.floor(place)))
    const high = Math.min(layers.length - 1, low + 1)
    setColour(point, layers[low])
    blendColour(point, layers[high], smooth(0.25, 0.75, place - low))
    if (foam) blendColour(point, foam, smooth(0.8, 0.83, share))
    if (drink.beads && share < 0.36)
      blendColour(point, hex(drink.beads), smooth(0.1, 0.3, noise3(x * 17, y * 17, z * 17)))
    if (drink.ice && share > 0.45 && share < 0.8)
      blendColour(point, [0.75, 0.77, 0.75], smooth(0.15, 0.5, noise3(x * 5, y * 5, z * 7)) * 0.5)
    // Above the drink there is only glass.
    if (z > level) setColour(point, [0.62, 0.64, 0.64])
    if (z < foot) setColour(point, [0.5, 0.52, 0.53])
    const angle = Math.atan2(y, x)
    const window = smooth(0.1, 0.06, Math.abs(angle + 2.05)) * 0.55 + smooth(0.05, 0.03, Math.abs(angle + 0.95)) * 0.3
    blendColour(point, [0.95, 0.96, 0.96], window)
    point.gloss = 0.6
    point.polish = 200
    point.glow = 0.75
  }
}

function fill(kitchen: Kitchen, drink: Drink, radius: number, level: number): Seat {
  const top = hex(drink.foam ?? drink.top ?? drink.layers[drink.layers.length - 1] ?? '#b98a4e')
  kitchen.add(
    turned(
      { z: level },
      [
        [0, 0],
        [radius * 0.5, 0],
        [radius * 0.9, 0],
        [radius * 0.98, 0.012],
      ],
      (x, y, _z, point) => {
        const n = noise3(x * 40, y * 40, 2)
        setColour(point, top)
        if (drink.foam) point.bumpX = n * 0.35
        point.gloss = drink.foam ? 0.15 : 0.8
        point.polish = 160
        point.glow = 0.5
      },
      48,
    ),
  )
  if (drink.ice)
    for (let i = 0; i < 3; i++) {
      const angle = i * 2.1 + kitchen.random.next()
      const cube: Surface = (_x, _y, _z, point) => {
        setColour(point, [0.75, 0.8, 0.8])
        blendColour(point, top, 0.35)
        point.gloss = 0.8
        point.polish = 150
        point.glow = 0.9
      }
      const side = radius * 0.34
      body(
        kitchen,
        {
          x: Math.cos(angle) * radius * 0.45,
          y: Math.sin(angle) * radius * 0.45,
          z: level + side * 0.3,
          yaw: kitchen.random.next() * 7,
          pitch: 0.4,
          roll: 0.3,
        },
        [side, side, side],
        cube,
        { square: 0.3, rough: 0.04 },
      )
    }
  return { radius: radius * 0.9, depth: 1, heightAt: () => level + 0.01 }
}

/** A straight glass. */
export function straightGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number): Seat {
  const level = high * 0.87
  const profile = roundedProfile(
    [
      [0, 0],
      [radius * 0.8, 0],
      [radius * 0.84, 0.03],
      [radius * 0.92, high * 0.5],
      [radius, high],
      [radius * 0.985, high + 0.01],
      [radius * 0.97, high],
      [radius * 0.94, level],
    ],
    2,
  )
  kitchen.add(turned({}, profile, behindGlass(drink, level, 0.07), 72))
  return fill(kitchen, drink, radius * 0.95, level)
}

/** A glass with a stem. `wide` is that of a cocktail or a sundae. */
export function stemmedGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number): Seat {
  const level = high * 0.92
  const foot = high * 0.48
  const profile = roundedProfile(
    [
      [0, 0.02],
      [radius * 0.62, 0.012],
      [radius * 0.64, 0.02],
      [0.06, 0.05],
      [0.04, 0.15],
      [0.04, foot * 0.85],
      [0.1, foot],
      [radius * 0.75, foot + (high - foot) * 0.35],
      [radius, high],
      [radius * 0.98, high + 0.006],
      [radius * 0.94, level],
    ],
    2,
  )
  kitchen.add(turned({}, profile, behindGlass(drink, level, foot), 72))
  return fill(kitchen, drink, radius * 0.93, level)
}

/** A cup on a saucer, with a handle to the right. */
export function coffeeCup(kitchen: Kitchen, drink: Drink, colour: string): Seat {
  const glaze = ceramic(colour)
  kitchen.add(
    turned(
      {},
      roundedProfile(
        [
          [0, 0.05],
          [0.5, 0.05],
          [0.72, 0.08],
          [0.92, 0.16],
          [0.95, 0.15],
          [0.75, 0.04],
          [0.4, 0],
        ],
        2,
      ),
      glaze,
      90,
    ),
  )
  const high = 0.62
  const radius = 0.52
  kitchen.add(
    turned(
      { z: 0.05 },
      roundedProfile(
        [
          [0, 0.05],
          [0.28, 0.05],
          [0.3, 0],
          [0.33, 0.02],
          [0.47, 0.25],
          [radius, high],
          [radius * 0.97, high + 0.015],
          [radius * 0.93, high - 0.02],
          [radius * 0.9, high * 0.75],
        ],
        2,
      ),
      glaze,
      90,
    ),
  )
  const path = Array.from({ length: 26 }, (_, k) => {
    const angle = -1.5 + (k / 25) * 3.1
    return [radius * 0.9 + Math.cos(angle) * 0.24, 0, 0.4 + Math.sin(angle) * 0.19] as const
  })
  kitchen.add(tube({ yaw: -0.35 }, path, () => 0.042, glaze, 10))
  const level = high - 0.02
  const [coffee, milk] = [hex(drink.layers[0] ?? '#6b3d1c'), drink.foam ? hex(drink.foam) : undefined]
  kitchen.add(
    turned(
      { z: level },
      [
        [0, 0],
        [0.2, 0],
        [0.35, 0],
        [0.5, 0.002],
      ],
      (x, y, _z, point) => {
        const r = Math.hypot(x, y) / 0.48
        setColour(point, coffee)
        if (milk) {
          // A leaf of milk: waves across a heart, parted by a line in the middle.
          const wave = Math.sin(y * 32 + Math.abs(x) * 26)
          const heart = smooth(0.78, 0.7, Math.hypot(x * 1.25, y + 0.02) / 0.48)
          blendColour(
            point,
            milk,
            Math.max(smooth(-0.1, 0.4, wave) * heart * smooth(0.012, 0.03, Math.abs(x)), smooth(0.86, 0.95, r) * 0.15),
          )
        }
        blendColour(point, [coffee[0] * 0.6, coffee[1] * 0.5, coffee[2] * 0.45], smooth(0.85, 1, r))
        point.gloss = milk ? 0.3 : 0.8
        point.polish = 120
        point.glow = 0.3
      },
      64,
    ),
  )
  return { radius: 0.42, depth: 1, heightAt: () => level + 0.01 }
}
