import { DISHES } from '../dishes/all-dishes.ts'
import { INGREDIENTS, KINDS, PLAIN_PLATE } from '../dishes/kinds-of-dish.ts'
import type { Dish } from '../dishes/served-dish.ts'
import type { PreviewScene } from '../preview-scene.ts'
import { findName, foldWords } from './fold-words.ts'

const namesOf = (dish: Dish): string[] =>
  [dish.name, ...(dish.also ?? '').split(',')].map((name) => foldWords(name).trim()).filter((name) => name !== '')

/** The tables in the order in which they are asked: a dish by its name, a kind of dish, an ingredient. */
const TABLES = [
  { found: 'dish', rows: DISHES.map((dish) => ({ dish, names: namesOf(dish) })) },
  { found: 'kind', rows: KINDS.map((dish) => ({ dish, names: namesOf(dish) })) },
  { found: 'ingredient', rows: INGREDIENTS.map((dish) => ({ dish, names: namesOf(dish) })) },
] as const

export interface FoundDish {
  readonly dish: Dish
  readonly found: PreviewScene['found']
  /** The name as it stands in the folded prompt. */
  readonly name: string
}

/** The dish that a folded prompt names: the first name of the best table; of names that begin together, the longest. */
export function findDish(text: string): FoundDish {
  for (const { found, rows } of TABLES) {
    let best: { at: number; name: string; dish: Dish } | undefined
    for (const { dish, names } of rows) {
      for (const name of names) {
        const at = findName(text, name)
        if (at < 0) continue
        const inside = best && at >= best.at && at < best.at + best.name.length
        const around = best && best.at > at && best.at < at + name.length
        if (!best || (inside ? name.length > best.name.length && at === best.at : at < best.at || around))
          best = { at, name, dish }
      }
    }
    if (best) return { dish: best.dish, found, name: best.name }
  }
  return { dish: PLAIN_PLATE, found: 'nothing', name: '' }
}
