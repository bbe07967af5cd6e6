import { pieces } from '../../food/bodies.ts'
import { herbs, pepper } from '../../food/garnishes.ts'
import { grains, sprinkle } from '../../food/grains.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { broth, dabs, ladle } from '../../food/pools.ts'
import { slices } from '../../food/slices.ts'
import { toast } from '../../made/breads.ts'
import { square } from '../../made/cakes.ts'
import { shavings } from '../../made/carved-meat.ts'
import { scoops } from '../../made/ice-cream.ts'
import { pizzaBase } from '../../made/pizza.ts'
import { prawns } from '../../made/seafood.ts'
import { turnedOut } from '../../made/sweets.ts'
import { roundFruit } from '../../made/vegetables.ts'
import { rolls } from '../../made/wraps.ts'
import { type Dish, dish } from '../served-dish.ts'

const pasta = { vessel: 'pasta bowl', from: 52, hot: true, tool: 'fork' } as const
const pizza = { vessel: 'board', from: 66, hot: true, tool: 'none', table: 'dark wood' } as const
export const ITALIAN_PLATES: readonly Dish[] = [
  dish(
    'pizza margherita',
    'margherita,pizza margarita,pizza,neapolitan pizza,pizza napoletana,بيتزا,ピザ,披萨',
    pizza,
    pizzaBase({ sauce: '#a8321a', melted: 0.12, cuts: 0 }),
    dabs('#f3ead2', 10, {
      share: 0.19,
      high: 0.014,
      ragged: 0.55,
      lumpy: 0.7,
      second: '#ecd9a8',
      gloss: 0.45,
      glow: 0.4,
    }),
    strewn('basil', 7, { share: 0.8, size: 1.2 }),
  ),
  dish(
    'pepperoni pizza',
    'pizza pepperoni,salami pizza,pizza salami,pizza diavola,diavola',
    pizza,
    pizzaBase({ melted: 0.75 }),
    slices('pepperoni', 19, { radius: 0.1, thick: 0.018, share: 1.0 }),
    herbs,
  ),
  dish(
    'vegetable pizza',
    'pizza quattro stagioni,pizza funghi,mushroom pizza,veggie pizza,pizza vegetariana,supreme pizza,pizza capricciosa,hawaiian pizza',
    pizza,
    pizzaBase({ melted: 0.65 }),
    slices('mushroom', 9, { radius: 0.09, share: 0.95 }),
    slices('tomato', 6, { radius: 0.1, share: 0.85 }),
    roundFruit('#2b2530', 9, 0.04, { share: 0.9 }),
    strewn('rocket', 9),
  ),
  dish(
    'bruschetta',
    'crostini,pan con tomate,tomato toast,بروسكيتا',
    { vessel: 'board', from: 48, tool: 'none' },
    ...[-0.56, 0, 0.56].flatMap((x, i) => [
      toast({ size: 0.22, long: 1.45, x, y: i % 2 ? 0.12 : -0.12, yaw: 1.2, toasted: 0.6 }),
      pieces({
        colour: '#c73a26',
        look: { second: '#e0694a', gloss: 0.65, glow: 0.4 },
        count: 16,
        size: [0.05, 0.045, 0.036],
        share: 0.24,
        high: 0.04,
        square: 0.6,
        x,
        y: i % 2 ? 0.12 : -0.12,
      }),
    ]),
    strewn('basil', 7, { share: 0.6 }),
  ),
  dish(
    'caprese salad',
    'caprese,insalata caprese,mozzarella and tomato,tomato mozzarella',
    { vessel: 'coupe', from: 60, tool: 'fork' },
    ...[-0.36, 0, 0.36].flatMap((y) => [
      slices('tomato', 4, { radius: 0.19, thick: 0.05, fan: 1.7, x: -0.06, y }),
      slices('mozzarella', 4, { radius: 0.18, thick: 0.055, fan: 1.7, x: 0.13, y }),
    ]),
    strewn('basil', 9, { share: 0.7, size: 1.2 }),
    pepper,
  ),
  dish(
    'carpaccio',
    'beef carpaccio,vitello tonnato,prosciutto,jamon,affettati',
    { vessel: 'coupe', from: 64, tool: 'fork' },
    shavings('#9c2c33', 26, { share: 0.86, size: 0.24, high: 0.03, done: 0, gloss: 0.5 }),
    strewn('rocket', 14, { share: 0.45 }),
    sprinkle('#f3e6bf', 26, { long: 0.07, thick: 0.008, share: 0.6 }),
  ),
  dish(
    'minestrone',
    'vegetable soup,sopa de verduras,soupe de legumes,gemusesuppe,sopa de legumes,شوربة خضار',
    { vessel: 'bowl', from: 54, hot: true, tool: 'spoon' },
    broth('#b5532a', { deep: '#8f3517', oil: '#d98a3a' }),
    pieces({ colour: '#d9892f', count: 11, size: [0.07, 0.06, 0.05], share: 0.8, square: 0.5, sunk: 0.55 }),
    pieces({ colour: '#7f9a3c', count: 12, size: [0.06, 0.05, 0.045], share: 0.85, square: 0.5, sunk: 0.55 }),
    pieces({ colour: '#ecd9a6', count: 10, size: [0.07, 0.04, 0.04], share: 0.8, sunk: 0.55 }),
    strewn('parsley', 8),
  ),
  dish(
    'osso buco',
    'ossobuco,saltimbocca,veal shank',
    pasta,
    ladle('#ecd38a', { share: 0.85, high: 0.08, second: '#dcb85c' }),
    pieces({
      colour: '#6d3a1e',
      look: { second: '#8b5230', gloss: 0.65 },
      count: 2,
      size: [0.3, 0.27, 0.1],
      share: 0.3,
      square: 0.6,
      rough: 0.2,
      sunk: 0.1,
    }),
    ladle('#8e3a1c', { share: 0.45, high: 0.04, gloss: 0.7 }),
    herbs,
  ),
  dish(
    'seafood risotto',
    'risotto ai frutti di mare,shrimp risotto,prawn risotto',
    pasta,
    ladle('#e9c98a', { share: 0.92, high: 0.06 }),
    grains({ colour: '#ecd39a', look: { gloss: 0.6 }, high: 0.05, share: 0.88, thick: 0.018 }),
    prawns(6, { share: 0.5 }),
    herbs,
  ),
  dish(
    'tiramisu',
    'tiramisù,تيراميسو',
    { vessel: 'plate', from: 32, tool: 'fork', sweet: true },
    square(
      [
        ['#8a5a34', 0.8],
        ['#f3e6cb', 1],
        ['#7d4f2b', 0.8],
        ['#f5ead3', 1.1],
      ],
      '#4b2a16',
      { size: [0.34, 0.28, 0.2], look: { second: '#643a20', gloss: 0.05, bump: 0.2, grain: 30 } },
    ),
    sprig('mint', 3),
  ),
  dish(
    'panna cotta',
    'pannacotta,بانا كوتا',
    { vessel: 'coupe', from: 36, tool: 'spoon', sweet: true },
    turnedOut('#f7f0e3', { sauce: '#9d1f33' }),
    roundFruit('#a3263f', 7, 0.055, { share: 0.6 }),
    sprig('mint', 3),
  ),
  dish(
    'cannoli',
    'cannolo',
    { vessel: 'plate', from: 40, tool: 'none', sweet: true },
    rolls({ count: 3, long: 0.62, thick: 0.12, colour: '#c98d4a', spot: '#8a4f1c', cut: ['#f6efe0', '#efe4cc'] }),
    sprinkle('#fbf8f2', 160, { share: 0.8, long: 0.008, thick: 0.006 }),
  ),
  dish(
    'gelato',
    'ice cream,helado,glace,eis,eiscreme,sorvete,gelado,بوظة,ايس كريم,sorbet,アイスクリーム',
    { vessel: 'small bowl', from: 40, tool: 'spoon', sweet: true },
    scoops(['#f3e4bd', '#d98c93', '#6f4427'], { lift: -0.02 }),
    sprig('mint', 3),
  ),
]
