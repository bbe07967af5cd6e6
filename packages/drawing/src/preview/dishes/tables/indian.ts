import { pieces, rings } from '../../food/bodies.ts'
import { metal } from '../../food/food-surfaces.ts'
import { chilli, herbs, lemonWedge, nuts } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { type Part, within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { broth, ladle } from '../../food/pools.ts'
import { halfEgg, slices } from '../../food/slices.ts'
import { flatBread } from '../../made/breads.ts'
import { dumplings } from '../../made/dumplings.ts'
import { drumsticks, skewers } from '../../made/meats.ts'
import { florets, threads } from '../../made/vegetables.ts'
import { rolls } from '../../made/wraps.ts'
import { pot } from '../../vessels/round-vessels.ts'
import { type Dish, dish } from '../served-dish.ts'

const curry = { vessel: 'copper bowl', from: 54, hot: true, tool: 'spoon' } as const
const onPlate = { vessel: 'plate', from: 48, hot: true, tool: 'fork' } as const
const saffron = grains({
  colour: '#ecc56a',
  look: { second: '#f3ead2' },
  high: 0.28,
  share: 0.92,
  count: 760,
  long: 0.044,
  thick: 0.0125,
})
const gravy = (colour: string, second: string, cream = true) => [
  ladle(colour, {
    share: 1.06,
    high: 0.05,
    ragged: 0.02,
    lumpy: 0.35,
    gloss: 0.75,
    polish: 70,
    second,
    bump: 0.12,
    grain: 6,
  }),
  ...(cream ? [ladle('#ecc79a', { share: 0.2, high: 0.012, ragged: 0.4, x: 0.3, y: -0.35, second: '#f3dcb8' })] : []),
]
const chunks = (colour: string, count: number, more: { second?: string; done?: number; square?: number } = {}) =>
  pieces({
    colour,
    look: { second: more.second, crust: '#4d1f0c', done: more.done ?? 0.25, gloss: 0.6, bump: 0.16 },
    count,
    size: [0.15, 0.12, 0.085],
    share: 0.7,
    sunk: 0.4,
    square: more.square ?? 0.75,
    rough: 0.16,
  })

/** A small steel bowl for a curry, which the next parts fill. */
const katori: Part = (kitchen) => {
  kitchen.seat = pot(kitchen, metal('#b4b3af', 0.8, 40, 0.02), kitchen.seat.radius, 0.62)
}

export const INDIAN: readonly Dish[] = [
  dish(
    'butter chicken',
    'murgh makhani,chicken makhani,pollo a la mantequilla,मुर्ग मखनी,دجاج بالزبدة',
    curry,
    ...gravy('#c9541d', '#a83a12'),
    chunks('#cf6a2c', 9),
    strewn('coriander', 8),
  ),
  dish(
    'chicken tikka masala',
    'tikka masala,चिकन टिक्का मसाला,تيكا ماسالا',
    curry,
    ...gravy('#b9401a', '#93280d'),
    chunks('#c9591f', 9, { done: 0.45 }),
    strewn('coriander', 9),
  ),
  dish(
    'chicken curry',
    'curry,curry de pollo,poulet au curry,hahnchencurry,pollo al curry,frango ao curry,vindaloo,korma,rogan josh,lamb curry,mutton curry,jalfrezi,madras,كاري,करी',
    curry,
    ...gravy('#a85a1c', '#7d3a10', false),
    chunks('#b97a3c', 9),
    herbs,
    sprig('curry', 4),
  ),
  dish(
    'palak paneer',
    'saag paneer,saag,spinach curry,palak,पालक पनीर',
    curry,
    ...gravy('#4a6a24', '#35501a'),
    chunks('#f3e6c6', 11, { second: '#e6cf9a', done: 0.1, square: 0.3 }),
  ),
  dish(
    'paneer butter masala',
    'paneer,matar paneer,shahi paneer,paneer tikka masala,पनीर',
    curry,
    ...gravy('#c9581f', '#a33a10'),
    chunks('#f3e2ba', 10, { second: '#e6cc92', done: 0.12, square: 0.3 }),
    strewn('coriander', 7),
  ),
  dish(
    'dal',
    'daal,dhal,dal makhani,dal tadka,tadka dal,lentils,lentejas,lentilles,linsen,lenticchie,lentilhas,दाल,عدس',
    curry,
    ...gravy('#cf952c', '#b5741a', false),
    pieces({ colour: '#b5761f', count: 60, size: [0.026, 0.026, 0.014], share: 0.95, sunk: 0.4, rough: 0.02 }),
    ladle('#b5401a', { share: 0.25, high: 0.008, ragged: 1.1, gloss: 0.9 }),
    sprig('curry', 5),
    chilli,
  ),
  dish(
    'chana masala',
    'chole,chickpea curry,chana,garbanzos,pois chiches,kichererbsen,छोले',
    curry,
    ...gravy('#97481a', '#6d2e0e', false),
    pieces({
      colour: '#d9a75a',
      look: { second: '#c4883a', gloss: 0.5 },
      count: 42,
      size: [0.068, 0.064, 0.06],
      share: 0.92,
      sunk: 0.4,
      rough: 0.04,
    }),
    strewn('coriander', 8),
    rings('#d9a3b8', 5, { radius: 0.08, thick: 0.01 }),
  ),
  dish(
    'biryani',
    'chicken biryani,biriyani,hyderabadi biryani,pulao,pilaf,pilau,kabsa,mandi,machboos,plov,बिरयानी,برياني,كبسة,مندي',
    { ...onPlate, vessel: 'copper bowl' },
    saffron,
    within({ share: 0.8 }, drumsticks(3, { colour: '#a85a1f', size: 0.85, share: 0.5 })),
    halfEgg({ x: 0.5, y: -0.4, soft: false }),
    threads('#6d3514', 40, { long: 0.09, share: 0.6 }),
    strewn('mint', 7),
    nuts,
  ),
  dish(
    'tandoori chicken',
    'tandoori,chicken tikka,tikka,तंदूरी,تندوري',
    { ...onPlate, vessel: 'slate board' },
    drumsticks(5, { colour: '#b8391a', sauce: true, size: 1.05 }),
    rings('#d9a3b8', 10, { radius: 0.12, thick: 0.014 }),
    strewn('coriander', 9),
    lemonWedge,
  ),
  dish(
    'naan',
    'garlic naan,naan bread,roti,chapati,paratha,नान,خبز نان',
    { vessel: 'board', from: 54, hot: true, tool: 'none' },
    flatBread({ radius: 0.46, stretch: 1.3, x: -0.22, y: 0.2, yaw: 0.5, bubbles: 0.7 }),
    flatBread({ radius: 0.44, stretch: 1.3, x: 0.25, y: -0.12, yaw: -0.3, bubbles: 0.75, lift: 0.03 }),
    herbs,
  ),
  dish(
    'samosas',
    'samosa,sambusa,sambousek,समोसा,سمبوسة,سمبوسك',
    { ...onPlate, vessel: 'board', tool: 'none' },
    dumplings({
      count: 4,
      shape: 'triangle',
      size: 0.32,
      colour: '#d0913f',
      look: { second: '#bd7628', crust: '#86450f', done: 0.45, gloss: 0.35, glow: 0.1, bump: 0.15 },
    }),
    within({ x: 0.78, y: -0.4, share: 0.2 }, ladle('#3f7a2c', { share: 0.9, high: 0.08 })),
    sprig('mint', 3),
  ),
  dish(
    'dosa',
    'masala dosa,crepe dosa,uttapam,डोसा',
    { vessel: 'banana leaf', from: 46, hot: true, tool: 'none' },
    rolls({
      count: 1,
      long: 1.5,
      thick: 0.2,
      colour: '#d79b4c',
      spot: '#94541a',
      done: 0.5,
      cut: ['#e3b54a', '#d99a35'],
    }),
    within({ x: 0.5, y: -0.68, share: 0.18 }, ladle('#f0ead9', { share: 0.95, high: 0.08 })),
    within({ x: 0.05, y: -0.78, share: 0.18 }, ladle('#b5401a', { share: 0.95, high: 0.08 })),
  ),
  dish(
    'thali',
    'indian platter,mezze of india,थाली',
    { vessel: 'tray', from: 66, hot: true, tool: 'none' },
    within(
      { x: -0.64, y: 0.45, share: 0.31 },
      katori,
      ladle('#c9541d', { share: 1, high: 0.03, ragged: 0.02, lumpy: 0.4 }),
      strewn('coriander', 3),
    ),
    within(
      { x: 0, y: 0.45, share: 0.31 },
      katori,
      ladle('#cf952c', { share: 1, high: 0.03, ragged: 0.02, lumpy: 0.4 }),
    ),
    within(
      { x: 0.64, y: 0.45, share: 0.31 },
      katori,
      ladle('#4a6a24', { share: 1, high: 0.03, ragged: 0.02, lumpy: 0.4 }),
    ),
    within({ x: -0.45, y: -0.45, share: 0.42 }, grains({ colour: '#f3eee2', high: 0.24, share: 0.95, count: 360 })),
    flatBread({ radius: 0.34, x: 0.45, y: -0.4 }),
    herbs,
  ),
  dish(
    'pakora',
    'bhaji,onion bhaji,pakoras,fritters,bunuelos,beignets de legumes,पकोड़े',
    { ...onPlate, vessel: 'basket', tool: 'none' },
    pieces({
      colour: '#c07f2a',
      look: { second: '#dba653', crust: '#7a3f0f', done: 0.4, bump: 0.7, grain: 9, gloss: 0.25 },
      count: 15,
      size: [0.17, 0.14, 0.12],
      share: 0.72,
      high: 0.22,
      rough: 0.35,
    }),
    strewn('coriander', 6),
  ),
  dish(
    'aloo gobi',
    'aloo,vegetable curry,sabzi,curry de verduras,curry de legumes,gemusecurry,आलू',
    curry,
    ...gravy('#c08a2a', '#9c6516', false),
    pieces({ colour: '#e3bd5c', count: 9, size: [0.13, 0.11, 0.1], share: 0.7, sunk: 0.35 }),
    florets(6, '#eadba6', { share: 0.65, size: 0.12 }),
    pieces({ colour: '#6f9f3a', count: 14, size: [0.035, 0.035, 0.033], share: 0.85, rough: 0.01 }),
    strewn('coriander', 8),
  ),
  dish(
    'seekh kebab',
    'shish kebab,kebab,kebabs,kofta kebab,adana kebab,adana kebap,adana,urfa kebap,sis kebap,cag kebap,kofte,kofta,kafta,brochette,brochetas,spiedini,souvlaki,shashlik,espetinho,कबाब,كباب,كفتة,شيش طاووق,shish taouk,مشاوي,مشاوي مشكلة,mixed grill',
    { ...onPlate, vessel: 'board', tool: 'none' },
    flatBread({ radius: 0.6, stretch: 1.2, colour: '#ead2a2' }),
    skewers({
      count: 3,
      on: 4,
      pieces: [{ colour: '#6d3418', size: [0.16, 0.082, 0.075], done: 0.45, square: 0.75, gloss: 0.55 }],
    }),
    rings('#d9a3b8', 8, { radius: 0.1, thick: 0.012 }),
    strewn('parsley', 12),
    slices('tomato', 3, { radius: 0.12, share: 0.3, x: 0.5, y: -0.5 }),
  ),
  dish(
    'raita',
    'tzatziki,yoghurt dip,cucumber yoghurt,labneh,labne,لبنة,رايتا',
    { vessel: 'small bowl', from: 52, tool: 'spoon' },
    ladle('#f6f2e8', { share: 1.02, high: 0.06, ragged: 0.02, lumpy: 0.5 }),
    slices('cucumber', 5, { radius: 0.1, share: 0.4 }),
    ladle('#b9a82c', { share: 0.2, high: 0.008, ragged: 0.8, gloss: 0.9 }),
    strewn('mint', 4),
    sprinkle('#a8401a', 24, { share: 0.5, long: 0.008 }),
  ),
  dish(
    'mulligatawny',
    'rasam,sambar,lentil soup,shorbat adas,sopa de lentejas,linsensuppe,soupe aux lentilles,zuppa di lenticchie,شوربة عدس',
    { ...curry, vessel: 'bowl' },
    broth('#cf8f2c', { deep: '#b5701a', oil: '#d9521f', oiliness: 0.35 }),
    ladle('#f3e6cf', { share: 0.12, high: 0.01, ragged: 0.8 }),
    herbs,
  ),
]
