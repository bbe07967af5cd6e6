import { pieces } from '../../food/bodies.ts'
import { lemonWedge, nuts } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { ladle } from '../../food/pools.ts'
import { friedEgg, slices } from '../../food/slices.ts'
import { shavings } from '../../made/carved-meat.ts'
import { roundFruit } from '../../made/vegetables.ts'
import { rolls } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const dip = { vessel: 'coupe', from: 56, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 48, hot: true, tool: 'fork' } as const
const oil = ladle('#b5912a', { share: 0.34, high: 0.008, ragged: 0.7, gloss: 0.9, polish: 150, second: '#c9a83a' })
const falafelBalls = pieces({
  colour: '#7a4a1e',
  look: { second: '#a36a2f', crust: '#3f2009', done: 0.4, bump: 0.7, grain: 11, gloss: 0.2 },
  count: 8,
  size: [0.15, 0.15, 0.13],
  share: 0.6,
  rough: 0.08,
  sunk: 0.1,
  high: 0.08,
})

export const MIDDLE_EASTERN: readonly Dish[] = [
  dish(
    'hummus',
    'houmous,humus,hummus bi tahini,حمص,חומוס',
    dip,
    ladle('#e0c48c', { share: 0.94, high: 0.1, ragged: 0.08, lumpy: 0.5, gloss: 0.35, second: '#d3b272' }),
    oil,
    within(
      { share: 0.34 },
      pieces({
        colour: '#e0bd76',
        look: { gloss: 0.5 },
        count: 14,
        size: [0.055, 0.052, 0.05],
        share: 0.85,
        rough: 0.03,
      }),
    ),
    sprinkle('#a83c1a', 50, { share: 0.6, long: 0.01 }),
    strewn('parsley', 7, { share: 0.5 }),
  ),
  dish(
    'baba ghanoush',
    'baba ganoush,moutabal,mutabal,aubergine dip,بابا غنوج,متبل',
    dip,
    ladle('#c2a878', { share: 0.94, high: 0.1, ragged: 0.1, lumpy: 0.8, second: '#9c8258', bump: 0.3, grain: 12 }),
    oil,
    within({ share: 0.5 }, roundFruit('#8e1526', 18, 0.035, { share: 0.9 })),
    strewn('mint', 5),
  ),
  dish(
    'falafel',
    'falafel plate,falafels,فلافل,טעמייה',
    onPlate,
    within({ x: -0.15, y: 0.2, share: 0.85 }, falafelBalls),
    ladle('#e6cf9c', { share: 0.3, high: 0.06, x: 0.45, y: -0.4 }),
    slices('tomato', 3, { radius: 0.13, x: -0.4, y: -0.55, fan: 1.2 }),
    slices('cucumber', 4, { radius: 0.1, x: 0.65, y: 0.2, share: 0.2 }),
    strewn('parsley', 9),
  ),
  dish(
    'shawarma',
    'chicken shawarma,beef shawarma,doner,doner kebab,döner,gyros,gyro,kebap,شاورما,دونر',
    { vessel: 'board', from: 38, hot: true, tool: 'none' },
    rolls({
      count: 2,
      long: 1.05,
      thick: 0.19,
      colour: '#e3c691',
      spot: '#9a6530',
      done: 0.5,
      cut: ['#8a4a1f', '#b5702f', '#f2ead8', '#8fae4a', '#c5331f'],
    }),
    within({ x: 0.72, y: 0.45, share: 0.2 }, ladle('#f5efe0', { share: 0.9, high: 0.06 })),
    strewn('parsley', 6),
  ),
  dish(
    'shawarma plate',
    'shawarma bowl,doner teller,gyros plate,gyros teller,kebab plate,طبق شاورما',
    onPlate,
    within({ x: 0.42, y: 0.2, share: 0.48 }, grains({ colour: '#e9cf96', high: 0.2, share: 0.95, count: 420 })),
    shavings('#8a4a1f', 34, { share: 0.44, size: 0.13, high: 0.14, x: -0.3, y: 0.02, done: 0.5 }),
    ladle('#f5efe0', { share: 0.16, high: 0.04, x: 0.1, y: -0.55 }),
    slices('tomato', 3, { radius: 0.12, x: 0.55, y: -0.38, fan: 1.1 }),
    strewn('parsley', 9),
  ),
  dish(
    'tabbouleh',
    'tabouli,tabbouli,tabule,taboule,تبولة,fattoush,فتوش',
    { ...dip, tool: 'fork' },
    grains({
      colour: '#4f8a2c',
      look: { second: '#78a844' },
      high: 0.2,
      share: 0.85,
      count: 620,
      long: 0.04,
      thick: 0.013,
    }),
    pieces({
      colour: '#c5331f',
      look: { gloss: 0.6 },
      count: 32,
      size: [0.042, 0.038, 0.034],
      share: 0.7,
      square: 0.6,
      sunk: 0.2,
    }),
    sprinkle('#e3cf9c', 90, { share: 0.7 }),
    strewn('mint', 5),
    lemonWedge,
  ),
  dish(
    'shakshuka',
    'shakshouka,chakchouka,menemen,eggs in purgatory,شكشوكة',
    { vessel: 'skillet', from: 60, hot: true, tool: 'spoon' },
    ladle('#b5391a', { share: 1.04, high: 0.05, ragged: 0.02, lumpy: 0.9, gloss: 0.7, second: '#8c2410', grain: 8 }),
    ...[0, 1, 2, 3].map((i) =>
      friedEgg({ x: Math.cos(i * 1.57 + 0.5) * 0.46, y: Math.sin(i * 1.57 + 0.5) * 0.46, size: 0.24, poached: true }),
    ),
    strewn('coriander', 12),
    sprinkle('#f4efe4', 26, { share: 0.7, long: 0.026, thick: 0.02 }),
  ),
  dish(
    'mezze',
    'meze,mezze platter,antipasti,antipasto,tapas,charcuterie,cheese board,charcuterie board,grazing board,tabla de quesos,planche,مزة,مازة',
    { vessel: 'board', from: 56, tool: 'none' },
    within({ x: -0.55, y: 0.3, share: 0.32 }, ladle('#e0c48c', { share: 0.95, high: 0.08 }), sprinkle('#a83c1a', 12)),
    within({ x: 0.02, y: 0.35, share: 0.28 }, roundFruit('#2c2430', 12, 0.06, { share: 0.85 })),
    within({ x: 0.6, y: 0.3, share: 0.34 }, shavings('#a3323a', 12, { share: 0.8, size: 0.17, high: 0.05, done: 0 })),
    within(
      { x: -0.5, y: -0.45, share: 0.36 },
      pieces({ colour: '#f0d27a', count: 9, size: [0.11, 0.1, 0.08], share: 0.85, square: 0.3, rough: 0.04 }),
    ),
    within({ x: 0.12, y: -0.4, share: 0.3 }, roundFruit('#c3281d', 8, 0.07, { share: 0.85 })),
    within({ x: 0.66, y: -0.4, share: 0.3 }, roundFruit('#5d2a55', 13, 0.062, { share: 0.8, high: 0.06 })),
    sprig('rocket', 4, { x: 0.3, y: 0.05 }),
    nuts,
  ),
]
