import { ceramic, metal, wood } from '../food/food-surfaces.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { hex } from '../render/colour.ts'
import { blendColour, type Surface, setColour, smooth } from '../render/surface.ts'
import { noise3 } from '../render/volume-noise.ts'
import { roundedProfile, tube, turned } from '../shapes/sheets.ts'
import { bananaLeaf, basket, board, skillet, steamer, tray } from './boards.ts'
import { type Drink, pourDrink } from './drinks-in-glass.ts'
import { bowl, coupe, pastaBowl, plate, pot } from './round-vessels.ts'
import type { VesselName } from './vessel-names.ts'

/** How a glaze is finished. */
export interface Finish {
  readonly colour: string
  readonly rim?: string
  readonly speckle?: string
  readonly matt?: boolean
}

/** What is in a glass below food that is no drink: cream below a dessert, else next to nothing. */
const CREAM: Drink = { layers: ['#e6cfa6', '#efe0c4', '#f5ecd9'] }
const AIR: Drink = { layers: ['#e4e9e7'], clear: 0.94 }
/** How deep a bowl is for food that lies in it, which would be out of sight in one for soup. */
const SHALLOW = 0.46

/** Puts the vessel on the table and says where food goes. A colour of its own replaces wood, iron and copper too. */
export function setVessel(
  kitchen: Kitchen,
  vessel: VesselName,
  finish: Finish,
  named: boolean,
  holds: { readonly drink?: Drink; readonly sweet?: boolean; readonly shallow?: boolean },
): Seat {
  const drink = holds.drink ?? (holds.sweet ? CREAM : AIR)
  const glaze = ceramic(finish.colour, finish)
  const own = named ? glaze : undefined
  switch (vessel) {
    case 'plate':
      return plate(kitchen, glaze)
    case 'coupe':
      return coupe(kitchen, glaze)
    case 'pasta bowl':
      return pastaBowl(kitchen, glaze)
    case 'bowl':
      return bowl(kitchen, glaze, 1, holds.shallow ? SHALLOW : undefined)
    case 'small bowl':
      return bowl(kitchen, glaze, 0.8, 0.66)
    case 'pot':
      return pot(kitchen, own ?? ceramic('#6b4a35', { speckle: '#2e2019', matt: true }), 0.86, 0.42)
    case 'skillet':
      return skillet(kitchen, own ?? metal('#232222', 0.3, 20, 0.05), 1)
    case 'paella pan':
      return skillet(kitchen, own ?? metal('#3c3a38', 0.5, 26, 0.06), 2)
    case 'copper bowl':
      return bowl(kitchen, own ?? metal('#a8623a', 0.85, 40, 0.16), 0.92, 0.6)
    case 'tray':
      return tray(kitchen, own ?? metal('#9a9c9c', 0.8, 36, 0.05))
    case 'board':
      return board(kitchen, own ?? wood('#b9854d', '#6e4420'), [0.93, 0.64, 0.045])
    case 'slate board':
      return board(kitchen, own ?? ceramic('#34383b', { speckle: '#4b5054', matt: true }), [1.06, 0.66, 0.028], 0.12)
    case 'banana leaf':
      return bananaLeaf(kitchen)
    case 'basket':
      return basket(kitchen, named ? finish.colour : undefined)
    case 'steamer':
      return steamer(kitchen)
    case 'glass':
      return straightGlass(kitchen, drink, 0.4, 0.78)
    case 'tall glass':
      return straightGlass(kitchen, drink, 0.36, 1.3)
    case 'stemmed glass':
      return stemmedGlass(kitchen, drink, 0.5, 1.1)
    case 'wine glass':
      return stemmedGlass(kitchen, drink, 0.4, 1.3, true)
    case 'coffee cup':
      return coffeeCup(kitchen, drink, finish.colour)
    default:
      return { radius: 0.8, depth: 1, heightAt: () => 0 }
  }
}

/** A cup on a saucer, with a handle to the right. */
function coffeeCup(kitchen: Kitchen, drink: Drink, colour: string): Seat {
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
          const side = Math.abs(x)
          const wave = Math.sin((y + 0.02) * 44 + side * 26 - side * side * 95 + noise3(x * 9, y * 9, 1) * 0.7)
          const heart = smooth(0.8, 0.68, Math.hypot(x * (1.3 + 1.1 * Math.max(0, y)), y + 0.03) / 0.48)
          blendColour(
            point,
            milk,
            Math.max(
              smooth(-0.35, 0.35, wave) * heart * smooth(0.012, 0.03, Math.abs(x)),
              smooth(0.86, 0.95, r) * 0.15,
            ),
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
function straightGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number): Seat {
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
function stemmedGlass(kitchen: Kitchen, drink: Drink, radius: number, high: number, tulip = false): Seat {
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
