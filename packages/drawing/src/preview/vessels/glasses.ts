import type { Kitchen, Seat } from '../food/kitchen.ts'
import { type Surface, setColour, smooth } from '../render/surface.ts'
import { roundedProfile, turned } from '../shapes/sheets.ts'
import { type Drink, pourDrink } from './drinks-in-glass.ts'

type Profile = readonly (readonly [radius: number, height: number])[]

/** Clear glass, with the long reflections of a window on both sides, a solid bottom of `thick` and a bright rim. */
const glass = (thick: number, high: number): Surface => {
  return (x, y, z, point) => {
    const angle = Math.atan2(y, x)
    const window = smooth(0.14, 0.09, Math.abs(angle + 2.15)) * 0.5 + smooth(0.05, 0.02, Math.abs(angle + 0.8)) * 0.35
    setColour(point, [0.9, 0.92, 0.93])
    point.clear =
      0.95 - window * 0.62 - 0.22 * smooth(thick, thick * 0.6, z) - 0.45 * smooth(high - 0.02, high - 0.008, z)
    point.gloss = 0.8
    point.polish = 160
  }
}

/** A glass from its outline, poured full: `inside` is where the drink touches it. */
function filled(kitchen: Kitchen, drink: Drink, outside: Profile, inside: Profile, foot: number): Seat {
  const high = Math.max(...outside.map(([, z]) => z))
  const level = inside[inside.length - 1]?.[1] ?? foot
  const seat = pourDrink(kitchen, drink, inside, foot, level)
  kitchen.add({ ...turned({}, roundedProfile(outside, 2), glass(foot, high), 96), clear: 'glass' })
  return seat
}

/** A straight glass. */
export function straightGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number): Seat {
  const level = high * 0.86
  const at = (z: number) => radius * (0.82 + 0.18 * (z / high))
  const outside: Profile = [
    [0, 0.004],
    [radius * 0.76, 0.004],
    [radius * 0.81, 0.02],
    [at(0.1), 0.1],
    [at(high * 0.5), high * 0.5],
    [radius, high],
    [radius * 0.985, high + 0.012],
    [radius * 0.955, high],
    [at(level) * 0.965, level],
  ]
  const inside = [0.075, 0.1, 0.3, 0.5, 0.7, 0.9, 1].map((share) => {
    const z = 0.07 + (level - 0.07) * ((share - 0.075) / 0.925)
    return [at(z) * 0.955, z] as const
  })
  return filled(kitchen, drink, outside, inside, 0.065)
}

/** A glass with a stem. A `tulip` is that of a wine, the other one that of a cocktail or a sundae. */
export function stemmedGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number, tulip = false): Seat {
  const foot = high * (tulip ? 0.4 : 0.48)
  const cup: Profile = tulip
    ? [
        [0.12, 0.012],
        [0.55, 0.06],
        [0.9, 0.2],
        [1, 0.38],
        [0.97, 0.55],
        [0.86, 0.8],
        [0.77, 1],
      ]
    : [
        [0.16, 0.02],
        [0.5, 0.14],
        [0.78, 0.36],
        [0.93, 0.68],
        [1, 1],
      ]
  const wall = cup.map(([r, z]) => [r * radius, foot + z * (high - foot)] as const)
  const rim = wall[wall.length - 1]?.[0] ?? radius
  const outside: Profile = [
    [0, 0.03],
    [radius * 0.66, 0.012],
    [radius * 0.7, 0.018],
    [radius * 0.5, 0.035],
    [0.06, 0.06],
    [0.034, 0.16],
    [0.032, foot * 0.8],
    [0.045, foot * 0.95],
    ...wall,
    [rim * 0.985, high + 0.01],
    [rim * 0.955, high],
    [rim * 0.95, high - 0.05],
  ]
  const inside = roundedProfile(wall, 2)
    .filter(([, z]) => z < foot + (high - foot) * (tulip ? 0.5 : 0.84))
    .map(([r, z]) => [r * 0.965, z + 0.012] as const)
  return filled(kitchen, drink, outside, inside, foot + 0.012)
}
