import { pieces } from '../food/bodies.ts'
import { nuts, sugar } from '../food/garnishes.ts'
import { sprinkle } from '../food/grains.ts'
import { within } from '../food/kitchen.ts'
import { sprig } from '../food/leaves.ts'
import { broth, ladle } from '../food/pools.ts'
import { slices } from '../food/slices.ts'
import { toast } from '../made/breads.ts'
import { pancakes, piped, roundCake, square, waffle, wedge } from '../made/cakes.ts'
import { cone, cookies, cupcakes, doughnuts, macarons, scoops, turnedOut } from '../made/sweets.ts'
import { roundFruit, sticks } from '../made/vegetables.ts'
import type { Drink } from '../vessels/glasses.ts'
import { type Dish, dish } from './dish.ts'

const onPlate = { vessel: 'plate', from: 34, tool: 'fork' } as const
const flat = { vessel: 'plate', from: 44, tool: 'none' } as const
const inBowl = { vessel: 'bowl', from: 54, tool: 'spoon' } as const
const berries = roundFruit('#a3263f', 7, 0.062, { share: 0.5 })
const blueberries = roundFruit('#3a3f6b', 9, 0.05, { share: 0.6 })
const cream = piped('#fbf6ea', { radius: 0.13, high: 0.17 })
const besideCream = piped('#fbf6ea', { radius: 0.15, high: 0.18, x: 0.62, y: 0.28 })
const drink = (
  name: string,
  also: string,
  vessel: 'glass' | 'tall glass' | 'stemmed glass' | 'coffee cup',
  holds: Drink,
  ...parts: Dish['parts']
): Dish =>
  dish(
    name,
    also,
    { vessel, from: vessel === 'coffee cup' ? 42 : 20, drink: holds, hot: vessel === 'coffee cup' },
    ...parts,
  )

export const SWEETS: readonly Dish[] = [
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
    'tarte aux pommes,tarta de manzana,apfelkuchen,apfelstrudel,crostata,tarte tatin,pumpkin pie,pecan pie,cherry pie,pie,fruit tart,lemon tart,key lime pie,tarte au citron,torta de maca,فطيرة تفاح,アップルパイ',
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
  drink(
    'cappuccino',
    'latte,flat white,cafe latte,cafe con leche,cafe au lait,milchkaffee,caffe latte,coffee,cafe,kaffee,caffe,macchiato,كابتشينو,لاتيه,قهوة,カフェラテ,コーヒー,咖啡',
    'coffee cup',
    { layers: ['#8a5226'], foam: '#f3e6cf' },
  ),
  drink('espresso', 'americano,black coffee,turkish coffee,ristretto,إسبريسو,قهوة تركية,エスプレッソ', 'coffee cup', {
    layers: ['#3a1a0c'],
  }),
  drink(
    'tea',
    'green tea,black tea,the vert,te verde,tee,matcha,matcha latte,chai,herbal tea,شاي,お茶,抹茶,茶',
    'coffee cup',
    { layers: ['#a8742a'] },
  ),
  drink(
    'hot chocolate',
    'cocoa,chocolate caliente,chocolat chaud,heisse schokolade,cioccolata calda,chocolate quente,شوكولاتة ساخنة',
    'coffee cup',
    { layers: ['#5d2e14'] },
    piped('#fbf6ea', { radius: 0.2, high: 0.2 }),
  ),
  drink('beer', 'cerveza,biere,bier,birra,cerveja,lager,ipa,pint,بيرة,ビール,啤酒', 'tall glass', {
    layers: ['#c4821a', '#d99a2a', '#e3ab3a'],
    foam: '#fbf4e3',
  }),
  drink(
    'red wine',
    'wine,vino tinto,vin rouge,rotwein,vino rosso,vinho tinto,vino,vin,wein,vinho,نبيذ',
    'stemmed glass',
    { layers: ['#4a0c1a', '#5d1222'] },
  ),
  drink(
    'cocktail',
    'aperol spritz,negroni,martini,margarita cocktail,daiquiri,old fashioned,spritz,coctel,كوكتيل,カクテル',
    'stemmed glass',
    { layers: ['#d9541a', '#e38a2a', '#eda83a'], ice: true },
    slices('orange', 1, { radius: 0.24, share: 0, x: 0.7, y: 0.1, lean: 1.2 }),
  ),
  drink(
    'mojito',
    'caipirinha,gin tonic,gin and tonic,limonana,mint lemonade,موهيتو,ليمون بالنعناع',
    'tall glass',
    { layers: ['#a9bd7c', '#c4d3a0', '#d9e3c4'], ice: true },
    sprig('mint', 5),
    slices('lime', 1, { radius: 0.22, share: 0, x: 0.4, y: -0.3, lean: 1 }),
  ),
  drink(
    'lemonade',
    'limonada,limonade,zitronenlimonade,limonata,iced tea,te helado,eistee,juice,zumo,jugo,jus,saft,succo,suco,orange juice,عصير,ليموناضة,レモネード',
    'tall glass',
    { layers: ['#e3b53a', '#edc95a', '#f3dc85'], ice: true },
    slices('lemon', 1, { radius: 0.24, share: 0, x: 0.4, y: -0.2, lean: 1 }),
    sprig('mint', 2),
  ),
  drink(
    'smoothie',
    'berry smoothie,batido,mango lassi,lassi,licuado,milchshake,vitamina,سموذي,スムージー',
    'tall glass',
    { layers: ['#a8325a', '#b9476b', '#c96a85'] },
    sprig('mint', 2),
    roundFruit('#a3263f', 3, 0.08, { share: 0.4 }),
  ),
  drink(
    'milkshake',
    'shake,chocolate shake,frappe,frappuccino,frape,ميلك شيك,ミルクセーキ',
    'tall glass',
    { layers: ['#9c6a44', '#b98a62', '#c9a07c'] },
    piped('#fbf6ea', { radius: 0.28, high: 0.3 }),
    roundFruit('#a31a24', 1, 0.09, { share: 0, high: 0.2 }),
  ),
  drink(
    'iced coffee',
    'cold brew,cafe helado,eiskaffee,iced latte,cafe freddo,قهوة مثلجة,アイスコーヒー',
    'tall glass',
    { layers: ['#e6d3b5', '#b5855a', '#5d2e14', '#3f1d0c'], ice: true },
  ),
]
