import { ceramic, metal, wood } from '../food/food-surfaces.ts'
import type { Kitchen, Seat } from '../food/kitchen.ts'
import { bananaLeaf, basket, board, skillet, steamer, tray } from './boards.ts'
import { coffeeCup } from './coffee-cup.ts'
import type { Drink } from './drinks-in-glass.ts'
import { stemmedGlass, straightGlass } from './glasses.ts'
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
