import { pieces, rings } from '../../food/bodies.ts'
import { chilli, herbs, limeWedge, nuts, scallions, sesame } from '../../food/garnishes.ts'
import { grains } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { noodles } from '../../food/noodles.ts'
import { broth, ladle } from '../../food/pools.ts'
import { friedEgg, slices } from '../../food/slices.ts'
import { fanned, skewers } from '../../made/meats.ts'
import { fillet, prawns } from '../../made/seafood.ts'
import { filledRoll } from '../../made/stacks.ts'
import { sticks, threads } from '../../made/vegetables.ts'
import { rolls } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const stir = { vessel: 'coupe', from: 48, hot: true, tool: 'chopsticks' } as const
const soup = { vessel: 'bowl', from: 56, hot: true, tool: 'chopsticks' } as const
const curry = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
const rice = grains({ colour: '#f3eee2', high: 0.14, share: 0.9, count: 700 })
const glazed = (
  colour: string,
  count: number,
  more: { second?: string; size?: readonly [number, number, number]; share?: number; high?: number } = {},
) =>
  pieces({
    colour,
    look: {
      second: more.second ?? '#d9894a',
      crust: '#4a1a0a',
      done: 0.3,
      gloss: 0.8,
      polish: 80,
      bump: 0.18,
      grain: 6,
    },
    count,
    size: more.size ?? [0.13, 0.1, 0.08],
    share: more.share ?? 0.68,
    high: more.high ?? 0.16,
    rough: 0.2,
  })
export const SOUTHEAST_ASIAN: readonly Dish[] = [
  dish(
    'pad thai',
    'phad thai,ผัดไทย,باد تاي',
    { ...stir, from: 54 },
    noodles({
      colour: '#cf9148',
      look: { second: '#b9702c', gloss: 0.5 },
      thick: 0.03,
      flat: 0.35,
      count: 90,
      high: 0.22,
      share: 0.88,
    }),
    prawns(6, { share: 0.55, size: 0.22 }),
    threads('#f2ead2', 24, { long: 0.13, thick: 0.011, share: 0.5 }),
    pieces({ colour: '#edc257', count: 9, size: [0.07, 0.05, 0.02], share: 0.6, rough: 0.3 }),
    nuts,
    scallions,
    limeWedge,
  ),
  dish(
    'green curry',
    'thai green curry,curry verde,gaeng keow wan,แกงเขียวหวาน',
    curry,
    broth('#b9bb72', { deep: '#8f9a48', oil: '#6f8a2c', oiliness: 0.4 }),
    pieces({ colour: '#ecdcc0', look: { gloss: 0.5 }, count: 9, size: [0.14, 0.1, 0.07], share: 0.7, sunk: 0.5 }),
    pieces({
      colour: '#5f7a34',
      look: { second: '#d9e0b0', gloss: 0.5 },
      count: 8,
      size: [0.09, 0.08, 0.07],
      share: 0.75,
      sunk: 0.45,
      rough: 0.05,
    }),
    rings('#c02a1b', 6, { radius: 0.035, share: 0.55 }),
    strewn('basil', 8),
  ),
  dish(
    'red curry',
    'thai red curry,panang curry,massaman curry,massaman,yellow curry,curry rojo,แกงแดง,laksa,khao soi',
    curry,
    broth('#c9662c', { deep: '#a8451a', oil: '#d9431a', oiliness: 0.55 }),
    pieces({ colour: '#e0bd92', look: { gloss: 0.5 }, count: 10, size: [0.14, 0.1, 0.07], share: 0.7, sunk: 0.5 }),
    pieces({ colour: '#6f9a3c', count: 8, size: [0.12, 0.03, 0.028], share: 0.75, sunk: 0.4 }),
    ladle('#f0dcc0', { share: 0.14, high: 0.012, ragged: 0.8 }),
    strewn('basil', 7),
    chilli,
  ),
  dish(
    'satay',
    'chicken satay,sate,sate ayam,saté,สะเต๊ะ',
    { ...stir, vessel: 'banana leaf', tool: 'none' },
    skewers({ count: 4, on: 4, pieces: [{ colour: '#c07a2c', size: [0.14, 0.075, 0.045], done: 0.45, gloss: 0.6 }] }),
    within({ x: 0.75, y: -0.5, share: 0.2 }, ladle('#a3672c', { share: 0.95, high: 0.08 })),
    slices('cucumber', 4, { radius: 0.1, x: -0.62, y: -0.6, fan: 1.1 }),
  ),
  dish(
    'papaya salad',
    'som tam,som tum,ส้มตำ,green papaya salad',
    { ...stir, hot: false },
    threads('#dbe0a6', 190, { long: 0.19, thick: 0.01, share: 0.72, high: 0.24 }),
    pieces({ colour: '#c5331f', look: { gloss: 0.65 }, count: 8, size: [0.09, 0.07, 0.06], share: 0.6 }),
    sticks({ count: 9, colour: '#5f8f34', size: [0.13, 0.02, 0.02], share: 0.5, done: 0 }),
    nuts,
    chilli,
    limeWedge,
  ),
  dish(
    'mango sticky rice',
    'sticky rice,ข้าวเหนียวมะม่วง,khao niao mamuang',
    { ...stir, hot: false, vessel: 'banana leaf', tool: 'spoon', sweet: true },
    within(
      { x: -0.42, share: 0.5 },
      grains({ colour: '#f4efe3', high: 0.26, share: 0.95, count: 460, look: { gloss: 0.5 } }),
      ladle('#fbf6ea', { share: 0.4, high: 0.02, gloss: 0.7 }),
      sesame,
    ),
    within(
      { x: 0.42, share: 0.5 },
      pieces({
        colour: '#eda92a',
        look: { second: '#f3bd48', gloss: 0.6, glow: 0.5, bump: 0.03 },
        count: 6,
        size: [0.1, 0.3, 0.07],
        share: 0.55,
        rough: 0.05,
        tumbled: 0.05,
      }),
    ),
    sprig('mint', 3, { x: 0, y: 0.4 }),
  ),
  dish(
    'basil chicken',
    'pad kra pao,pad krapow,kra pao,thai basil chicken,ผัดกะเพรา,larb,lab',
    { ...stir, tool: 'spoon' },
    within({ x: 0.4, y: 0.1, share: 0.52 }, grains({ colour: '#f3eee2', high: 0.24, share: 0.95, count: 420 })),
    within(
      { x: -0.35, share: 0.6 },
      ladle('#7d4a24', { share: 0.95, high: 0.16, lumpy: 1.2, grain: 16, bump: 0.7, second: '#b5763c' }),
      chilli,
      strewn('basil', 8),
    ),
    within({ x: 0.42, y: 0.1, share: 0.5 }, friedEgg({ size: 0.27 })),
  ),
  dish(
    'pho',
    'pho bo,pho ga,phở,vietnamese noodle soup,فو',
    soup,
    broth('#b98748', { deep: '#96652c', oil: '#d9ab5c', oiliness: 0.45 }),
    noodles({ colour: '#f2e9d6', look: { second: '#e6dabd' }, high: 0.06, share: 0.85, count: 80, thick: 0.018 }),
    slices('rare beef', 8, { radius: 0.19, thick: 0.014, share: 0.3, lean: 0.22, x: -0.3, y: 0.15 }),
    rings('#e9dcd8', 12, { radius: 0.07, thick: 0.008, share: 0.55 }),
    scallions,
    strewn('coriander', 10, { share: 0.6 }),
    strewn('basil', 4, { share: 0.6 }),
    chilli,
    limeWedge,
  ),
  dish(
    'banh mi',
    'bánh mì,vietnamese sandwich,بان مي',
    { vessel: 'board', from: 36, tool: 'none' },
    filledRoll({
      thick: 0.23,
      long: 1.4,
      fill: [
        ['#9c5a30', 16],
        ['#e58a33', 20],
        ['#f2ead8', 18],
        ['#a9c46a', 9],
      ],
      leaves: 'coriander',
    }),
  ),
  dish(
    'summer rolls',
    'fresh spring rolls,goi cuon,gỏi cuốn,rice paper rolls,rouleaux de printemps,sommerrollen',
    { ...stir, hot: false, vessel: 'plate' },
    rolls({
      count: 4,
      long: 0.68,
      thick: 0.115,
      colour: '#ece4d6',
      spot: '#e08a62',
      done: 0.35,
      gloss: 0.65,
      see: true,
    }),
    sprig('mint', 3, { x: 0.6, y: 0.4 }),
    within({ x: 0.1, y: -0.68, share: 0.2 }, ladle('#a3672c', { share: 0.9, high: 0.05 })),
  ),
  dish(
    'vermicelli bowl',
    'bun cha,bun thit nuong,bún chả,noodle salad,rice noodle salad',
    { ...soup, hot: false },
    noodles({ colour: '#f4ecda', high: 0.1, share: 0.9, count: 120, thick: 0.013 }),
    fanned({ inside: '#b5703c', outside: '#5d2a10', count: 6, size: [0.04, 0.16, 0.06], gap: 0.09, x: -0.2, y: 0.2 }),
    threads('#e58a33', 34, { share: 0.25, x: 0.45, y: 0.2, long: 0.12 }),
    slices('cucumber', 6, { radius: 0.09, share: 0.25, x: 0.25, y: -0.45 }),
    strewn('mint', 7),
    nuts,
  ),
  dish(
    'steamed fish',
    'whole steamed fish,蒸鱼,清蒸鱼',
    { ...stir },
    ladle('#6b3f1c', { share: 0.85, high: 0.012, gloss: 0.85 }),
    fillet({ size: 1.35, colour: '#f0e4d2', line: '#faf4ea', crust: '#e6d8be' }),
    threads('#a8c46a', 40, { long: 0.16, share: 0.4 }),
    threads('#c9301d', 14, { long: 0.12, share: 0.35 }),
  ),
  dish(
    'rendang',
    'beef rendang,adobo,chicken adobo',
    { ...curry, vessel: 'banana leaf' },
    within({ x: 0.45, share: 0.45 }, rice),
    within(
      { x: -0.35, share: 0.6 },
      ladle('#4f2410', { share: 0.85, high: 0.06, lumpy: 1, grain: 14, bump: 0.5 }),
      glazed('#5d2a12', 9, { second: '#7d4220', share: 0.6 }),
      herbs,
    ),
    sprig('bay', 2, { x: -0.3, y: 0.4 }),
  ),
  dish('bubble tea', 'boba,boba tea,milk tea,珍珠奶茶', {
    vessel: 'tall glass',
    from: 20,
    drink: { layers: ['#7d4a24', '#b98350', '#d9b58a', '#e6cba6'], beads: '#2a130a', ice: true },
  }),
]
