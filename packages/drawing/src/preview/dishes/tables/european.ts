import { pieces, rings } from '../../food/bodies.ts'
import { food } from '../../food/food-surfaces.ts'
import { chives, herbs, lemonWedge, pepper } from '../../food/garnishes.ts'
import { sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { broth, ladle } from '../../food/pools.ts'
import { slices } from '../../food/slices.ts'
import { flatBread } from '../../made/breads.ts'
import { lobster } from '../../made/lobster.ts'
import { sausage, seared, slab } from '../../made/meats.ts'
import { pizzaBase } from '../../made/pizza.ts'
import { fillet, wholeFish } from '../../made/seafood.ts'
import { ringHeap, roundFruit, sticks, threads } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const onPlate = { vessel: 'plate', from: 46, hot: true, tool: 'fork' } as const
const soup = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
const salad = { vessel: 'coupe', from: 54, tool: 'fork' } as const
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
      () => food('#b5752a', { second: '#d39a45', crust: '#7d4413', done: 0.3, bump: 0.75, grain: 27, gloss: 0.2 }),
      [0.62, 0.44, 0.05],
      { x: -0.06, y: 0.02, yaw: 0.3 },
    ),
    slices('lemon', 2, { radius: 0.13, x: -0.05, y: 0.1, fan: 1.2 }),
    within(
      { x: 0.55, y: -0.48, share: 0.34 },
      slices('potato', 15, { radius: 0.1, thick: 0.035, share: 0.85, lean: 0.6 }),
      chives,
    ),
    herbs,
  ),
  dish(
    'bratwurst with sauerkraut',
    'bratwurst mit sauerkraut,sauerkraut,bratwurst mit,sausages,sausage,wurst,salchichas,chorizo,saucisse,saucisses,salsiccia,linguica,bangers and mash,choucroute,سجق,نقانق',
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
    { vessel: 'plate', from: 46, tool: 'fork', sweet: true },
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
    { ...onPlate, vessel: 'tray', from: 56 },
    strewn('lettuce', 9, { share: 0.8, lift: 0.01, size: 0.9 }),
    lobster,
    lemonWedge,
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
    strewn('lettuce', 20, { share: 0.66, lift: 0.05 }),
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
