import { pieces } from '../../food/bodies.ts'
import { herbs, parmesan, pepper } from '../../food/garnishes.ts'
import { grains } from '../../food/grains.ts'
import { sprig, strewn } from '../../food/leaf-sheets.ts'
import { noodles } from '../../food/noodles.ts'
import { ladle } from '../../food/pools.ts'
import { slices } from '../../food/slices.ts'
import { square } from '../../made/cakes.ts'
import { dumplings } from '../../made/dumplings.ts'
import { mussels } from '../../made/seafood.ts'
import { roundFruit } from '../../made/vegetables.ts'
import { type Dish, dish } from '../served-dish.ts'

const pasta = { vessel: 'pasta bowl', from: 52, hot: true, tool: 'fork' } as const
const spaghetti = noodles({ colour: '#e8bf63', look: { second: '#dba94a' }, high: 0.24 })
const ribbons = noodles({
  colour: '#ecc76f',
  look: { second: '#deb050' },
  thick: 0.042,
  flat: 0.22,
  count: 70,
  high: 0.25,
})
const tubes = (colour: string, second: string) =>
  pieces({
    colour,
    look: { second, gloss: 0.6, glow: 0.3, bump: 0.05 },
    count: 44,
    size: [0.12, 0.045, 0.045],
    share: 0.85,
    high: 0.2,
    square: 0.75,
    rough: 0.02,
    tumbled: 0.6,
  })

export const ITALIAN: readonly Dish[] = [
  dish(
    'spaghetti bolognese',
    'bolognese,ragu,spaghetti alla bolognese,tagliatelle al ragu,espaguetis a la bolonesa,spaghetti bolo,سباغيتي بولونيز',
    pasta,
    spaghetti,
    ladle('#8c2f16', { share: 0.62, high: 0.1, second: '#54180b', lumpy: 0.9, grain: 16, bump: 0.5 }),
    parmesan,
    sprig('basil', 3),
  ),
  dish(
    'spaghetti with tomato sauce',
    'spaghetti,spaghetti al pomodoro,pasta al pomodoro,espaguetis,espaguete,pomodoro,marinara,napoletana,arrabbiata,arrabiata,سباغيتي',
    pasta,
    noodles({ colour: '#dd9440', look: { second: '#c96a2a' }, high: 0.24 }),
    ladle('#b8321a', { share: 0.52, high: 0.06, second: '#8e1f0e', lumpy: 0.5 }),
    parmesan,
    sprig('basil', 4),
  ),
  dish(
    'carbonara',
    'spaghetti carbonara,spaghetti alla carbonara,كاربونارا',
    pasta,
    noodles({ colour: '#ecd085', look: { second: '#e2bd62', gloss: 0.6 }, high: 0.26 }),
    pieces({
      colour: '#b5543a',
      look: { second: '#e0a184', crust: '#5d2412', done: 0.4, gloss: 0.6 },
      count: 26,
      size: [0.045, 0.03, 0.024],
      share: 0.75,
      square: 0.5,
      sunk: 0.2,
    }),
    parmesan,
    pepper,
  ),
  dish(
    'fettuccine alfredo',
    'alfredo,tagliatelle,fettuccine,pappardelle,linguine,فيتوتشيني',
    pasta,
    ribbons,
    ladle('#f1e3c3', { share: 0.4, high: 0.03, second: '#e4d0a4', ragged: 0.8 }),
    parmesan,
    herbs,
  ),
  dish(
    'pesto pasta',
    'pesto,pasta al pesto,trofie al pesto,pasta con pesto,pates au pesto,pesto genovese',
    pasta,
    noodles({ colour: '#9fae45', look: { second: '#6f8a2c' }, high: 0.25 }),
    ladle('#4f7a22', { share: 0.35, high: 0.04, second: '#3a5f17', lumpy: 0.8, grain: 18 }),
    roundFruit('#c3281d', 7, 0.07, { share: 0.6 }),
    parmesan,
    sprig('basil', 3),
  ),
  dish(
    'penne arrabbiata',
    'penne,rigatoni,pasta,macaroni,maccheroni,ziti,pates,nudeln mit sauce,macarrao,معكرونة',
    pasta,
    tubes('#d98b3a', '#bb4b1f'),
    ladle('#b33019', { share: 0.42, high: 0.04, second: '#7f1a0c', ragged: 0.7, lumpy: 0.6 }),
    parmesan,
    sprig('basil', 3),
  ),
  dish(
    'spaghetti alle vongole',
    'vongole,seafood pasta,frutti di mare,spaghetti alle cozze,linguine with clams',
    pasta,
    spaghetti,
    mussels(8, { shell: '#b7a58c', meat: '#e8b878', size: 0.12, share: 0.75 }),
    strewn('parsley', 14),
  ),
  dish(
    'lasagne',
    'lasagna,lasana,lasagne al forno,lasanha,لازانيا',
    { vessel: 'plate', from: 34, hot: true, tool: 'fork' },
    ladle('#b23a1d', { share: 0.85, high: 0.02, ragged: 0.3 }),
    square(
      [
        ['#9b3217', 1.1],
        ['#efd9a0', 0.5],
        ['#8c2d15', 1.2],
        ['#efd9a0', 0.5],
        ['#9b3217', 1.2],
        ['#f0dca6', 0.7],
      ],
      '#dfa84e',
      { look: { second: '#b96a26', crust: '#7c3a12', done: 0.4, bump: 0.3, gloss: 0.5 } },
    ),
    sprig('basil', 3),
  ),
  dish(
    'ravioli',
    'tortellini,agnolotti,raviolis,cappelletti,رافيولي',
    pasta,
    ladle('#c4502a', { share: 0.9, high: 0.03, second: '#a63a1a' }),
    dumplings({
      count: 11,
      shape: 'cushion',
      size: 0.16,
      share: 0.72,
      colour: '#edd28d',
      look: { second: '#e2bd68', gloss: 0.5 },
    }),
    parmesan,
    sprig('basil', 3),
  ),
  dish(
    'gnocchi',
    'noquis,nhoque,gnocchis,نيوكي',
    pasta,
    ladle('#b9401f', { share: 0.9, high: 0.03 }),
    pieces({
      colour: '#ecd79c',
      look: { second: '#e0c37c', gloss: 0.5, glow: 0.4 },
      count: 38,
      size: [0.085, 0.058, 0.052],
      share: 0.78,
      high: 0.12,
      rough: 0.06,
    }),
    parmesan,
    sprig('basil', 3),
  ),
  dish(
    'mushroom risotto',
    'risotto,risotto ai funghi,risotto de setas,risotto aux champignons,risotto mit pilzen,ريزوتو',
    { ...pasta, tool: 'spoon' },
    ladle('#e6d3a0', { share: 0.92, high: 0.06, gloss: 0.6 }),
    grains({
      colour: '#ead9a8',
      look: { gloss: 0.6, second: '#d8c083' },
      high: 0.05,
      share: 0.88,
      thick: 0.018,
      long: 0.032,
    }),
    slices('mushroom', 9, { radius: 0.09, share: 0.55, lean: 0.5 }),
    parmesan,
    herbs,
  ),
]
