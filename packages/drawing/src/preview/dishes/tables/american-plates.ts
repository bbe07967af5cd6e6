import { pieces, rings } from '../../food/bodies.ts'
import { food } from '../../food/food-surfaces.ts'
import { chives, herbs, lemonWedge, pepper } from '../../food/garnishes.ts'
import { sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { broth, ladle } from '../../food/pools.ts'
import { friedEgg, slices } from '../../food/slices.ts'
import { toast } from '../../made/breads.ts'
import { roastBird, shavings } from '../../made/carved-meat.ts'
import { fanned, seared, slab } from '../../made/meats.ts'
import { fillet, prawns } from '../../made/seafood.ts'
import { filledRoll, sandwich } from '../../made/stacks.ts'
import { florets, ringHeap, roundFruit, sticks } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const onBoard = { vessel: 'board', from: 22, hot: true, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 46, hot: true, tool: 'fork' } as const
const inBasket = { vessel: 'basket', from: 46, hot: true, tool: 'none' } as const
const peas = pieces({
  colour: '#6f9f3a',
  look: { gloss: 0.5 },
  count: 30,
  size: [0.04, 0.04, 0.038],
  share: 0.9,
  rough: 0.01,
  high: 0.06,
})
const mash = ladle('#f0dfae', { share: 0.95, high: 0.17, lumpy: 0.7, gloss: 0.35, second: '#e9d193' })

export const AMERICAN_PLATES: readonly Dish[] = [
  dish(
    'caesar salad',
    'chicken caesar,ensalada cesar,salade cesar,caesarsalat,insalata caesar,salada caesar,سلطة سيزر',
    { ...onPlate, hot: false, vessel: 'coupe' },
    strewn('romaine', 26, { share: 0.66, lift: 0.06 }),
    strewn('romaine', 8, { share: 0.5, lift: 0.08, size: 0.85 }),
    pieces({
      colour: '#d09a4f',
      look: { crust: '#8a5420', done: 0.3, bump: 0.3, grain: 10 },
      count: 12,
      size: [0.065, 0.06, 0.055],
      share: 0.55,
      square: 0.35,
      high: 0.12,
    }),
    fanned({ inside: '#e6cfa6', outside: '#a8662a', count: 5, size: [0.04, 0.18, 0.06], gap: 0.09, x: 0.15, y: -0.2 }),
    sprinkle('#f3e6bf', 26, { long: 0.06, thick: 0.008, share: 0.55 }),
  ),
  dish(
    'club sandwich',
    'sandwich,sandwiches,toast sandwich,blt,grilled cheese,grilled cheese sandwich,croque monsieur,sanduiche,bocadillo,panini,panino,tramezzino,reuben,ساندويتش,سندويش,サンドイッチ,三明治',
    { ...onBoard, from: 26 },
    sandwich([
      ['#8fae4a', 0.04],
      ['#c5331f', 0.05],
      ['#eda72c', 0.025],
      ['#d99a82', 0.06],
      ['#8fae4a', 0.035],
    ]),
  ),
  dish(
    'bagel',
    'lox bagel,salmon bagel,cream cheese bagel,بيغل',
    { ...onBoard, from: 40, hot: false },
    ringHeap(1, '#b8762f', { radius: 0.34, thick: 0.17, high: 0, share: 0, bump: 0.03, done: 0.5 }),
    ladle('#f8f4ea', { share: 0.5, high: 0.05 }),
    shavings('#e8793f', 9, { share: 0.4, size: 0.17, high: 0.06, done: 0 }),
    rings('#a8467a', 6, { radius: 0.07, thick: 0.008, share: 0.35 }),
    chives,
  ),
  dish(
    'avocado toast',
    'tostada de aguacate,toast a lavocat,avocadotoast,toast con avocado,torrada com abacate,توست افوكادو',
    { ...onBoard, from: 46, hot: false },
    toast({ size: 0.4, x: -0.42, yaw: 0.25, long: 1.1 }),
    toast({ size: 0.4, x: 0.42, yaw: -0.1, long: 1.1 }),
    ladle('#a9bd55', { share: 0.33, high: 0.06, x: -0.42, lumpy: 0.9, ragged: 0.2, second: '#8fa840' }),
    ladle('#a9bd55', { share: 0.33, high: 0.06, x: 0.42, lumpy: 0.9, ragged: 0.2, second: '#8fa840' }),
    friedEgg({ x: -0.42, size: 0.22, poached: true }),
    within({ x: 0.42, share: 0.36 }, roundFruit('#c3281d', 6, 0.075, { share: 0.7 })),
    pepper,
    herbs,
  ),
  dish(
    'eggs and bacon',
    'bacon and eggs,full english,english breakfast,breakfast,desayuno,petit dejeuner anglais,fruhstuck,colazione,cafe da manha,fry up,فطور,افطار,朝食',
    { ...onPlate },
    friedEgg({ x: -0.3, y: 0.2 }),
    friedEgg({ x: 0.1, y: 0.38 }),
    ...[0, 1, 2].map((i) =>
      slab(
        () => food('#96402a', { second: '#dba07a', crust: '#47190c', done: 0.25, grain: 7, gloss: 0.6 }),
        [0.34, 0.06, 0.012],
        { x: 0.15, y: -0.12 - i * 0.18, yaw: 0.15 },
      ),
    ),
    within(
      { x: -0.5, y: -0.32, share: 0.34 },
      pieces({
        colour: '#b5562a',
        look: { gloss: 0.7 },
        count: 24,
        size: [0.055, 0.042, 0.038],
        share: 0.9,
        rough: 0.02,
      }),
    ),
    within({ x: 0.62, y: 0.1, share: 0.3 }, roundFruit('#c3281d', 4, 0.09, { share: 0.6 })),
    herbs,
  ),
  dish(
    'scrambled eggs',
    'huevos revueltos,oeufs brouilles,ruhrei,uova strapazzate,ovos mexidos,omelette,omelet,omelett,tortilla francesa,frittata,tamagoyaki,عجة,بيض مخفوق,オムレツ',
    { ...onPlate },
    ladle('#f0c64f', {
      share: 0.66,
      high: 0.16,
      lumpy: 1.3,
      ragged: 0.5,
      second: '#f6dd86',
      gloss: 0.45,
      glow: 0.5,
      grain: 5,
    }),
    chives,
    pepper,
    within({ x: 0.62, y: -0.35, share: 0.3 }, roundFruit('#c3281d', 5, 0.085, { share: 0.6 })),
  ),
  dish(
    'eggs benedict',
    'egg benedict,huevos benedictinos,oeufs benedicte,eier benedict,eggs florentine',
    { ...onPlate, from: 36 },
    ...[-0.36, 0.36].flatMap((x) => [
      burgerBase(x),
      friedEgg({ x, poached: true, size: 0.22 }),
      ladle('#f0c24a', { share: 0.22, high: 0.03, x, gloss: 0.75, second: '#f5d274' }),
    ]),
    chives,
  ),
  dish(
    'clam chowder',
    'chowder,corn chowder,cream of mushroom,potato soup,kartoffelsuppe,cream soup,mushroom soup,sopa de setas,veloute',
    { ...onPlate, vessel: 'bowl', from: 54, tool: 'spoon' },
    broth('#efe2c3', { deep: '#e0cda0', oiliness: 0 }),
    pieces({ colour: '#f0dca0', count: 9, size: [0.08, 0.07, 0.06], share: 0.75, square: 0.4, sunk: 0.55 }),
    pieces({ colour: '#b59a7a', count: 9, size: [0.07, 0.05, 0.04], share: 0.75, sunk: 0.5 }),
    pieces({ colour: '#a8502f', count: 9, size: [0.045, 0.03, 0.02], share: 0.6 }),
    chives,
  ),
  dish(
    'roast chicken',
    'whole chicken,pollo asado,poulet roti,brathahnchen,pollo arrosto,frango assado,roast turkey,turkey,pavo,dinde,دجاج مشوي,دجاج محمر,烤鸡',
    { ...onPlate, vessel: 'tray', from: 40 },
    roastBird,
    pieces({
      colour: '#dba548',
      look: { crust: '#8f5217', done: 0.4, gloss: 0.5 },
      count: 12,
      size: [0.12, 0.1, 0.09],
      share: 0.98,
      rough: 0.08,
    }),
    strewn('bay', 7, { share: 1 }),
    lemonWedge,
  ),
  dish(
    'grilled salmon',
    'salmon,salmon fillet,baked salmon,salmon a la plancha,saumon grille,saumon,gegrillter lachs,lachs,salmone,salmao,سلمون,サーモン,三文鱼',
    { ...onPlate },
    fillet({ size: 1.0, x: -0.08, y: 0.12 }),
    sticks({
      count: 9,
      colour: '#6b8f3d',
      size: [0.34, 0.03, 0.03],
      share: 0.2,
      x: 0.05,
      y: -0.42,
      aligned: 0.94,
      high: 0.04,
      done: 0.1,
    }),
    slices('lemon', 3, { radius: 0.13, fan: 1.1, x: 0.52, y: 0.3 }),
    herbs,
  ),
  dish(
    'fish and chips',
    'fish n chips,pescado frito con patatas,backfisch,cod and chips,سمك وبطاطس',
    { ...onPlate, vessel: 'board' },
    within({ x: 0.5, y: 0.3, share: 0.46 }, sticks({ count: 40, high: 0.12, share: 0.85, size: [0.19, 0.036, 0.036] })),
    fillet({ size: 1.12, x: -0.3, y: -0.2, yaw: 0.42, battered: true }),
    within({ x: 0.42, y: -0.62, share: 0.22 }, peas),
    slices('lemon', 2, { radius: 0.12, thick: 0.05, x: 0.82, y: -0.5, share: 0.1, lean: 0.6 }),
  ),
  dish(
    'lobster roll',
    'shrimp roll,crab roll,prawn roll,sandwich de langosta,po boy,po boy sandwich',
    { ...onBoard, from: 42, hot: false },
    filledRoll({
      thick: 0.24,
      long: 1.25,
      fill: [
        ['#e9a58c', 26],
        ['#f3d9c6', 16],
        ['#c4512f', 9],
      ],
      leaves: 'lettuce',
    }),
    chives,
    lemonWedge,
  ),
  dish(
    'meatloaf',
    'meat loaf,hackbraten,pot roast,sunday roast,roast dinner,mashed potatoes,mashed potato,pure de patatas,puree,kartoffelpuree,pure,salisbury steak',
    { ...onPlate },
    within({ x: 0.4, y: 0.28, share: 0.42 }, mash),
    slab(() => seared('#7a4023'), [0.3, 0.24, 0.09], { x: -0.3, y: 0 }),
    ladle('#5d2e14', { share: 0.34, high: 0.015, x: -0.22, y: -0.05, gloss: 0.85 }),
    within({ x: 0.3, y: -0.45, share: 0.3 }, peas),
    pieces({ colour: '#e58a33', count: 7, size: [0.13, 0.045, 0.04], share: 0.2, x: -0.2, y: -0.55 }),
  ),
  dish(
    'onion rings',
    'calamari,fried calamari,squid rings,calamares,aros de cebolla,calamares fritos,calmars frits,zwiebelringe,anelli di cipolla,lula frita,حلقات بصل,كاليماري',
    inBasket,
    ringHeap(15, '#cf9238', { high: 0.26, share: 0.6 }),
    lemonWedge,
    strewn('parsley', 6),
  ),
  dish(
    'jambalaya',
    'gumbo,cajun shrimp,shrimp and grits,dirty rice',
    { ...onPlate, vessel: 'skillet' },
    ladle('#c4702c', { share: 0.95, high: 0.05, lumpy: 0.8, bump: 0.6, grain: 22, second: '#e0a052' }),
    prawns(7, { share: 0.7, size: 0.24 }),
    slices('pepperoni', 9, { radius: 0.08, thick: 0.05, share: 0.75 }),
    pieces({ colour: '#4f8a36', count: 10, size: [0.05, 0.045, 0.02], share: 0.8 }),
    herbs,
  ),
  dish(
    'broccoli',
    'steamed vegetables,roasted vegetables,verduras,vegetables,legumes,gemuse,verdure,cauliflower,coliflor,brocoli,brokkoli,خضار',
    { ...onPlate, vessel: 'coupe' },
    florets(8, '#4c8530', { share: 0.55, size: 0.16 }),
    pieces({ colour: '#e58a33', count: 12, size: [0.12, 0.05, 0.045], share: 0.7 }),
    slices('courgette', 8, { radius: 0.11, thick: 0.04, share: 0.7 }),
    pieces({ colour: '#c9301d', count: 9, size: [0.1, 0.07, 0.02], share: 0.7, high: 0.08, tumbled: 0.6 }),
    pepper,
  ),
]

/** A toasted half of a muffin, on which a poached egg stands. */
function burgerBase(x: number) {
  return slab(
    () => food('#d9a353', { second: '#e6c084', crust: '#8f5520', done: 0.4, bump: 0.15, grain: 7 }),
    [0.26, 0.25, 0.06],
    { x, yaw: 0 },
  )
}
