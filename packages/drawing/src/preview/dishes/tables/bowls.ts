import { pieces } from '../../food/bodies.ts'
import { sesame } from '../../food/garnishes.ts'
import { grains } from '../../food/grains.ts'
import { type Part, within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { ladle } from '../../food/pools.ts'
import { halfEgg, slices } from '../../food/slices.ts'
import { roundFruit, threads } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const inBowl = { vessel: 'bowl', from: 62, tool: 'fork' } as const
const quinoa = grains({
  colour: '#e6d3a3',
  look: { second: '#c9a56a' },
  high: 0.07,
  share: 1.03,
  count: 1000,
  long: 0.02,
  thick: 0.017,
})

/** Parts in sectors around the middle, as a bowl is arranged. */
const around = (share: number, parts: readonly Part[]): Part[] =>
  parts.map((part, i) => {
    const angle = (i / parts.length) * 2 * Math.PI + 0.4
    return within({ x: Math.cos(angle) * 0.58, y: Math.sin(angle) * 0.58, share }, part)
  })

const chickpeas = pieces({
  colour: '#d2a45c',
  look: { second: '#be8a40', gloss: 0.4 },
  count: 30,
  size: [0.052, 0.05, 0.048],
  share: 0.95,
  rough: 0.04,
  high: 0.1,
})
const sweetPotato = pieces({
  colour: '#d2762a',
  look: { second: '#e39447', crust: '#8a4013', done: 0.35, gloss: 0.4 },
  count: 14,
  size: [0.085, 0.08, 0.06],
  share: 0.9,
  square: 0.35,
  rough: 0.05,
  high: 0.08,
})
const avocado = pieces({
  colour: '#c9cc77',
  look: { second: '#8fa548', gloss: 0.3, glow: 0.3 },
  count: 7,
  size: [0.2, 0.045, 0.07],
  share: 0.7,
  square: 0.7,
  rough: 0.03,
  tumbled: 0.08,
})
const carrots = threads('#dd8430', 90, { long: 0.2, thick: 0.012, share: 0.85, high: 0.09 })
const cabbage = threads('#7a3a68', 80, { long: 0.18, thick: 0.013, share: 0.85, high: 0.09 })
const leaves = strewn('spinach', 14, { share: 0.8, size: 0.75, lift: 0.05 })
const tahini = ladle('#ead9b0', { share: 0.17, high: 0.03, gloss: 0.6, ragged: 0.7 })

/** Bowls of grain and vegetables. */
export const BOWLS: readonly Dish[] = [
  dish(
    'buddha bowl',
    'grain bowl,quinoa bowl,quinoa salad,power bowl,nourish bowl,veggie bowl,vegan bowl,vegetarian bowl,macro bowl,protein bowl,salad bowl,bowl vegano,bowl vegan,vegane bowl,quinoa,بودا بول,ブッダボウル',
    inBowl,
    quinoa,
    ...around(0.36, [avocado, chickpeas, carrots, sweetPotato, leaves, cabbage]),
    tahini,
    sesame,
  ),
  dish(
    'cobb salad',
    'chef salad,cobb,ensalada cobb,salade cobb,bowl de pollo,chicken bowl,hahnchen bowl',
    { ...inBowl, vessel: 'coupe' },
    strewn('romaine', 30, { share: 0.9, lift: 0.03, size: 0.9 }),
    ...around(0.34, [
      avocado,
      roundFruit('#b3261c', 9, 0.1, { share: 0.9 }),
      pieces({
        colour: '#e2c493',
        look: { crust: '#9c5d24', done: 0.4 },
        count: 14,
        size: [0.1, 0.07, 0.05],
        share: 0.9,
        square: 0.5,
        high: 0.08,
      }),
      slices('cucumber', 9, { radius: 0.11, thick: 0.03, share: 0.8, lean: 0.5 }),
      pieces({
        colour: '#7d2e1d',
        look: { second: '#b5694a', gloss: 0.5 },
        count: 22,
        size: [0.06, 0.04, 0.02],
        share: 0.9,
        high: 0.06,
        rough: 0.3,
      }),
    ]),
    halfEgg({ x: 0.05, y: 0.12, soft: false }),
    halfEgg({ x: -0.12, y: -0.1, soft: false }),
  ),
]
