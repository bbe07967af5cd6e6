import { pieces, rings } from '../../food/bodies.ts'
import { food } from '../../food/food-surfaces.ts'
import { chilli, herbs, limeWedge, scallions, sesame } from '../../food/garnishes.ts'
import { sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { noodles } from '../../food/noodles.ts'
import { broth, ladle } from '../../food/pools.ts'
import { friedEgg, slices } from '../../food/slices.ts'
import { shavings } from '../../made/carved-meat.ts'
import { dumplings } from '../../made/dumplings.ts'
import { fanned, slab } from '../../made/meats.ts'
import { prawns } from '../../made/seafood.ts'
import { riceTriangles } from '../../made/sushi.ts'
import { florets, sticks, threads } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'
import { rice } from './japanese.ts'

const soup = { vessel: 'bowl', from: 56, hot: true, tool: 'chopsticks' } as const
const onPlate = { vessel: 'coupe', from: 46, hot: true, tool: 'chopsticks' } as const
const riceBowl = { vessel: 'bowl', from: 54, hot: true, tool: 'chopsticks' } as const
export const KOREAN: readonly Dish[] = [
  dish(
    'donburi',
    'gyudon,oyakodon,beef bowl,katsudon,牛丼,丼',
    riceBowl,
    rice,
    shavings('#6d3a1e', 26, { share: 0.72, size: 0.14, high: 0.09, done: 0.35, gloss: 0.65 }),
    within({ x: 0.1, y: -0.1, share: 0.6 }, scallions),
    friedEgg({ size: 0.24, poached: true, x: 0.05, y: 0.05 }),
    sesame,
  ),
  dish(
    'salmon rice bowl',
    'chirashi,salmon bowl,poke bowl,poke,tuna bowl,unagi don,unadon,海鮮丼,بوكي',
    { ...riceBowl, hot: false },
    rice,
    pieces({
      colour: '#e5763c',
      look: { second: '#f2a877', gloss: 0.6, glow: 0.5 },
      count: 13,
      size: [0.085, 0.075, 0.06],
      share: 0.36,
      square: 0.4,
      rough: 0.05,
      x: -0.42,
      y: 0.25,
      high: 0.06,
    }),
    pieces({
      colour: '#a8bd55',
      look: { second: '#c9d684', gloss: 0.35 },
      count: 7,
      size: [0.15, 0.045, 0.06],
      share: 0.26,
      x: 0.45,
      y: 0.3,
      rough: 0.04,
    }),
    slices('cucumber', 8, { radius: 0.09, share: 0.24, x: 0.45, y: -0.35, lean: 0.6 }),
    pieces({
      colour: '#86a94a',
      count: 18,
      size: [0.045, 0.035, 0.032],
      share: 0.24,
      x: -0.38,
      y: -0.42,
      rough: 0.03,
      high: 0.04,
    }),
    slices('radish', 5, { radius: 0.08, share: 0.2, x: 0.02, y: 0.62, lean: 0.5 }),
    sesame,
    within({ share: 0.4 }, scallions),
  ),
  dish(
    'okonomiyaki',
    'お好み焼き,savoury pancake',
    { ...onPlate, vessel: 'skillet' },
    slab(
      () => food('#b9772e', { second: '#d9a75c', crust: '#6d360f', done: 0.4, bump: 0.25, grain: 6 }),
      [0.62, 0.6, 0.07],
      {},
    ),
    ladle('#4a1f0d', { share: 0.66, high: 0.015, gloss: 0.8, ragged: 0.3, second: '#5d2a12' }),
    threads('#f6efd8', 26, { long: 0.42, thick: 0.012, share: 0.4, high: 0 }),
    pieces({
      colour: '#d9b491',
      look: { glow: 0.8 },
      count: 30,
      size: [0.07, 0.05, 0.003],
      share: 0.55,
      tumbled: 1,
      sunk: 0,
      rough: 0.3,
    }),
    scallions,
  ),
  dish(
    'takoyaki',
    'たこ焼き,octopus balls',
    { ...onPlate, vessel: 'tray' },
    pieces({
      colour: '#c58534',
      look: { second: '#dfae63', crust: '#7d430f', done: 0.35, gloss: 0.4 },
      count: 8,
      size: [0.18, 0.18, 0.17],
      share: 0.75,
      rough: 0.03,
      sunk: 0.05,
    }),
    ladle('#4a1f0d', { share: 0.5, high: 0.01, gloss: 0.8, ragged: 0.9 }),
    herbs,
  ),
  dish(
    'teriyaki chicken',
    'teriyaki,chicken teriyaki,salmon teriyaki,照り焼き',
    riceBowl,
    rice,
    fanned({ inside: '#c98a4f', outside: '#6b2f10', count: 7, size: [0.05, 0.26, 0.075], gap: 0.1, y: 0.1, lean: 0.6 }),
    within({ x: -0.45, y: -0.4, share: 0.35 }, florets(4, '#4f7f30', { size: 0.13 })),
    sesame,
    scallions,
  ),
  dish(
    'yakisoba',
    'yaki udon,chow mein,lo mein,fried noodles,stir fried noodles,炒麺,焼きそば,炒面',
    { ...onPlate },
    noodles({ colour: '#b5702c', look: { second: '#8f4f1a', gloss: 0.65 }, high: 0.22, share: 0.9 }),
    pieces({ colour: '#d97a2c', count: 10, size: [0.09, 0.02, 0.015], share: 0.7, square: 0.5, tumbled: 0.8 }),
    pieces({ colour: '#8fae4a', count: 16, size: [0.08, 0.04, 0.012], share: 0.75, tumbled: 0.8 }),
    shavings('#7d4424', 8, { share: 0.6, size: 0.09, high: 0.03 }),
    scallions,
    sesame,
  ),
  dish(
    'miso soup',
    'misoshiru,みそ汁,味噌汁,شوربة ميسو',
    { ...soup, vessel: 'small bowl', tool: 'spoon' },
    broth('#c39352', { deep: '#a4743a', oiliness: 0 }),
    pieces({
      colour: '#f4ecd9',
      look: { glow: 0.6, bump: 0.04 },
      count: 11,
      size: [0.085, 0.08, 0.07],
      share: 0.75,
      square: 0.25,
      rough: 0.02,
      sunk: 0.6,
    }),
    pieces({ colour: '#2e4a32', count: 12, size: [0.1, 0.06, 0.01], share: 0.8, tumbled: 0.3, sunk: 0.4 }),
    scallions,
  ),
  dish('onigiri', 'rice ball,おにぎり', { ...onPlate, hot: false, vessel: 'board' }, riceTriangles(3)),
  dish(
    'edamame',
    'edamame beans,枝豆',
    { ...onPlate, vessel: 'small bowl' },
    sticks({ count: 40, colour: '#7ba23c', size: [0.17, 0.045, 0.038], high: 0.16, share: 0.8, done: 0 }),
    sprinkle('#ffffff', 60, { long: 0.01 }),
  ),
  dish(
    'mochi',
    'daifuku,大福,もち',
    { vessel: 'board', from: 40, tool: 'none', sweet: true },
    dumplings({
      count: 5,
      shape: 'bun',
      size: 0.24,
      colour: '#efc9cf',
      look: { second: '#f3d7da', bump: 0.02, gloss: 0.15, glow: 0.6 },
    }),
    sprinkle('#fbf8f2', 220, { long: 0.008, thick: 0.005 }),
  ),
  dish(
    'bibimbap',
    'dolsot bibimbap,비빔밥,ビビンバ',
    { ...riceBowl, vessel: 'pot' },
    rice,
    ...(['#5c8a3a', '#d97a2c', '#e9dcc0', '#6b3a1e', '#b33019', '#8fae4a'] as const).map((colour, i) =>
      pieces({
        colour,
        look: { gloss: 0.45 },
        count: 21,
        size: [0.12, 0.022, 0.018],
        share: 0.26,
        x: Math.cos(i * 1.047) * 0.6,
        y: Math.sin(i * 1.047) * 0.6,
        high: 0.07,
        square: 0.6,
        tumbled: 0.5,
      }),
    ),
    friedEgg({ size: 0.25 }),
    sesame,
  ),
  dish(
    'kimchi stew',
    'kimchi,kimchi jjigae,김치찌개,tteokbokki,떡볶이',
    { ...soup, vessel: 'pot', tool: 'spoon' },
    broth('#b03a1a', { oil: '#d9672a', oiliness: 0.5 }),
    pieces({
      colour: '#d9713a',
      look: { second: '#ecc9a0', gloss: 0.6 },
      count: 18,
      size: [0.13, 0.08, 0.03],
      share: 0.8,
      tumbled: 0.5,
      sunk: 0.35,
    }),
    pieces({ colour: '#f4ecd9', count: 5, size: [0.1, 0.09, 0.06], square: 0.25, rough: 0.02, sunk: 0.4 }),
    scallions,
  ),
  dish(
    'korean barbecue',
    'bulgogi,korean bbq,galbi,불고기',
    { ...onPlate, vessel: 'skillet' },
    shavings('#6d3318', 46, { share: 0.82, size: 0.15, high: 0.12, done: 0.45, gloss: 0.7 }),
    scallions,
    sesame,
    rings('#c02a1b', 7),
  ),
  dish(
    'korean fried chicken',
    'yangnyeom,dakgangjeong,sweet and spicy chicken',
    { ...onPlate, vessel: 'coupe' },
    pieces({
      colour: '#a82f14',
      look: { second: '#c95a24', crust: '#5d170a', done: 0.3, gloss: 0.85, polish: 90, bump: 0.35, grain: 7 },
      count: 17,
      size: [0.15, 0.12, 0.1],
      share: 0.72,
      high: 0.2,
      rough: 0.25,
    }),
    sesame,
    scallions,
  ),
  dish(
    'tom yum',
    'tom yum goong,tom yam,tom kha,tom kha gai,ต้มยำ,ต้มยำกุ้ง,توم يام',
    { ...soup, tool: 'spoon' },
    broth('#cc6a34', { deep: '#a8451e', oil: '#d9431a', oiliness: 0.6 }),
    prawns(6, { share: 0.6, size: 0.24 }),
    slices('mushroom', 7, { radius: 0.1, share: 0.75, lean: 0.5 }),
    chilli,
    strewn('coriander', 9),
    limeWedge,
  ),
]
