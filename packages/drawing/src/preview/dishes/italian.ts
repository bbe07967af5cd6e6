import { pieces } from '../food/bodies.ts'
import { herbs, parmesan, pepper } from '../food/garnishes.ts'
import { grains, sprinkle } from '../food/grains.ts'
import { sprig, strewn } from '../food/leaves.ts'
import { noodles } from '../food/noodles.ts'
import { broth, ladle } from '../food/pools.ts'
import { slices } from '../food/slices.ts'
import { toast } from '../made/breads.ts'
import { square } from '../made/cakes.ts'
import { dumplings } from '../made/dumplings.ts'
import { shavings } from '../made/meats.ts'
import { pizzaBase } from '../made/pizza.ts'
import { mussels, prawns } from '../made/seafood.ts'
import { scoops, turnedOut } from '../made/sweets.ts'
import { roundFruit } from '../made/vegetables.ts'
import { rolls } from '../made/wraps.ts'
import { type Dish, dish } from './dish.ts'

const pasta = { vessel: 'pasta bowl', from: 52, hot: true, tool: 'fork' } as const
const pizza = { vessel: 'board', from: 66, hot: true, tool: 'none', table: 'dark wood' } as const
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
  dish(
    'pizza margherita',
    'margherita,pizza margarita,pizza,neapolitan pizza,pizza napoletana,بيتزا,ピザ,披萨',
    pizza,
    pizzaBase({ sauce: '#bb3a1a', melted: 0.3 }),
    slices('mozzarella', 9, { radius: 0.13, thick: 0.025, share: 0.95 }),
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
    { vessel: 'plate', from: 32, tool: 'fork' },
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
    { vessel: 'coupe', from: 36, tool: 'spoon' },
    turnedOut('#f7f0e3', { sauce: '#9d1f33' }),
    roundFruit('#a3263f', 7, 0.055, { share: 0.6 }),
    sprig('mint', 3),
  ),
  dish(
    'cannoli',
    'cannolo',
    { vessel: 'plate', from: 40, tool: 'none' },
    rolls({ count: 3, long: 0.62, thick: 0.12, colour: '#c98d4a', spot: '#8a4f1c', cut: ['#f6efe0', '#efe4cc'] }),
    sprinkle('#fbf8f2', 160, { share: 0.8, long: 0.008, thick: 0.006 }),
  ),
  dish(
    'gelato',
    'ice cream,helado,glace,eis,eiscreme,sorvete,gelado,بوظة,ايس كريم,sorbet,アイスクリーム',
    { vessel: 'small bowl', from: 40, tool: 'spoon' },
    scoops(['#f3e4bd', '#d98c93', '#6f4427'], { lift: -0.02 }),
    sprig('mint', 3),
  ),
]
