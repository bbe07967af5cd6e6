import { pieces, rings } from '../food/bodies.ts'
import { food } from '../food/food-surfaces.ts'
import { chives, herbs, lemonWedge, pepper } from '../food/garnishes.ts'
import { grains, sprinkle } from '../food/grains.ts'
import { within } from '../food/kitchen.ts'
import { sprig, strewn } from '../food/leaves.ts'
import { broth, ladle } from '../food/pools.ts'
import { halfEgg, slices } from '../food/slices.ts'
import { crescent, flatBread, longRoll, toast } from '../made/breads.ts'
import { wedge } from '../made/cakes.ts'
import { drumsticks, sausage, seared, slab } from '../made/meats.ts'
import { pizzaBase } from '../made/pizza.ts'
import { fillet, mussels, prawns, wholeFish } from '../made/seafood.ts'
import { ringHeap, roundFruit, sticks, threads } from '../made/vegetables.ts'
import { type Dish, dish } from './dish.ts'

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

export const EUROPEAN: readonly Dish[] = [
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
    { vessel: 'plate', from: 44, tool: 'none' },
    (kitchen) => {
      crescent(kitchen, { x: 0.02, y: -0.05, z: kitchen.seat.heightAt(0, 0), yaw: 0.9 }, 1.25)
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
    'escargots',
    'snails,caracoles,schnecken,oysters,ostras,huitres,austern,ostriche,محار',
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
  dish(
    'gazpacho',
    'salmorejo,tomato soup,sopa de tomate,soupe a la tomate,tomatensuppe,zuppa di pomodoro,شوربة طماطم',
    soup,
    broth('#c4431f', { deep: '#a8341a', oil: '#d99a35', oiliness: 0.25 }),
    ladle('#f5e6d0', { share: 0.16, high: 0.012, ragged: 0.9 }),
    pieces({
      colour: '#d9a353',
      look: { crust: '#8a5420', done: 0.3 },
      count: 7,
      size: [0.055, 0.05, 0.045],
      share: 0.4,
      square: 0.35,
    }),
    sprig('basil', 3),
  ),
  dish(
    'pumpkin soup',
    'squash soup,butternut soup,carrot soup,crema de calabaza,soupe de potiron,veloute de potiron,kurbissuppe,vellutata di zucca,creme de abobora,شوربة قرع',
    soup,
    broth('#dd8a24', { deep: '#c97416', oiliness: 0 }),
    ladle('#f8ecd8', { share: 0.24, high: 0.01, ragged: 1.1 }),
    sprinkle('#5f7f34', 26, { share: 0.3, long: 0.036, thick: 0.018 }),
    pepper,
    sprig('parsley', 2),
  ),
  dish(
    'pea soup',
    'green soup,broccoli soup,spinach soup,caldo verde,crema de verduras,soupe de pois,erbsensuppe,vellutata di piselli',
    soup,
    broth('#7f9a3c', { deep: '#66822c', oiliness: 0 }),
    ladle('#f3ead6', { share: 0.18, high: 0.01, ragged: 1 }),
    pieces({ colour: '#d9a353', count: 7, size: [0.055, 0.05, 0.045], share: 0.45, square: 0.35 }),
    sprig('mint', 3),
  ),
  dish(
    'borscht',
    'borsch,borshch,beetroot soup,barszcz,борщ',
    soup,
    broth('#8e1a33', { deep: '#6d0f24', oil: '#c4402a', oiliness: 0.3 }),
    pieces({ colour: '#8a1c38', count: 12, size: [0.1, 0.03, 0.025], share: 0.75, sunk: 0.4 }),
    ladle('#fbf7ee', { share: 0.24, high: 0.08, ragged: 0.3 }),
    threads('#5c8a3c', 30, { long: 0.06, thick: 0.004, share: 0.4 }),
  ),
  dish(
    'chicken noodle soup',
    'chicken soup,sopa de pollo,soupe au poulet,huhnersuppe,brodo di pollo,canja,noodle soup,sopa de fideos,nudelsuppe,شوربة دجاج,soup of the day',
    soup,
    broth('#d3a548', { deep: '#b5862e', oil: '#e6c264', oiliness: 0.5 }),
    threads('#ecd58c', 60, { long: 0.2, thick: 0.013, share: 0.8, high: 0.02 }),
    pieces({ colour: '#ecd9b8', count: 9, size: [0.11, 0.08, 0.06], share: 0.75, sunk: 0.5 }),
    carrots,
    herbs,
    sprig('parsley', 2),
  ),
  dish(
    'wiener schnitzel',
    'schnitzel,milanesa,milanese,escalope milanaise,cotoletta,cotoletta alla milanese,bife a milanesa,chicken parmesan,cordon bleu,شنيتزل',
    onPlate,
    slab(
      () => food('#c98a35', { second: '#dfae5c', crust: '#8f5216', done: 0.35, bump: 0.5, grain: 13, gloss: 0.25 }),
      [0.62, 0.44, 0.05],
      { x: -0.06, y: 0.02, yaw: 0.3 },
    ),
    slices('lemon', 2, { radius: 0.13, x: -0.05, y: 0.1, fan: 1.2 }),
    within(
      { x: 0.55, y: -0.48, share: 0.34 },
      pieces({ colour: '#ecd080', count: 8, size: [0.12, 0.1, 0.085], share: 0.8 }),
    ),
    herbs,
  ),
  dish(
    'bratwurst with sauerkraut',
    'sausages,sausage,wurst,salchichas,chorizo,saucisse,saucisses,salsiccia,linguica,bangers and mash,choucroute,سجق,نقانق',
    { ...onPlate, vessel: 'board' },
    within(
      { x: -0.1, y: 0.42, share: 0.45 },
      threads('#e9dca8', 150, { long: 0.16, thick: 0.012, share: 0.9, high: 0.16 }),
    ),
    (kitchen) => {
      for (const i of [0, 1, 2])
        sausage(
          kitchen,
          { x: 0.02, y: -0.05 - i * 0.22, z: kitchen.seat.heightAt(0, 0) + 0.1, yaw: 0.16 },
          0.95,
          0.105,
          seared('#9c5526', { marks: 24, gloss: 0.7 }),
          0.09,
        )
    },
    ladle('#c99a2a', { share: 0.14, high: 0.05, x: 0.68, y: 0.3 }),
  ),
  dish(
    'pretzel',
    'brezel,pretzels,brezn,bretzel',
    { vessel: 'board', from: 58, hot: true, tool: 'none' },
    ringHeap(2, '#8a4414', { radius: 0.36, thick: 0.085, high: 0.04, share: 0.5, bump: 0.05, done: 0.4 }),
    sprinkle('#ffffff', 60, { share: 0.7, long: 0.016, thick: 0.013 }),
  ),
  dish(
    'flammkuchen',
    'tarte flambee,flammekueche,white pizza,pizza bianca,quattro formaggi',
    { vessel: 'board', from: 62, hot: true, tool: 'none' },
    pizzaBase({ sauce: '#f3ead4', cheese: '#f6edd8', melted: 0.7, rim: 0.04, cuts: 0 }),
    pieces({
      colour: '#a8503a',
      look: { second: '#d9977a' },
      count: 34,
      size: [0.05, 0.026, 0.016],
      share: 1,
      square: 0.5,
    }),
    rings('#cfa0bd', 14, { radius: 0.08, thick: 0.008, share: 0.95 }),
    chives,
  ),
  dish(
    'crepes',
    'crepe,galette,crepes suzette,pannekoek,palatschinken,pfannkuchen,crespelle,panqueca,blini,كريب,クレープ',
    { vessel: 'plate', from: 46, tool: 'fork' },
    ...[0, 1, 2].map((i) =>
      flatBread({
        radius: 0.5,
        colour: '#e9c983',
        char: '#a9702c',
        bubbles: 0.42,
        x: (i - 1) * 0.26,
        y: (i - 1) * -0.06,
        yaw: 0.9 + i * 0.2,
        fold: true,
        lift: i * 0.03,
      }),
    ),
    ladle('#c9822a', { share: 0.25, high: 0.012, ragged: 0.9, gloss: 0.9 }),
    roundFruit('#a3263f', 6, 0.065, { share: 0.4 }),
    sprinkle('#fbf8f2', 160, { long: 0.009, thick: 0.005 }),
  ),
  dish(
    'whole grilled fish',
    'grilled fish,whole fish,branzino,sea bass,lubina,dorada,dorade,bar grille,gegrillter fisch,orata,peixe grelhado,pescado a la parrilla,sardines,trout,forelle,trucha,سمك مشوي,سمك',
    { ...onPlate, vessel: 'tray' },
    wholeFish(),
    slices('lemon', 4, { radius: 0.13, x: 0.3, y: -0.42, fan: 1.1 }),
    strewn('parsley', 9),
    sprig('bay', 2, { x: -0.4, y: 0.42 }),
  ),
  dish(
    'fish fillet',
    'cod,bacalao,bacalhau,halibut,sole,seabass fillet,pescado,poisson,fisch,pesce,peixe,fish',
    onPlate,
    fillet({ size: 1.05, colour: '#f3e8d8', line: '#faf4ea', crust: '#c98d42', x: 0, y: 0.1 }),
    ladle('#e6cf7c', { share: 0.26, high: 0.012, x: -0.3, y: -0.4, gloss: 0.85 }),
    sticks({
      count: 8,
      colour: '#6b8f3d',
      size: [0.32, 0.03, 0.03],
      share: 0.16,
      x: 0.15,
      y: -0.42,
      aligned: 0.94,
      high: 0.03,
      done: 0.1,
    }),
    lemonWedge,
    herbs,
  ),
  dish(
    'lobster',
    'lobster tail,langosta,homard,hummer,aragosta,lagosta,crab,cangrejo,crabe,krabbe,سرطان,كركند,سلطعون',
    { ...onPlate, vessel: 'tray' },
    prawns(3, { size: 0.62, share: 0.36 }),
    lemonWedge,
    strewn('parsley', 9),
    within({ x: 0.7, y: 0.4, share: 0.2 }, ladle('#ecc64f', { share: 0.9, high: 0.08, gloss: 0.85 })),
  ),
  dish(
    'lamb chops',
    'lamb,cordero,agneau,lammkoteletts,lamm,agnello,cordeiro,rack of lamb,pork chop,chuleta,cotelette,kotelett,braciola,لحم خروف,ريش',
    onPlate,
    ...[-0.34, 0, 0.34].flatMap((x, i) => [
      slab(() => seared('#7a3a22', { marks: 16 }), [0.2, 0.18, 0.075], { x: x - 0.05, y: 0.05, yaw: 0.7 }),
      sticks({
        count: 1,
        colour: '#eadcc0',
        size: [0.24, 0.026, 0.024],
        share: 0,
        x: x + 0.14,
        y: 0.34 - i * 0.01,
        aligned: 1,
        high: 0,
        done: 0,
      }),
    ]),
    within({ x: 0.2, y: -0.5, share: 0.36 }, ladle('#5f8a3a', { share: 0.9, high: 0.06, lumpy: 0.6 })),
    sprig('mint', 3, { x: -0.4, y: -0.4 }),
  ),
  dish(
    'mixed salad',
    'green salad,garden salad,house salad,ensalada mixta,ensalada verde,salade verte,salade composee,gruner salat,gemischter salat,insalata mista,insalata verde,salada verde,سلطة خضراء',
    salad,
    strewn('lettuce', 11, { share: 0.66, lift: 0.05 }),
    strewn('radicchio', 4, { share: 0.6, lift: 0.1, size: 0.7 }),
    strewn('rocket', 9, { share: 0.6, lift: 0.12 }),
    roundFruit('#c3281d', 7, 0.08, { share: 0.65, high: 0.1 }),
    slices('cucumber', 8, { radius: 0.1, thick: 0.03, share: 0.65, lean: 0.8 }),
    slices('radish', 6, { radius: 0.075, share: 0.6, lean: 0.8 }),
  ),
  dish(
    'coleslaw',
    'potato salad,ensaladilla,kartoffelsalat,insalata russa,olivier,cole slaw',
    { ...salad, vessel: 'small bowl' },
    threads('#e3e6b5', 170, { long: 0.17, thick: 0.012, share: 0.8, high: 0.22 }),
    threads('#e08a3a', 40, { long: 0.13, thick: 0.01, share: 0.75, high: 0.22 }),
    threads('#8b3a6a', 30, { long: 0.13, thick: 0.01, share: 0.75, high: 0.22 }),
    herbs,
  ),
  dish(
    'beef tartare',
    'steak tartare,tartare,tuna tartare,salmon tartare,tatar,tartar',
    onPlate,
    ladle('#8e2a2c', {
      share: 0.42,
      high: 0.16,
      ragged: 0.06,
      lumpy: 0.5,
      bump: 0.8,
      grain: 16,
      second: '#b5484a',
      gloss: 0.5,
    }),
    (kitchen) => {
      kitchen.ball(
        { z: kitchen.seat.heightAt(0, 0) + 0.04 },
        [0.12, 0.12, 0.08],
        food('#ec981f', { gloss: 0.8, polish: 140, bump: 0, second: '#f0a83a', glow: 0.4 }),
      )
    },
    chives,
    within({ x: 0.6, y: 0.3, share: 0.3 }, strewn('rocket', 7, { size: 0.7 })),
  ),
]
