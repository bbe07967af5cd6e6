import { pieces } from '../food/bodies.ts'
import { herbs, pepper } from '../food/garnishes.ts'
import { grains } from '../food/grains.ts'
import { within } from '../food/kitchen.ts'
import { sprig, strewn } from '../food/leaf-sheets.ts'
import { noodles } from '../food/noodles.ts'
import { broth, ladle } from '../food/pools.ts'
import { slices } from '../food/slices.ts'
import { wedge } from '../made/cakes.ts'
import { drumsticks, fanned, seared, slab } from '../made/meats.ts'
import { fillet, prawns } from '../made/seafood.ts'
import { florets, roundFruit } from '../made/vegetables.ts'
import { type Dish, dish } from './served-dish.ts'

const onPlate = { vessel: 'coupe', from: 48, hot: true, tool: 'fork' } as const
const soup = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
const bed = grains({ colour: '#f0e8d4', high: 0.12, share: 0.8, count: 520 })
const carrots = pieces({
  colour: '#e08a33',
  look: { gloss: 0.5 },
  count: 9,
  size: [0.12, 0.06, 0.055],
  share: 0.75,
  rough: 0.05,
})
const onBed = (...parts: Dish['parts']): Dish['parts'] => [
  within({ x: 0.35, y: 0.2, share: 0.6 }, bed),
  within({ x: 0.1, y: -0.5, share: 0.36 }, florets(4, '#4c8530', { size: 0.14 })),
  ...parts,
  herbs,
]

/** What is drawn for a dish of a kind whose own name is not in the tables. */
export const KINDS: readonly Dish[] = [
  dish(
    'soup',
    'sopa,soupe,suppe,zuppa,broth,caldo,consomme,bouillon,potage,stew pot,شوربة,حساء,汤,湯,スープ',
    soup,
    broth('#c98a3c', { deep: '#a86a24', oil: '#d9a04a' }),
    carrots,
    pieces({ colour: '#7f9a3c', count: 9, size: [0.08, 0.05, 0.04], share: 0.8, sunk: 0.5 }),
    strewn('parsley', 9),
  ),
  dish(
    'salad',
    'ensalada,salade,salat,insalata,salada,سلطة,サラダ,沙拉',
    { ...onPlate, hot: false, from: 54 },
    strewn('lettuce', 11, { share: 0.66, lift: 0.05 }),
    strewn('rocket', 9, { share: 0.6, lift: 0.12 }),
    roundFruit('#c3281d', 7, 0.08, { share: 0.65, high: 0.1 }),
    slices('cucumber', 9, { radius: 0.1, thick: 0.03, share: 0.65, lean: 0.8 }),
    pepper,
  ),
  dish(
    'noodles',
    'noodle,fideos,nouilles,nudeln,tagliolini,vermicelli,macarrones,نودلز,麺,面条,국수',
    { ...onPlate, tool: 'chopsticks' },
    noodles({ colour: '#dba552', look: { second: '#c4883a', gloss: 0.6 }, high: 0.24, share: 0.9 }),
    carrots,
    herbs,
  ),
  dish(
    'rice',
    'arroz,riz,reis,riso,أرز,رز,ご飯,米饭,밥',
    { vessel: 'bowl', from: 50, hot: true, tool: 'chopsticks' },
    grains({ colour: '#f3eee2', high: 0.22, share: 1, count: 900 }),
    herbs,
  ),
  dish(
    'dessert',
    'postre,dolce,nachtisch,sobremesa,sweets,tart,tarte,pastry,حلوى,حلويات,デザート,甜点',
    { ...onPlate, hot: false, from: 36, sweet: true },
    wedge(
      [
        ['#c98f44', 0.5],
        ['#f6ead0', 1.6],
        ['#d98c93', 0.8],
      ],
      '#d9808c',
      { back: '#f3e8d0' },
    ),
    roundFruit('#a3263f', 6, 0.06, { share: 0.6 }),
    sprig('mint', 3),
  ),
  dish(
    'roast',
    'asado al horno,roti,braten,arrosto,mechoui,مشوي,grill,grilled meat,barbecue,bbq',
    onPlate,
    ...onBed(
      fanned({
        inside: '#a8605a',
        outside: '#4a2412',
        count: 8,
        size: [0.045, 0.24, 0.1],
        gap: 0.11,
        x: -0.25,
        y: 0.05,
      }),
      ladle('#5d2a12', { share: 0.26, high: 0.012, gloss: 0.9, x: -0.3, y: -0.2 }),
    ),
  ),
]

/** What is drawn when only an ingredient is known. */
export const INGREDIENTS: readonly Dish[] = [
  dish(
    'chicken',
    'pollo,poulet,hahnchen,huhn,frango,دجاج,鶏,鸡,닭',
    onPlate,
    ...onBed(within({ x: -0.3, share: 0.55 }, drumsticks(2, { colour: '#b06a28', size: 1.2, share: 0.3 }))),
  ),
  dish(
    'beef',
    'meat,carne,ternera,boeuf,viande,rind,rindfleisch,fleisch,manzo,carne bovina,veal,لحم,لحم بقر,肉,牛',
    onPlate,
    ...onBed(slab(() => seared('#6d3520', { marks: 18 }), [0.4, 0.28, 0.085], { x: -0.28, y: 0 })),
  ),
  dish(
    'pork',
    'cerdo,porc,schwein,maiale,porco,ham,jamon cocido,bacon,猪',
    onPlate,
    ...onBed(slab(() => seared('#b07a4a', { marks: 16 }), [0.4, 0.28, 0.085], { x: -0.28, y: 0 })),
  ),
  dish(
    'seafood',
    'prawns,shrimp,prawn,camaron,marisco,mariscos,fruits de mer,meeresfruchte,مأكولات بحرية,海鮮',
    onPlate,
    ...onBed(within({ x: -0.3, share: 0.6 }, prawns(6, { share: 0.7, size: 0.26 }))),
  ),
  dish(
    'tuna',
    'atun,thon,thunfisch,tonno,atum,تونة,seafish',
    onPlate,
    ...onBed(fillet({ size: 0.95, x: -0.3, colour: '#a8434a', line: '#c98080', crust: '#5d2a1c' })),
  ),
  dish(
    'tofu',
    'tempeh,seitan,توفو,豆腐',
    onPlate,
    ...onBed(
      pieces({
        colour: '#e9c98a',
        look: { crust: '#8a5420', done: 0.4 },
        count: 10,
        size: [0.12, 0.11, 0.08],
        share: 0.4,
        x: -0.35,
        square: 0.3,
        high: 0.08,
      }),
    ),
  ),
  dish(
    'egg',
    'eggs,huevo,huevos,oeuf,ei,eier,uovo,uova,ovo,ovos,بيض,卵,鸡蛋',
    { ...onPlate },
    ladle('#f0c64f', { share: 0.6, high: 0.14, lumpy: 1.2, ragged: 0.5, second: '#f6dd86', glow: 0.5 }),
    herbs,
    pepper,
  ),
  dish(
    'mushrooms',
    'mushroom,setas,champinones,champignons,pilze,funghi,cogumelos,فطر',
    onPlate,
    bed,
    slices('mushroom', 16, { radius: 0.12, thick: 0.04, share: 0.7, lean: 0.7 }),
    herbs,
  ),
  dish(
    'chocolate',
    'cacao,cioccolato,schokolade,chocolat,شوكولاتة,チョコレート',
    { ...onPlate, hot: false, from: 34, sweet: true },
    wedge(
      [
        ['#4a2413', 1],
        ['#7d4a2c', 0.4],
        ['#4a2413', 1],
      ],
      '#3a1a0c',
      { back: '#3a1a0c' },
    ),
    roundFruit('#a3263f', 6, 0.06, { share: 0.6 }),
    sprig('mint', 2),
  ),
]

/** A plausible plate for words that name no food at all. */
export const PLAIN_PLATE: Dish = dish(
  'plate of food',
  '',
  onPlate,
  ...onBed(
    fanned({ inside: '#d9b48a', outside: '#8a4f22', count: 7, size: [0.045, 0.2, 0.08], gap: 0.1, x: -0.3, y: 0.05 }),
    within({ x: -0.15, y: -0.55, share: 0.3 }, roundFruit('#c3281d', 5, 0.09, { share: 0.8 })),
  ),
)
