import { pieces } from '../../food/bodies.ts'
import { food } from '../../food/food-surfaces.ts'
import { scallions, sesame } from '../../food/garnishes.ts'
import { grains } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig } from '../../food/leaf-sheets.ts'
import { noodles } from '../../food/noodles.ts'
import { broth, ladle } from '../../food/pools.ts'
import { halfEgg, slices } from '../../food/slices.ts'
import { dumplings } from '../../made/dumplings.ts'
import { fanned, skewers, slab } from '../../made/meats.ts'
import { prawns } from '../../made/seafood.ts'
import { sashimi, sushiSet } from '../../made/sushi.ts'
import { threads } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const soup = { vessel: 'bowl', from: 56, hot: true, tool: 'chopsticks' } as const
const onBoard = { vessel: 'slate board', from: 46, tool: 'chopsticks' } as const
const onPlate = { vessel: 'coupe', from: 46, hot: true, tool: 'chopsticks' } as const
export const rice = grains({ colour: '#f3eee2', high: 0.12, share: 1.02, count: 800 })
const wavy = noodles({
  colour: '#e9c673',
  look: { second: '#d9ad52' },
  high: 0.05,
  share: 0.86,
  count: 70,
  thick: 0.021,
})
const nori = pieces({
  colour: '#1c2b22',
  look: { second: '#2a3d2e', gloss: 0.35, bump: 0.08, grain: 12 },
  count: 2,
  size: [0.17, 0.012, 0.22],
  share: 0.05,
  square: 0.3,
  rough: 0.02,
  tumbled: 0.1,
  sunk: 0.1,
  x: 0.62,
  y: 0.62,
})
const chashu = [-0.42, -0.08].map((x, i) =>
  slab(
    () => food('#b57a52', { second: '#e0b591', crust: '#6d3418', done: 0.35, gloss: 0.6, bump: 0.1, grain: 5 }),
    [0.23, 0.2, 0.035],
    { x, y: 0.3 - i * 0.12, yaw: 0.6 },
  ),
)
const katsu = fanned({
  inside: '#e9d3b4',
  outside: '#b06e28',
  count: 7,
  size: [0.05, 0.24, 0.11],
  gap: 0.11,
  lean: 0.5,
  yaw: 0.25,
})

export const JAPANESE: readonly Dish[] = [
  dish(
    'ramen',
    'shoyu ramen,tonkotsu ramen,tonkotsu,miso ramen,shio ramen,ramen noodle,رامن,ラーメン,拉麺,拉面,라멘',
    soup,
    broth('#b8783a', { deep: '#8f5424', oil: '#e2a94a', oiliness: 0.55 }),
    wavy,
    ...chashu,
    halfEgg({ x: 0.42, y: 0.2, soy: true }),
    halfEgg({ x: 0.26, y: -0.22, soy: true }),
    nori,
    slices('narutomaki', 2, { radius: 0.11, share: 0.12, x: -0.35, y: -0.38 }),
    within({ x: -0.02, y: -0.12, share: 0.55 }, scallions),
    sesame,
  ),
  dish(
    'udon',
    'kitsune udon,curry udon,tempura udon,うどん,乌冬',
    soup,
    broth('#a8743a', { deep: '#7d5226' }),
    noodles({ colour: '#f2e7cd', look: { second: '#e5d5b0' }, high: 0.07, share: 0.88, count: 46, thick: 0.036 }),
    pieces({
      colour: '#c9924c',
      look: { second: '#dcae6c', bump: 0.15 },
      count: 2,
      size: [0.24, 0.18, 0.03],
      share: 0.28,
      square: 0.3,
      rough: 0.04,
      sunk: 0.1,
      tumbled: 0.1,
    }),
    scallions,
  ),
  dish(
    'soba',
    'zaru soba,buckwheat noodles,そば,蕎麦',
    { ...soup, hot: false },
    broth('#6f4726', { deep: '#4b2e17' }),
    noodles({ colour: '#a58a6c', look: { second: '#8a7054' }, high: 0.08, share: 0.88, count: 110, thick: 0.016 }),
    scallions,
    sesame,
    nori,
  ),
  dish(
    'sushi platter',
    'sushi,sushi set,assorted sushi,nigiri,omakase,sushis,سوشي,寿司,鮨,초밥',
    onBoard,
    sushiSet({
      nigiri: ['salmon', 'tuna', 'shrimp', 'egg', 'salmon', 'whitefish', 'tuna', 'salmon'],
      rolls: [{ fill: ['#e8793f'] }],
      perRoll: 6,
    }),
  ),
  dish(
    'maki rolls',
    'maki,sushi roll,sushi rolls,hosomaki,futomaki,kimbap,gimbap,巻き寿司,김밥',
    onBoard,
    sushiSet({
      rolls: [{ fill: ['#e8793f', '#8fab48'] }, { fill: ['#7fa04a', '#edc048', '#d9622f'] }, { fill: ['#a92a32'] }],
      perRoll: 6,
    }),
  ),
  dish(
    'california roll',
    'uramaki,inside out roll,rainbow roll,dragon roll,spicy tuna roll,philadelphia roll',
    onBoard,
    sushiSet({
      rolls: [
        { fill: ['#e9815a', '#a9bd5a', '#f3e6d6'], inverted: true, top: '#e8722a' },
        { fill: ['#e9815a', '#a9bd5a'], inverted: true },
      ],
      perRoll: 6,
    }),
  ),
  dish(
    'sashimi',
    'salmon sashimi,tuna sashimi,刺身,ساشيمي',
    onBoard,
    sashimi(['salmon', 'tuna', 'whitefish'], 5),
    within({ x: 0.7, y: 0.3, share: 0.3 }, threads('#f2efe6', 70, { long: 0.16, share: 0.8, high: 0.12 })),
    sprig('shiso', 1, { x: -0.72, y: 0.2 }),
    slices('lemon', 2, { radius: 0.1, x: -0.7, y: -0.3, share: 0.1 }),
  ),
  dish(
    'tempura',
    'prawn tempura,shrimp tempura,vegetable tempura,天ぷら,تمبورا',
    { vessel: 'basket', from: 48, hot: true, tool: 'chopsticks' },
    prawns(6, { batter: true, size: 0.3, share: 0.55, high: 0.1 }),
    pieces({
      colour: '#dfae58',
      look: { second: '#efd08c', bump: 0.5, grain: 14 },
      count: 6,
      size: [0.16, 0.12, 0.05],
      share: 0.7,
      rough: 0.25,
      high: 0.06,
    }),
    sprig('shiso', 1, { x: 0.5, y: 0.4 }),
  ),
  dish(
    'gyoza',
    'potstickers,jiaozi,pot stickers,餃子,饺子,غيوزا',
    onPlate,
    dumplings({ count: 8, size: 0.2, look: { crust: '#9c5a1e', done: 0.35, gloss: 0.55 } }),
    scallions,
  ),
  dish(
    'yakitori',
    'chicken skewers,negima,焼き鳥',
    { ...onPlate, vessel: 'board' },
    skewers({
      count: 4,
      on: 6,
      pieces: [
        { colour: '#a45a22', size: [0.095, 0.08, 0.065], done: 0.5, gloss: 0.7 },
        { colour: '#a9bc5c', size: [0.06, 0.045, 0.045], done: 0.3 },
      ],
    }),
    sesame,
  ),
  dish(
    'tonkatsu',
    'katsu,chicken katsu,pork cutlet,とんかつ',
    onPlate,
    within(
      { x: 0.42, y: 0.36, share: 0.5 },
      threads('#c9d996', 160, { long: 0.14, share: 0.85, high: 0.2, thick: 0.008 }),
    ),
    katsu,
    ladle('#5a2a14', { share: 0.22, high: 0.03, gloss: 0.8, x: -0.3, y: -0.4 }),
    slices('lemon', 1, { radius: 0.12, x: 0.6, y: -0.3, share: 0.05 }),
  ),
  dish(
    'katsu curry',
    'japanese curry,curry rice,kare raisu,カレーライス,カレー',
    { ...onPlate, vessel: 'pasta bowl', tool: 'spoon' },
    within({ x: -0.4, share: 0.58 }, rice),
    ladle('#8a5220', { share: 0.56, high: 0.05, gloss: 0.75, x: 0.36, y: -0.08, second: '#6b3c14' }),
    pieces({ colour: '#d97a2c', count: 6, size: [0.09, 0.08, 0.06], share: 0.35, x: 0.45, y: -0.2 }),
    katsu,
  ),
]
