import { body } from '../food/bodies.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { turned } from '../shapes/sheets.ts'

/** What a glass holds: colours from below upward, and what is on top. */
export interface Drink {
  readonly layers: readonly string[]
  readonly foam?: string
  readonly ice?: boolean
  readonly top?: string
  /** Beads in the lower part, as in bubble tea. */
  readonly beads?: string
  /** How far one can look through it, 0–1. */
  readonly clear?: number
}

type Profile = readonly (readonly [radius: number, height: number])[]

/** The drink in a glass, from `foot` to `level`, inside a profile; and what floats in it. */
export function pourDrink(kitchen: Kitchen, drink: Drink, inside: Profile, foot: number, level: number): Seat {
  const top = inside[inside.length - 1]?.[0] ?? 0.3
  if (drink.ice) iceCubes(kitchen, inside, level)
  kitchen.add({
    ...turned(
      {},
      [[0, foot], ...inside, [top * 0.995, level], [top * 0.97, level], [top * 0.5, level], [0, level]],
      liquidOf(drink, foot, level),
      72,
    ),
    clear: 'drink',
  })
  if (drink.foam)
    kitchen.add(
      turned(
        {},
        [
          [top * 1.01, level - 0.16],
          [top * 1.012, level - 0.08],
          [top * 1.012, level],
          [top * 0.9, level + 0.025],
          [top * 0.5, level + 0.035],
          [0, level + 0.035],
        ],
        foamOf(drink.foam),
        72,
      ),
    )
  return { radius: top * 0.95, depth: 1, heightAt: () => level + (drink.foam ? 0.035 : 0.01) }
}

function liquidOf(drink: Drink, foot: number, level: number): Surface {
  const layers = drink.layers.map((colour) => hex(colour))
  const beads = drink.beads ? hex(drink.beads) : undefined
  const surfaceColour = drink.top ? hex(drink.top) : layers[layers.length - 1]
  return (x, y, z, point) => {
    const share = Math.max(0, Math.min(0.999, (z - foot) / (level - foot)))
    const place = share * layers.length - 0.5 + noise3(x * 6, y * 6, z * 6) * 0.35
    const low = Math.max(0, Math.min(layers.length - 1, Math.floor(place)))
    setColour(point, layers[low])
    blendColour(point, layers[Math.min(layers.length - 1, low + 1)], smooth(0.25, 0.75, place - low))
    if (beads && share < 0.36) blendColour(point, beads, smooth(0.1, 0.3, noise3(x * 17, y * 17, z * 17)))
    point.clear = drink.clear ?? 0
    point.gloss = 0.25
    point.polish = 120
    if (share > 0.995) {
      setColour(point, surfaceColour)
      point.clear *= 0.8
      point.gloss = 0.6
    }
  }
}

const foamOf = (colour: string): Surface => {
  const rgb = hex(colour)
  return (x, y, z, point) => {
    const n = noise3(x * 40, y * 40, z * 40)
    setColour(point, rgb)
    point.bumpX = n * 0.3
    point.gloss = 0.12
    point.glow = 0.6
  }
}

/** Cubes of ice: most in the drink, two that rise out of it. */
function iceCubes(kitchen: Kitchen, inside: Profile, level: number): void {
  const { random, things } = kitchen
  const ice: Surface = (x, y, z, point) => {
    setColour(point, [0.86, 0.89, 0.9])
    point.clear = 0.62 - 0.3 * smooth(0.2, 0.8, noise3(x * 9, y * 9, z * 9))
    point.gloss = 0.9
    point.polish = 120
  }
  const radius = inside[inside.length - 1]?.[0] ?? 0.3
  const side = radius * 0.36
  const from = things.length
  for (let i = 0; i < 5; i++) {
    const angle = i * 2.3 + random.next()
    const z = level + side * (0.28 - 0.62 * i)
    const room = inside.find(([, height]) => height >= z - side)?.[0] ?? radius
    // A cube that does not fit between the walls would stand out of the glass.
    const away = Math.min(radius * 0.42, room - side * 1.35)
    if (away < 0) continue
    body(
      kitchen,
      {
        x: Math.cos(angle) * away,
        y: Math.sin(angle) * away,
        z,
        yaw: random.next() * 7,
        pitch: random.around() * 0.35,
        roll: random.around() * 0.35,
      },
      [side, side, side * 0.9],
      ice,
      { square: 0.24, rough: 0.05, fine: 1.3 },
    )
  }
  for (let i = from; i < things.length; i++) {
    const thing = things[i]
    if (thing.kind === 'sheet') things[i] = { ...thing, clear: 'ice' }
  }
}
