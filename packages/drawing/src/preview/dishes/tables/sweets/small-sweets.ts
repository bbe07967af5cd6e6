import { pieces } from '../../../food/bodies.ts'
import { nuts } from '../../../food/garnishes.ts'
import { sprinkle } from '../../../food/grains.ts'
import { within } from '../../../food/kitchen.ts'
import { sprig } from '../../../food/leaf-sheets.ts'
import { broth, ladle } from '../../../food/pools.ts'
import { slices } from '../../../food/slices.ts'
import { cookies, cupcakes, doughnuts, macarons } from '../../../made/sweets.ts'
import { roundFruit, sticks } from '../../../made/vegetables.ts'
import { type Dish, dish } from '../../served-dish.ts'

const flat = { vessel: 'plate', from: 44, tool: 'none' } as const
const inBowl = { vessel: 'bowl', from: 54, tool: 'spoon' } as const
const blueberries = roundFruit('#3a3f6b', 9, 0.05, { share: 0.6 })
export const SMALL_SWEETS: readonly Dish[] = [
  dish(
    'macarons',
    'macaron,macaroons,マカロン,ماكرون',
    flat,
    macarons(['#d98c93', '#b9c98a', '#e9cf8a', '#8a5a3a', '#b79ac4', '#e3a878', '#c9525e']),
  ),
  dish(
    'chocolate chip cookies',
    'cookies,cookie,galletas,biscuits,kekse,platzchen,biscotti,biscoitos,shortbread,كوكيز,بسكويت,クッキー',
    flat,
    cookies(6, '#c68a45', '#3a1a0c'),
  ),
  dish(
    'doughnuts',
    'donuts,donut,doughnut,donas,rosquillas,beignets,krapfen,berliner,ciambelle,bombolone,rosquinhas,دونات,ドーナツ',
    flat,
    doughnuts(['#e3a0ab', '#4a2413', '#f3e4cf', '#b79ac4', '#c98a45']),
  ),
  dish(
    'cupcakes',
    'cupcake,magdalenas con crema,كب كيك,カップケーキ',
    { ...flat, from: 28 },
    cupcakes(3, '#b9766a', '#f3dfe0'),
    sprinkle('#c9525e', 26, { share: 0.6 }),
  ),
  dish(
    'muffins',
    'muffin,blueberry muffin,magdalenas,scones,scone,مافن,マフィン',
    { ...flat, from: 30 },
    cupcakes(3, '#7d5a3a', '#c98f44', { muffin: true }),
  ),
  dish(
    'cinnamon rolls',
    'cinnamon roll,rollos de canela,zimtschnecken,kanelbullar,profiteroles,eclair,eclairs,cream puffs,choux',
    { ...flat, hot: true },
    pieces({
      colour: '#c98a3f',
      look: { second: '#dfae68', crust: '#8a4a17', done: 0.4, gloss: 0.35 },
      count: 5,
      size: [0.25, 0.25, 0.15],
      share: 0.72,
      rough: 0.05,
      sunk: 0.1,
      tumbled: 0.05,
    }),
    ladle('#f8f0de', { share: 0.6, high: 0.016, ragged: 1, gloss: 0.75 }),
  ),
  dish(
    'fruit salad',
    'macedonia,ensalada de frutas,salade de fruits,obstsalat,salada de frutas,fruit bowl,fruit,fruta,frutas,fruits,obst,frutta,سلطة فواكه,فواكه',
    { ...inBowl },
    pieces({
      colour: '#eda92a',
      look: { gloss: 0.6, glow: 0.5 },
      count: 10,
      size: [0.11, 0.1, 0.08],
      share: 0.8,
      square: 0.5,
      high: 0.06,
    }),
    slices('kiwi', 5, { radius: 0.12, share: 0.7, lean: 0.5 }),
    slices('strawberry', 8, { radius: 0.1, thick: 0.06, share: 0.75, lean: 0.6 }),
    slices('banana', 6, { radius: 0.09, thick: 0.04, share: 0.7 }),
    blueberries,
    sprig('mint', 3),
  ),
  dish(
    'acai bowl',
    'smoothie bowl,açaí,acai,yogurt bowl,granola,yoghurt with granola,muesli,cereal,bircher,yogur,yaourt,joghurt,iogurte,زبادي,جرانولا',
    { ...inBowl },
    broth('#5d2a55', { deep: '#47204a', oiliness: 0 }),
    slices('banana', 6, { radius: 0.1, thick: 0.03, x: -0.32, y: 0.42, fan: 1.2 }),
    within(
      { x: 0.42, y: 0.05, share: 0.34 },
      pieces({
        colour: '#b5803f',
        look: { bump: 0.4, grain: 8 },
        count: 34,
        size: [0.05, 0.04, 0.03],
        share: 0.95,
        high: 0.06,
        rough: 0.3,
      }),
    ),
    slices('strawberry', 6, { radius: 0.09, thick: 0.03, share: 0.22, x: -0.32, y: -0.35 }),
    within({ x: 0.12, y: -0.5, share: 0.3 }, blueberries),
    sprinkle('#f4efe4', 30, { share: 0.5, long: 0.03 }),
    sprig('mint', 2),
  ),
  dish(
    'rice pudding',
    'arroz con leche,riz au lait,milchreis,arroz doce,kheer,ارز بالحليب',
    { ...inBowl },
    ladle('#f6eedb', { share: 1.04, high: 0.04, ragged: 0.02, lumpy: 0.6, bump: 0.4, grain: 22 }),
    sprinkle('#7d3f14', 130, { share: 0.45, long: 0.01 }),
    sticks({ count: 2, colour: '#6d3a1a', size: [0.26, 0.03, 0.03], share: 0.1, x: 0.3, y: 0.3, high: 0.02, done: 0 }),
  ),
  dish(
    'gulab jamun',
    'rasgulla,jalebi,luqaimat,لقيمات',
    { ...inBowl, vessel: 'small bowl' },
    broth('#c4832a', { oiliness: 0, gloss: 0.9 }),
    pieces({
      colour: '#7d3410',
      look: { second: '#9c4a1a', gloss: 0.8, bump: 0.03 },
      count: 6,
      size: [0.2, 0.2, 0.18],
      share: 0.6,
      rough: 0.01,
      sunk: 0.25,
    }),
    nuts,
  ),
]
