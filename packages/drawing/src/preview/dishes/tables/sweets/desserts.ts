import { nuts, sugar } from '../../../food/garnishes.ts'
import { within } from '../../../food/kitchen.ts'
import { sprig } from '../../../food/leaf-sheets.ts'
import { broth, ladle } from '../../../food/pools.ts'
import { slices } from '../../../food/slices.ts'
import { toast } from '../../../made/breads.ts'
import { roundCake, square, wedge } from '../../../made/cakes.ts'
import { cone, scoops } from '../../../made/ice-cream.ts'
import { pancakes, piped, waffle } from '../../../made/pancakes.ts'
import { turnedOut } from '../../../made/sweets.ts'
import { roundFruit } from '../../../made/vegetables.ts'
import { type Dish, dish } from '../../served-dish.ts'

const onPlate = { vessel: 'plate', from: 34, tool: 'fork' } as const
const berries = roundFruit('#a3263f', 7, 0.062, { share: 0.5 })
const blueberries = roundFruit('#3a3f6b', 9, 0.05, { share: 0.6 })
const cream = piped('#fbf6ea', { radius: 0.13, high: 0.17 })
export const DESSERTS: readonly Dish[] = [
  dish(
    'chocolate cake',
    'tarta de chocolate,gateau au chocolat,schokoladenkuchen,torta al cioccolato,bolo de chocolate,sachertorte,devils food cake,black forest cake,كيك شوكولاتة,チョコレートケーキ',
    onPlate,
    wedge(
      [
        ['#4a2413', 1],
        ['#7d4a2c', 0.35],
        ['#4a2413', 1],
        ['#7d4a2c', 0.35],
        ['#4a2413', 1],
      ],
      '#3a1a0c',
      { high: 0.42, back: '#3a1a0c' },
    ),
    berries,
    sprig('mint', 2),
  ),
  dish(
    'cheesecake',
    'new york cheesecake,tarta de queso,kasekuchen,torta di formaggio,basque cheesecake,تشيز كيك,チーズケーキ',
    onPlate,
    wedge(
      [
        ['#a36a2f', 0.5],
        ['#f6ead0', 2.6],
      ],
      '#f3dfae',
      { high: 0.36, back: '#d9a95c' },
    ),
    ladle('#9d1f33', { share: 0.42, high: 0.02, gloss: 0.9, ragged: 0.8 }),
    berries,
    sprig('mint', 2),
  ),
  dish(
    'carrot cake',
    'red velvet cake,red velvet,layer cake,sponge cake,victoria sponge,cake,tarta,pastel,gateau,kuchen,torte,torta,bolo,birthday cake,كيك,كعكة,ケーキ,蛋糕',
    onPlate,
    wedge(
      [
        ['#b5742f', 1],
        ['#f8f0de', 0.4],
        ['#b5742f', 1],
        ['#f8f0de', 0.4],
        ['#b5742f', 1],
      ],
      '#f8f0de',
      { high: 0.42, back: '#f3e8d0' },
    ),
    nuts,
    sprig('mint', 2),
  ),
  dish(
    'strawberry shortcake',
    'pavlova,meringue,eton mess,erdbeerkuchen,fraisier,strawberry cake,whole cake,wedding cake',
    { ...onPlate, from: 36 },
    roundCake(
      [
        ['#ecd08a', 1],
        ['#fbf6ea', 0.5],
        ['#ecd08a', 1],
      ],
      '#fbf6ea',
      { radius: 0.62, high: 0.36, side: '#fbf6ea' },
    ),
    slices('strawberry', 11, { radius: 0.1, thick: 0.05, share: 0.9, lean: 0.3 }),
    cream,
    sprig('mint', 3),
  ),
  dish(
    'apple pie',
    'tarte aux pommes,tarta de manzana,apfelkuchen,apfelstrudel,crostata,tarte tatin,pumpkin pie,pecan pie,cherry pie,pie,lemon tart,key lime pie,tarte au citron,torta de maca,فطيرة تفاح,アップルパイ',
    onPlate,
    wedge(
      [
        ['#c08a44', 0.4],
        ['#dba84f', 1.6],
        ['#d9a04f', 0.5],
      ],
      '#cf9140',
      { high: 0.26, back: '#b5762f', angle: 0.85 },
    ),
    scoops(['#f6ead0'], { radius: 0.17, lift: -0.02 }),
  ),
  dish(
    'fruit tart',
    'berry tart,tarte aux fraises,tarta de frutas,obsttorte,crostata di frutta',
    { ...onPlate, from: 44 },
    roundCake([['#cf9a4f', 1]], '#f3dfa0', { radius: 0.6, high: 0.17, side: '#c98f44', ribs: 22 }),
    slices('kiwi', 5, { radius: 0.11, share: 0.7 }),
    slices('strawberry', 9, { radius: 0.1, thick: 0.04, share: 0.9 }),
    blueberries,
    sprig('mint', 2),
  ),
  dish(
    'creme brulee',
    'crema catalana,crema quemada,custard,natillas,كريم بروليه',
    { vessel: 'pot', from: 52, tool: 'spoon' },
    broth('#c9822a', { deep: '#7d3f0f', oil: '#4d2208', oiliness: 0.3, gloss: 0.85 }),
    within({ x: 0.3, y: 0.25, share: 0.4 }, berries),
    sprig('mint', 2, { x: 0.25, y: 0.25 }),
  ),
  dish(
    'flan',
    'creme caramel,pudim,leche flan,karamellpudding,pudding,purin,mousse,blancmange,كريم كراميل,مهلبية,プリン',
    { ...onPlate, tool: 'spoon' },
    ladle('#8a4712', { share: 0.6, high: 0.012, gloss: 0.9, ragged: 0.3 }),
    turnedOut('#edc97a', { top: '#9c5416' }),
    sprig('mint', 2, { x: 0.5, y: 0.3 }),
  ),
  dish(
    'lava cake',
    'chocolate fondant,molten cake,coulant,moelleux au chocolat,fondant au chocolat,petit gateau,schokotortchen,volcan de chocolate',
    { ...onPlate, hot: true },
    ladle('#3a1a0c', { share: 0.36, high: 0.014, gloss: 0.9, x: -0.22, y: -0.18, ragged: 0.6 }),
    roundCake([['#3f1d0e', 1]], '#43200f', { radius: 0.3, high: 0.27, side: '#3a1a0c', x: -0.2 }),
    sugar,
    within({ x: 0.45, y: 0.1, share: 0.3 }, scoops(['#f6ead0'], { radius: 0.22 })),
    within({ x: 0.3, y: -0.5, share: 0.3 }, berries),
  ),
  dish(
    'brownie',
    'brownies,blondie,chocolate brownie,براوني,ブラウニー',
    onPlate,
    square([['#3f1d0e', 1]], '#3a1a0c', {
      size: [0.3, 0.26, 0.12],
      x: -0.16,
      y: 0.05,
      look: { second: '#55301a', bump: 0.35, grain: 6, gloss: 0.35 },
    }),
    ladle('#2a1208', { share: 0.2, high: 0.012, gloss: 0.9, ragged: 0.9 }),
    within({ x: 0.48, y: 0, share: 0.3 }, scoops(['#f6ead0'], { radius: 0.21 })),
    nuts,
  ),
  dish(
    'pancakes',
    'pancake,tortitas,hotcakes,american pancakes,panquecas,fluffy pancakes,panqueques,بان كيك,فطائر,パンケーキ,ホットケーキ',
    { ...onPlate, from: 28, hot: true },
    pancakes(5, { syrup: '#a8601a', butter: true }),
    within({ x: 0.75, y: -0.15, share: 0.2 }, blueberries),
  ),
  dish(
    'waffles',
    'waffle,gofres,gaufre,gaufres,waffeln,waffel,cialda,belgian waffle,وافل,ワッフル',
    { ...onPlate, from: 44, hot: true },
    waffle({ x: -0.06, y: 0.04 }),
    waffle({ x: 0.1, y: -0.05, lift: 0.01 }),
    ladle('#a8601a', { share: 0.4, high: 0.014, ragged: 0.9, gloss: 0.9 }),
    berries,
    cream,
    sprig('mint', 2),
  ),
  dish(
    'french toast',
    'torrijas,pain perdu,arme ritter,rabanada,brioche,توست فرنسي,フレンチトースト',
    { ...onPlate, from: 40, hot: true },
    toast({ size: 0.38, x: -0.2, y: 0.08, toasted: 0.95, thick: 0.07 }),
    toast({ size: 0.38, x: 0.14, y: -0.08, yaw: -0.25, toasted: 0.95, thick: 0.07 }),
    ladle('#a8601a', { share: 0.32, high: 0.014, ragged: 0.9, gloss: 0.9 }),
    berries,
    sugar,
    sprig('mint', 2),
  ),
  dish(
    'ice cream cone',
    'cono de helado,cornet de glace,eistute,cono gelato,casquinha,soft serve',
    { vessel: 'none', from: 14, tool: 'none' },
    cone(['#f3e4bd', '#d98c93']),
  ),
  dish(
    'ice cream sundae',
    'sundae,banana split,parfait,copa de helado,coupe glacee,eisbecher,affogato',
    { vessel: 'small bowl', from: 36, tool: 'spoon' },
    scoops(['#f6ead0', '#d98c93', '#f3e4bd'], { sauce: '#3a1a0c', lift: 0.02 }),
    cream,
    roundFruit('#a31a24', 1, 0.07, { share: 0, high: 0.2 }),
    nuts,
  ),
]
