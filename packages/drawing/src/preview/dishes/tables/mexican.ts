import { pieces, rings } from '../../food/bodies.ts'
import { chilli, herbs, limeWedge } from '../../food/garnishes.ts'
import { within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { dabs, ladle } from '../../food/pools.ts'
import { flatBread } from '../../made/breads.ts'
import { shavings } from '../../made/carved-meat.ts'
import { crisps, threads } from '../../made/vegetables.ts'
import { rolls, tacos } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const onBoard = { vessel: 'board', from: 40, hot: true, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 48, hot: true, tool: 'fork' } as const
export const beans = pieces({
  colour: '#3a1f18',
  look: { second: '#55301f', gloss: 0.6, bump: 0.02 },
  count: 60,
  size: [0.05, 0.034, 0.03],
  share: 0.95,
  rough: 0.01,
  high: 0.04,
})
const guacamole = ladle('#9db24c', {
  share: 0.9,
  high: 0.12,
  lumpy: 1,
  bump: 0.35,
  grain: 9,
  second: '#7f9a38',
  gloss: 0.4,
})
const salsa = pieces({
  colour: '#c5331f',
  look: { second: '#dd5a3a', gloss: 0.65, glow: 0.3 },
  count: 30,
  size: [0.05, 0.045, 0.035],
  share: 0.9,
  high: 0.08,
  square: 0.6,
})

export const MEXICAN: readonly Dish[] = [
  dish(
    'tacos',
    'taco,tacos de carne asada,street tacos,tacos al pastor,al pastor,carnitas,tacos de carnitas,barbacoa,birria,birria tacos,beef tacos,chicken tacos,تاكو,タコス',
    onBoard,
    tacos({
      fill: [
        ['#6d3519', 22, 0.055],
        ['#8fae4a', 8, 0.05],
        ['#c5331f', 9, 0.038],
        ['#f0e6ea', 10, 0.026],
      ],
      leaves: 'coriander',
    }),
    limeWedge,
  ),
  dish(
    'fish tacos',
    'baja tacos,shrimp tacos,tacos de pescado,prawn tacos',
    onBoard,
    tacos({
      fill: [
        ['#d9c4d6', 12, 0.06],
        ['#d79a3f', 11, 0.09],
        ['#8b3a6a', 12, 0.05],
        ['#f6efe0', 6, 0.03],
      ],
      leaves: 'coriander',
    }),
    limeWedge,
  ),
  dish(
    'burrito',
    'burritos,wrap,chicken wrap,burrito de pollo,chimichanga,بوريتو',
    onBoard,
    rolls({
      count: 2,
      long: 0.92,
      thick: 0.2,
      colour: '#ead2a2',
      spot: '#a9713a',
      done: 0.5,
      cut: ['#8a4a24', '#f2ead8', '#3a1f18', '#b9c566', '#c5331f'],
    }),
    limeWedge,
  ),
  dish(
    'quesadilla',
    'quesadillas,كيساديا',
    { ...onBoard, from: 48 },
    ...[0, 1, 2, 3].map((i) =>
      flatBread({
        radius: 0.42,
        colour: '#e2bd7c',
        char: '#8f5520',
        bubbles: 0.55,
        x: Math.cos(i * 1.57) * 0.32,
        y: Math.sin(i * 1.57) * 0.3,
        yaw: i * 1.57 + 0.4,
        fold: true,
        lift: i % 2 ? 0.04 : 0,
      }),
    ),
    within({ x: 0.72, y: -0.1, share: 0.22 }, guacamole),
    herbs,
  ),
  dish(
    'nachos',
    'loaded nachos,nachos con queso,totopos,chips and salsa,ناتشوز',
    { ...onPlate, vessel: 'skillet', tool: 'none' },
    crisps({ count: 48 }),
    ladle('#eba52f', { share: 0.55, high: 0.03, ragged: 1, gloss: 0.7, second: '#f0b94e' }),
    within({ share: 0.75 }, salsa),
    rings('#5f8f34', 9, { radius: 0.05, thick: 0.014 }),
    within({ x: 0.25, y: 0.22, share: 0.24 }, guacamole),
    ladle('#f8f3ea', { share: 0.16, high: 0.05, x: -0.25, y: 0.12 }),
    strewn('coriander', 7),
  ),
  dish(
    'guacamole',
    'guacamole and chips,guac,جواكامولي',
    { vessel: 'small bowl', from: 52, tool: 'none' },
    guacamole,
    within({ share: 0.4 }, salsa),
    crisps({ count: 7, share: 1.1, high: 0.05, size: 0.2 }),
    strewn('coriander', 5),
  ),
  dish(
    'enchiladas',
    'enchilada,enchiladas verdes,enchiladas rojas,cannelloni,canelones,manicotti',
    { ...onPlate, vessel: 'tray' },
    rolls({ count: 4, long: 1.1, thick: 0.16, colour: '#c46a2c', spot: '#8f3a14', done: 0.6 }),
    // Not to the ends of the rolls, over which a sauce would stand out into the air.
    within(
      { share: 0.68 },
      dabs('#9c2d18', 11, { share: 0.27, high: 0.022, ragged: 0.5, gloss: 0.7, second: '#b54423' }),
      dabs('#f0dcaa', 9, { share: 0.16, high: 0.014, ragged: 0.7, second: '#e6b965' }),
    ),
    strewn('coriander', 9),
  ),
  dish(
    'fajitas',
    'fajita,chicken fajitas,beef fajitas,steak fajitas,فاهيتا',
    { ...onPlate, vessel: 'skillet' },
    shavings('#8a4a1f', 26, { share: 0.75, size: 0.15, high: 0.1, done: 0.5 }),
    ...(['#c9301d', '#4f8a36', '#edb93a', '#e6d6cf'] as const).map((colour) =>
      pieces({
        colour,
        look: { gloss: 0.65, crust: '#3a1a0c', done: 0.15 },
        count: 10,
        size: [0.17, 0.03, 0.02],
        share: 0.75,
        high: 0.12,
        tumbled: 0.5,
        square: 0.6,
      }),
    ),
    limeWedge,
  ),
  dish(
    'ceviche',
    'cebiche,tiradito,aguachile,سيفيتشي',
    { vessel: 'coupe', from: 54, tool: 'fork' },
    ladle('#e9e3c4', { share: 0.8, high: 0.015, gloss: 0.85 }),
    pieces({
      colour: '#f2e6dc',
      look: { second: '#e9cdbf', gloss: 0.55, glow: 0.6 },
      count: 26,
      size: [0.1, 0.085, 0.06],
      share: 0.62,
      square: 0.45,
      high: 0.14,
    }),
    threads('#a8467a', 44, { long: 0.13, share: 0.45 }),
    pieces({ colour: '#d9802c', count: 3, size: [0.13, 0.11, 0.07], share: 0.2, x: 0.6, y: 0.2 }),
    strewn('coriander', 9, { share: 0.5 }),
    chilli,
    limeWedge,
  ),
]
