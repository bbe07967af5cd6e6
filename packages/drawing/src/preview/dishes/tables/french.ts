import { pieces } from '../../food/bodies.ts'
import { herbs, lemonWedge } from '../../food/garnishes.ts'
import { grains } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { broth, ladle } from '../../food/pools.ts'
import { halfEgg, slices } from '../../food/slices.ts'
import { crescent, longRoll, toast } from '../../made/breads.ts'
import { wedge } from '../../made/cakes.ts'
import { drumsticks, fanned } from '../../made/meats.ts'
import { mussels, oysters, prawns } from '../../made/seafood.ts'
import { roundFruit, sticks } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const onPlate = { vessel: 'plate', from: 46, hot: true, tool: 'fork' } as const
const soup = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
const salad = { vessel: 'coupe', from: 54, tool: 'fork' } as const
const stew = { vessel: 'pot', from: 56, hot: true, tool: 'spoon' } as const
const meatChunks = pieces({
  colour: '#5d2e17',
  look: { second: '#7d4526', gloss: 0.7, bump: 0.2 },
  count: 10,
  size: [0.15, 0.12, 0.09],
  share: 0.75,
  sunk: 0.4,
  square: 0.6,
  rough: 0.2,
})
const carrots = pieces({
  colour: '#e08a33',
  look: { gloss: 0.5 },
  count: 8,
  size: [0.11, 0.065, 0.06],
  share: 0.8,
  sunk: 0.4,
  rough: 0.05,
})

export const FRENCH: readonly Dish[] = [
  dish(
    'boeuf bourguignon',
    'beef bourguignon,beef stew,goulash,gulasch,estofado,ragout,coq au vin,daube,stew,guiso,eintopf,spezzatino,ensopado,irish stew,stroganoff,beef stroganoff,casserole,cassoulet,يخنة',
    stew,
    ladle('#5a2411', { share: 1.05, high: 0.04, gloss: 0.85, ragged: 0.02, second: '#431708' }),
    meatChunks,
    carrots,
    slices('mushroom', 6, { radius: 0.09, share: 0.7 }),
    strewn('parsley', 8),
  ),
  dish(
    'ratatouille',
    'pisto,tian,confit byaldi,راتاتوي',
    { ...stew, vessel: 'skillet' },
    ladle('#b03a1a', { share: 1, high: 0.03, ragged: 0.03 }),
    ...[0.78, 0.52, 0.26].flatMap((share, row) =>
      Array.from({ length: [20, 13, 6][row] ?? 6 }, (_, i) => {
        const angle = (i / ([20, 13, 6][row] ?? 6)) * 2 * Math.PI
        return slices((['courgette', 'tomato', 'aubergine', 'potato'] as const)[i % 4] ?? 'tomato', 1, {
          radius: 0.13,
          thick: 0.022,
          share: 0,
          lean: 0.9,
          x: Math.cos(angle) * share,
          y: Math.sin(angle) * share,
        })
      }),
    ),
    herbs,
    sprig('basil', 3),
  ),
  dish(
    'quiche',
    'quiche lorraine,savoury tart,tarta salada,tarte salee,zwiebelkuchen,torta salata,كيش',
    { ...onPlate, from: 36 },
    wedge(
      [
        ['#e9c877', 1.6],
        ['#c98a6a', 0.4],
        ['#ecd08a', 1],
      ],
      '#d9a044',
      { high: 0.24, back: '#c08a44', angle: 0.8 },
    ),
    herbs,
    within({ x: 0.55, y: 0.4, share: 0.3 }, strewn('rocket', 8, { size: 0.8 })),
  ),
  dish(
    'french onion soup',
    'onion soup,soupe a loignon,sopa de cebolla,zwiebelsuppe,zuppa di cipolle,شوربة بصل',
    { ...soup, vessel: 'small bowl' },
    broth('#7d4a1c'),
    toast({ size: 0.5, toasted: 0.6, long: 1 }),
    ladle('#e6b04f', { share: 0.7, high: 0.05, ragged: 0.5, second: '#b96f26', gloss: 0.5, lumpy: 0.8, bump: 0.2 }),
    herbs,
  ),
  dish(
    'moules frites',
    'mussels,moules,mejillones,muscheln,miesmuscheln,cozze,mexilhoes,clams,almejas,بلح البحر',
    { ...stew, vessel: 'skillet' },
    ladle('#c9a05a', { share: 0.9, high: 0.012, gloss: 0.9 }),
    mussels(17, { size: 0.19, share: 0.82 }),
    strewn('parsley', 12),
    lemonWedge,
  ),
  dish(
    'croissant',
    'croissants,cruasan,cornetto,hornchen,pain au chocolat,danish pastry,كرواسون,クロワッサン,牛角包',
    { vessel: 'plate', from: 44, tool: 'none', sweet: true },
    (kitchen) => {
      const z = kitchen.seat.heightAt(0, 0)
      crescent(kitchen, { x: -0.34, y: 0.06, z, yaw: 2.5 }, 0.98)
      crescent(kitchen, { x: 0.3, y: -0.12, z, yaw: 1.15 }, 0.98)
    },
  ),
  dish(
    'baguette',
    'baguettes,french bread,garlic bread,pan de ajo,pain a lail,knoblauchbrot,pane allaglio,ciabatta,خبز فرنسي',
    { vessel: 'board', from: 46, hot: true, tool: 'none' },
    (kitchen) => {
      longRoll(kitchen, { long: 1.7, thick: 0.21, pose: { y: 0.12, z: kitchen.seat.heightAt(0, 0), yaw: 0.18 } })
    },
    herbs,
  ),
  dish(
    'nicoise salad',
    'salade nicoise,ensalada nizarda,tuna salad,ensalada de atun,thunfischsalat,insalata di tonno,cobb salad',
    salad,
    strewn('lettuce', 7, { share: 0.6, size: 0.8 }),
    pieces({
      colour: '#b97a62',
      look: { second: '#d3a08a', bump: 0.3, grain: 9 },
      count: 9,
      size: [0.12, 0.09, 0.06],
      share: 0.35,
      rough: 0.25,
      high: 0.08,
    }),
    halfEgg({ x: -0.5, y: 0.2, soft: false }),
    halfEgg({ x: 0.5, y: 0.3, soft: false }),
    halfEgg({ x: 0.1, y: -0.6, soft: false }),
    sticks({
      count: 9,
      colour: '#5f8f34',
      size: [0.2, 0.024, 0.024],
      share: 0.2,
      x: 0.5,
      y: -0.3,
      aligned: 0.9,
      high: 0.03,
      done: 0,
    }),
    roundFruit('#2c2430', 8, 0.05, { share: 0.7 }),
    roundFruit('#c3281d', 5, 0.08, { share: 0.75 }),
  ),
  dish(
    'duck confit',
    'confit de canard,confit de pato,roast duck leg,entenkeule,chicken leg,pollo al horno,gebratenes hahnchen,cuisse de poulet,فخذ دجاج,chicken thighs',
    onPlate,
    within(
      { x: 0.35, y: 0.3, share: 0.5 },
      pieces({
        colour: '#dba548',
        look: { crust: '#8f5217', done: 0.4 },
        count: 10,
        size: [0.15, 0.12, 0.09],
        share: 0.85,
        high: 0.06,
      }),
    ),
    within({ x: -0.15, y: -0.1, share: 0.5 }, drumsticks(2, { colour: '#a8601f', size: 1.35, share: 0.25 })),
    sprig('bay', 2, { x: 0.3, y: -0.45 }),
  ),
  dish(
    'duck breast',
    'magret de canard,magret,seared duck,roasted duck breast,pechuga de pato,entenbrust,petto danatra,peito de pato,صدر البط',
    onPlate,
    ladle('#efe2c2', { share: 0.42, high: 0.05, x: -0.2, y: 0.3, ragged: 0.5, gloss: 0.4, second: '#e8d6ac' }),
    fanned({ inside: '#b5575a', outside: '#4d2411', count: 8, size: [0.05, 0.2, 0.085], gap: 0.105, x: 0.05 }),
    ladle('#5d1420', { share: 0.24, high: 0.014, gloss: 0.9, x: 0.2, y: -0.5, ragged: 0.8, second: '#7a1d2b' }),
    within({ x: 0.28, y: -0.5, share: 0.3 }, roundFruit('#6d1223', 6, 0.075, { share: 0.8 })),
    sprig('mint', 2, { x: -0.35, y: 0.35 }),
  ),
  dish(
    'oysters',
    'oyster,ostras,ostra,huitres,huitre,austern,auster,ostriche,محار,生牡蠣,生蚝',
    { ...onPlate, vessel: 'tray', hot: false, from: 52 },
    pieces({
      colour: '#a9bcc6',
      look: { second: '#d3dee3', gloss: 1, polish: 140, glow: 0.7, bump: 0.3, grain: 6 },
      count: 120,
      size: [0.075, 0.065, 0.05],
      share: 1.05,
      square: 0.5,
      sunk: 0.2,
      tumbled: 0.6,
    }),
    oysters(8, { share: 0.84 }),
    slices('lemon', 3, { radius: 0.13, thick: 0.04, share: 0.25, lean: 0.5 }),
  ),
  dish(
    'escargots',
    'snails,caracoles,schnecken',
    { ...onPlate, vessel: 'tray', hot: false },
    mussels(8, { shell: '#8a8272', meat: '#d9cdbd', size: 0.2, share: 0.8 }),
    lemonWedge,
    herbs,
  ),
  dish(
    'paella',
    'paella valenciana,seafood paella,paella de marisco,arroz de marisco,باييا,パエリア',
    { vessel: 'paella pan', from: 64, hot: true, tool: 'spoon' },
    grains({
      colour: '#e3ac3c',
      look: { second: '#d0912a', gloss: 0.5 },
      high: 0.05,
      share: 1.02,
      count: 900,
      thick: 0.0165,
    }),
    prawns(7, { share: 0.78, size: 0.27 }),
    mussels(6, { size: 0.19, share: 0.6 }),
    pieces({ colour: '#6f9f3a', count: 24, size: [0.032, 0.032, 0.03], share: 0.85, rough: 0.01 }),
    pieces({
      colour: '#b5261a',
      look: { gloss: 0.7 },
      count: 8,
      size: [0.19, 0.035, 0.015],
      share: 0.8,
      square: 0.6,
      tumbled: 0.1,
    }),
    lemonWedge,
  ),
  dish(
    'spanish omelette',
    'tortilla espanola,tortilla de patatas,tortilla de papas,omelette espagnole,kartoffelomelett',
    { ...onPlate, from: 38 },
    wedge(
      [
        ['#e6c063', 1],
        ['#edd28a', 1],
        ['#dfb24a', 1],
      ],
      '#d99a38',
      { high: 0.22, back: '#c9862c', angle: 0.85 },
    ),
    herbs,
  ),
]
