import { pieces, rings } from '../../food/bodies.ts'
import { herbs, lemonWedge } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { ladle } from '../../food/pools.ts'
import { slices } from '../../food/slices.ts'
import { flatBread } from '../../made/breads.ts'
import { square } from '../../made/cakes.ts'
import { drumsticks } from '../../made/meats.ts'
import { pizzaBase } from '../../made/pizza.ts'
import { roundFruit } from '../../made/vegetables.ts'
import { rolls, tacos } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const dip = { vessel: 'coupe', from: 56, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 48, hot: true, tool: 'fork' } as const
const oil = ladle('#b5912a', { share: 0.34, high: 0.008, ragged: 0.7, gloss: 0.9, polish: 150, second: '#c9a83a' })
export const LEVANTINE: readonly Dish[] = [
  dish(
    'moussaka',
    'musaka,pastitsio,shepherds pie,cottage pie,gratin,gratin dauphinois,kartoffelgratin,parmigiana,eggplant parmesan,مسقعة',
    { ...onPlate, from: 34 },
    square(
      [
        ['#7d5a2c', 0.7],
        ['#7a2a14', 1],
        ['#8a6a3a', 0.6],
        ['#f0dfb5', 1.1],
      ],
      '#dca24a',
      { size: [0.38, 0.31, 0.2], look: { second: '#b5692a', crust: '#6d3410', done: 0.4, bump: 0.2, gloss: 0.4 } },
    ),
    herbs,
  ),
  dish(
    'stuffed vine leaves',
    'dolma,dolmades,warak enab,grape leaves,cabbage rolls,sarma,kohlrouladen,golabki,ورق عنب,دولمة',
    { ...onPlate, hot: false },
    rolls({
      count: 8,
      long: 0.44,
      thick: 0.078,
      colour: '#5d6b2a',
      spot: '#3f4a1c',
      done: 0.6,
      gloss: 0.55,
      stacked: true,
    }),
    lemonWedge,
    sprig('mint', 3),
  ),
  dish(
    'couscous',
    'tagine,tajine,couscous royal,chicken tagine,lamb tagine,كسكس,طاجين',
    { ...onPlate, vessel: 'pot' },
    grains({
      colour: '#ecc878',
      look: { second: '#dfb257' },
      high: 0.12,
      share: 1.02,
      count: 900,
      long: 0.017,
      thick: 0.015,
    }),
    within({ share: 0.6 }, drumsticks(2, { colour: '#a8661f', size: 0.9, share: 0.3 })),
    pieces({ colour: '#d97a2c', count: 6, size: [0.17, 0.055, 0.05], share: 0.7 }),
    pieces({ colour: '#e0bd76', count: 16, size: [0.055, 0.052, 0.05], share: 0.8, rough: 0.03 }),
    strewn('coriander', 7),
  ),
  dish(
    'manakish',
    'manaqish,zaatar bread,lahmacun,pide,flatbread pizza,fatayer,مناقيش,لحم بعجين',
    { vessel: 'board', from: 62, hot: true, tool: 'none' },
    pizzaBase({ radius: 0.86, sauce: '#5f6a2c', cheese: '#8a7a3a', melted: 0.3, cuts: 4, rim: 0.05 }),
    sprinkle('#e6d6a8', 120, { share: 1, long: 0.014 }),
    strewn('mint', 5),
  ),
  dish(
    'halloumi',
    'grilled halloumi,saganaki,grilled cheese slab,queso a la plancha,حلوم',
    onPlate,
    strewn('rocket', 12),
    pieces({
      colour: '#f0dfb0',
      look: { second: '#e3c27c', crust: '#9a5a1c', done: 0.5, gloss: 0.4 },
      count: 6,
      size: [0.22, 0.14, 0.05],
      share: 0.5,
      square: 0.3,
      rough: 0.03,
      high: 0.06,
      tumbled: 0.15,
    }),
    roundFruit('#c3281d', 6, 0.075, { share: 0.7 }),
    sprig('mint', 3),
  ),
  dish(
    'greek salad',
    'horiatiki,ensalada griega,salade grecque,griechischer salat,insalata greca,salada grega,سلطة يونانية',
    { ...onPlate, hot: false, vessel: 'bowl', from: 54 },
    pieces({
      colour: '#c5331f',
      look: { second: '#dd5a3a', gloss: 0.65, glow: 0.3 },
      count: 16,
      size: [0.14, 0.11, 0.08],
      share: 0.82,
      high: 0.08,
      square: 0.7,
    }),
    slices('cucumber', 13, { radius: 0.12, thick: 0.045, share: 0.8, lean: 0.8 }),
    rings('#a8467a', 11, { radius: 0.11, thick: 0.012, share: 0.65 }),
    roundFruit('#2c2430', 10, 0.06, { share: 0.7 }),
    pieces({
      colour: '#f8f4ea',
      look: { second: '#ede6d3', bump: 0.2, grain: 12, gloss: 0.12 },
      count: 8,
      size: [0.1, 0.085, 0.07],
      share: 0.45,
      square: 0.3,
      rough: 0.1,
      high: 0.08,
      sunk: 0.05,
    }),
    herbs,
  ),
  dish(
    'pita sandwich',
    'pita,pita bread,falafel wrap,falafel sandwich,stuffed pita,sabich,خبز عربي,خبز',
    { vessel: 'board', from: 36, hot: true, tool: 'none' },
    tacos({
      count: 2,
      size: 0.44,
      shell: '#e6c894',
      spot: '#a9773c',
      open: 0.3,
      fill: [
        ['#7a4a1e', 12, 0.1],
        ['#8fae4a', 9, 0.07],
        ['#c5331f', 7, 0.05],
        ['#f5efe0', 5, 0.04],
      ],
      leaves: 'parsley',
    }),
  ),
  dish(
    'baklava',
    'baklawa,kunafa,knafeh,kanafeh,basbousa,بقلاوة,كنافة,بسبوسة',
    { vessel: 'plate', from: 44, tool: 'none', sweet: true },
    ...[0, 1, 2, 3, 4].map((i) =>
      square(
        [
          ['#c98d3f', 0.5],
          ['#8a5a24', 0.5],
          ['#d9a04a', 0.4],
          ['#a8742f', 0.5],
          ['#e0ac58', 0.5],
        ],
        '#d2913a',
        {
          size: [0.2, 0.13, 0.1],
          x: Math.cos(i * 1.257) * 0.46,
          y: Math.sin(i * 1.257) * 0.46,
          yaw: i * 1.257,
          look: { crust: '#8a4f16', done: 0.35, gloss: 0.75, polish: 80 },
        },
      ),
    ),
    sprinkle('#7f9a3c', 160, { share: 0.75, long: 0.016, thick: 0.01 }),
  ),
  dish(
    'fatteh',
    'ful medames,foul,ful,musabbaha,فول,فتة',
    dip,
    ladle('#8a5a2c', { share: 0.95, high: 0.07, lumpy: 1.1, grain: 10, bump: 0.4 }),
    pieces({
      colour: '#7a4a24',
      look: { gloss: 0.5 },
      count: 26,
      size: [0.075, 0.052, 0.042],
      share: 0.85,
      rough: 0.03,
      sunk: 0.35,
    }),
    oil,
    strewn('parsley', 8),
    slices('lemon', 1, { radius: 0.1, share: 0.1, x: 0.5, y: 0.4 }),
  ),
  dish(
    'pita with dips',
    'lavash,flatbread,flat bread,focaccia,pan plano,fladenbrot,fougasse,sourdough,bread,pan de molde,pain,brot,pane,pao,خبز مسطح,パン',
    { vessel: 'board', from: 52, hot: true, tool: 'none' },
    flatBread({ radius: 0.48, x: -0.25, y: 0.05, bubbles: 0.45, colour: '#e3c48d' }),
    flatBread({ radius: 0.44, x: 0.32, y: -0.05, lift: 0.04, bubbles: 0.5, colour: '#e3c48d' }),
    herbs,
  ),
]
