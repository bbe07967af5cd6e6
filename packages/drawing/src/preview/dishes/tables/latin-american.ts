import { pieces } from '../../food/bodies.ts'
import { chilli, herbs, limeWedge } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { within } from '../../food/kitchen.ts'
import { strewn } from '../../food/leaf-sheets.ts'
import { broth, ladle } from '../../food/pools.ts'
import { friedEgg, slices } from '../../food/slices.ts'
import { flatBread } from '../../made/breads.ts'
import { shavings } from '../../made/carved-meat.ts'
import { dumplings } from '../../made/dumplings.ts'
import { fanned, seared, slab } from '../../made/meats.ts'
import { prawns } from '../../made/seafood.ts'
import { churros } from '../../made/sweets.ts'
import { rolls, tacos } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const onBoard = { vessel: 'board', from: 40, hot: true, tool: 'none' } as const
const onPlate = { vessel: 'plate', from: 48, hot: true, tool: 'fork' } as const
const stew = { vessel: 'bowl', from: 55, hot: true, tool: 'spoon' } as const
export const beans = pieces({
  colour: '#3a1f18',
  look: { second: '#55301f', gloss: 0.6, bump: 0.02 },
  count: 60,
  size: [0.05, 0.034, 0.03],
  share: 0.95,
  rough: 0.01,
  high: 0.04,
})
const redRice = grains({ colour: '#d98a44', look: { second: '#c56a2a' }, high: 0.18, share: 0.95, count: 420 })
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

export const LATIN_AMERICAN: readonly Dish[] = [
  dish(
    'feijoada',
    'feijoada completa,black bean stew,feijao preto,bean and pork stew,فيجوادا',
    { ...stew, tool: 'fork' },
    ladle('#2c1712', { share: 1.05, high: 0.05, lumpy: 0.5, ragged: 0.1, gloss: 0.7, second: '#3d2018' }),
    pieces({
      colour: '#24120f',
      look: { second: '#3a1d17', gloss: 0.7 },
      count: 60,
      size: [0.055, 0.038, 0.034],
      share: 0.95,
      rough: 0.02,
      sunk: 0.35,
    }),
    pieces({
      colour: '#6d2f20',
      look: { second: '#8a4630', crust: '#3a160c', done: 0.35, gloss: 0.5 },
      count: 8,
      size: [0.14, 0.1, 0.08],
      share: 0.6,
      square: 0.6,
    }),
    slices('sausage', 5, { radius: 0.11, thick: 0.05, share: 0.6, lean: 0.5 }),
    within({ x: 0.62, y: 0.36, share: 0.34 }, grains({ colour: '#f3eee2', high: 0.16, share: 0.95, count: 260 })),
    slices('orange', 2, { radius: 0.16, thick: 0.04, x: -0.6, y: 0.42, share: 0.12, lean: 0.4 }),
    within({ x: -0.55, y: -0.42, share: 0.34 }, strewn('spinach', 9, { size: 0.7, lift: 0.05 })),
  ),
  dish(
    'chili con carne',
    'chilli con carne,chili,chilli,frijoles,bean stew,picadillo,تشيلي',
    stew,
    ladle('#7a2a14', { share: 1.05, high: 0.05, lumpy: 1, bump: 0.5, grain: 12, gloss: 0.6 }),
    pieces({
      colour: '#5d1a16',
      look: { gloss: 0.6 },
      count: 26,
      size: [0.06, 0.042, 0.036],
      share: 0.85,
      rough: 0.02,
      sunk: 0.45,
    }),
    ladle('#f8f3ea', { share: 0.2, high: 0.05 }),
    sprinkle('#edb03a', 40, { long: 0.04, thick: 0.008, share: 0.35 }),
    strewn('coriander', 5, { share: 0.4 }),
  ),
  dish(
    'tamales',
    'tamal,humitas,pamonha',
    { ...onPlate, vessel: 'board' },
    rolls({
      count: 3,
      long: 0.8,
      thick: 0.16,
      colour: '#e6cf8a',
      spot: '#b5913f',
      done: 0.45,
      cut: ['#edd796', '#b5562a'],
    }),
  ),
  dish(
    'empanadas',
    'empanada,pasties,cornish pasty,saltenas,calzone,pastel,إمبانادا',
    onBoard,
    dumplings({
      count: 5,
      size: 0.29,
      colour: '#d9a04f',
      look: { second: '#c4802f', crust: '#8a4a17', done: 0.45, gloss: 0.4, glow: 0.1 },
    }),
    within({ x: 0.75, y: 0.4, share: 0.2 }, salsa),
  ),
  dish(
    'pozole',
    'tortilla soup,sopa de tortilla,menudo,black bean soup,sopa azteca',
    stew,
    broth('#a8401f', { oil: '#d9642a' }),
    pieces({ colour: '#f0e3bd', count: 18, size: [0.06, 0.05, 0.045], share: 0.85, sunk: 0.5 }),
    shavings('#b5764a', 9, { share: 0.5, size: 0.1, high: 0.02 }),
    slices('radish', 6, { radius: 0.08, share: 0.6 }),
    strewn('coriander', 8),
  ),
  dish(
    'huevos rancheros',
    'chilaquiles,migas',
    { ...onPlate },
    flatBread({ radius: 0.62 }),
    ladle('#b5331a', { share: 0.68, high: 0.03, lumpy: 0.7 }),
    friedEgg({ x: -0.26, y: 0.05 }),
    friedEgg({ x: 0.28, y: -0.05 }),
    within({ x: 0.1, y: -0.62, share: 0.25 }, beans),
    strewn('coriander', 7),
  ),
  dish(
    'mole poblano',
    'mole,chicken mole,pollo con mole',
    onPlate,
    within({ x: 0.45, y: 0.2, share: 0.42 }, redRice),
    slab(() => seared('#a8642c'), [0.42, 0.3, 0.1], { x: -0.2, y: -0.05 }),
    ladle('#3f1a0c', { share: 0.5, high: 0.03, gloss: 0.8, x: -0.2, y: -0.05 }),
    sprinkle('#f1e3bd', 50, { share: 0.4, x: -0.2 }),
  ),
  dish(
    'churrasco',
    'asado,picanha,skirt steak,chimichurri,parrillada,carne asada,arrachera',
    onBoard,
    fanned({ inside: '#b2484a', outside: '#3a1a0e', count: 10, size: [0.045, 0.27, 0.085], gap: 0.12 }),
    ladle('#5f7f2a', { share: 0.24, high: 0.02, ragged: 0.9, lumpy: 0.9, grain: 18, gloss: 0.7, x: 0.1, y: -0.1 }),
    sprinkle('#ffffff', 40, { long: 0.01 }),
  ),
  dish(
    'rice and beans',
    'arroz con frijoles,gallo pinto,moros y cristianos,arroz e feijao,burrito bowl',
    { ...stew, tool: 'fork' },
    grains({ colour: '#f0ead9', high: 0.1, share: 1.02, count: 620 }),
    within({ x: -0.4, y: 0.15, share: 0.42 }, beans),
    within({ x: 0.42, y: 0.25, share: 0.36 }, salsa),
    within({ x: 0.2, y: -0.45, share: 0.32 }, guacamole),
    limeWedge,
  ),
  dish(
    'arepas',
    'arepa,pupusas,gorditas',
    onBoard,
    tacos({
      count: 3,
      shell: '#ecd08a',
      spot: '#a9713a',
      fill: [
        ['#8a4a24', 16, 0.06],
        ['#b9c566', 8, 0.06],
        ['#f2e6b0', 9, 0.03],
      ],
      size: 0.34,
      open: 0.34,
    }),
  ),
  dish(
    'garlic shrimp',
    'gambas al ajillo,shrimp scampi,camarones,garlic prawns,crevettes,garnelen,gamberi,camarao,جمبري,روبيان',
    { ...onPlate, vessel: 'skillet', tool: 'none' },
    ladle('#d99a3f', { share: 0.9, high: 0.015, gloss: 0.85 }),
    prawns(13, { share: 0.78, size: 0.26 }),
    pieces({ colour: '#f0dfb0', count: 14, size: [0.04, 0.03, 0.012], share: 0.75 }),
    herbs,
    chilli,
  ),
  dish(
    'churros',
    'churro,porras,تشوروس,チュロス',
    { vessel: 'plate', from: 46, tool: 'none', sweet: true },
    churros(6),
    within({ x: 0.66, y: 0.42, share: 0.22 }, ladle('#3a1a0c', { share: 0.95, high: 0.09, gloss: 0.85, ragged: 0.02 })),
  ),
]
