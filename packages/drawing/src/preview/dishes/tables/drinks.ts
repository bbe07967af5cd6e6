import type { Part } from '../../food/kitchen.ts'
import { sprig } from '../../food/leaf-sheets.ts'
import { type CutName, slice } from '../../food/slices.ts'
import { piped } from '../../made/pancakes.ts'
import { roundFruit } from '../../made/vegetables.ts'
import type { Drink } from '../../vessels/drinks-in-glass.ts'
import { type Dish, dish } from '../served-dish.ts'

const drink = (
  name: string,
  also: string,
  vessel: 'glass' | 'tall glass' | 'stemmed glass' | 'wine glass' | 'coffee cup',
  holds: Drink,
  ...parts: Dish['parts']
): Dish =>
  dish(
    name,
    also,
    { vessel, from: vessel === 'coffee cup' ? 42 : 20, drink: holds, hot: vessel === 'coffee cup' },
    ...parts,
  )

/** A slice that stands on the rim of a glass, its face to the viewer. */
const onRim =
  (name: CutName, size = 0.19): Part =>
  (kitchen) => {
    const { seat } = kitchen
    const [x, y] = [seat.radius * 0.86, -seat.radius * 0.3]
    slice(kitchen, name, { x, y, z: seat.heightAt(x, y) + size * 0.45, pitch: 1.15, yaw: 0.25 }, size, 0.04)
  }

export const DRINKS: readonly Dish[] = [
  drink(
    'cappuccino',
    'latte,flat white,cafe latte,cafe con leche,cafe au lait,milchkaffee,caffe latte,coffee,cafe,kaffee,caffe,macchiato,كابتشينو,لاتيه,قهوة,カフェラテ,コーヒー,咖啡',
    'coffee cup',
    { layers: ['#70431f'], foam: '#f3e6cf' },
  ),
  drink('espresso', 'americano,black coffee,turkish coffee,ristretto,إسبريسو,قهوة تركية,エスプレッソ', 'coffee cup', {
    layers: ['#3a1a0c'],
  }),
  drink(
    'tea',
    'green tea,black tea,the vert,te verde,tee,matcha,matcha latte,chai,herbal tea,شاي,お茶,抹茶,茶',
    'coffee cup',
    { layers: ['#a8742a'] },
  ),
  drink(
    'hot chocolate',
    'cocoa,chocolate caliente,chocolat chaud,heisse schokolade,cioccolata calda,chocolate quente,شوكولاتة ساخنة',
    'coffee cup',
    { layers: ['#5d2e14'] },
    piped('#fbf6ea', { radius: 0.2, high: 0.2 }),
  ),
  drink('beer', 'cerveza,biere,bier,birra,cerveja,lager,ipa,pint,بيرة,ビール,啤酒', 'tall glass', {
    layers: ['#c4821a', '#d99a2a', '#e3ab3a'],
    foam: '#fbf4e3',
    clear: 0.2,
  }),
  drink('red wine', 'wine,vino tinto,vin rouge,rotwein,vino rosso,vinho tinto,vino,vin,wein,vinho,نبيذ', 'wine glass', {
    layers: ['#3a0812', '#470c18'],
    top: '#5d1220',
    clear: 0.06,
  }),
  drink(
    'white wine',
    'chardonnay,sauvignon blanc,riesling,pinot grigio,prosecco,champagne,cava,sekt,vino blanco,vin blanc,weisswein,vino bianco,vinho branco,نبيذ ابيض',
    'wine glass',
    { layers: ['#d9c46a', '#e3d38a'], clear: 0.55 },
  ),
  drink(
    'old fashioned',
    'whisky,whiskey,bourbon,whisky sour,whiskey sour,negroni,amaretto sour,scotch,rum on the rocks,on the rocks,ويسكي,ウイスキー',
    'glass',
    { layers: ['#a8521a', '#c4722a'], ice: true, clear: 0.35 },
    onRim('orange'),
  ),
  drink(
    'cocktail',
    'aperol spritz,aperol,spritz,tequila sunrise,sex on the beach,punch,coctel,كوكتيل,カクテル',
    'stemmed glass',
    { layers: ['#d9541a', '#e38a2a', '#eda83a'], ice: true, clear: 0.25 },
    onRim('orange'),
  ),
  drink(
    'margarita cocktail',
    'margarita,tequila margarita,daiquiri,pisco sour,gimlet,مارغريتا,マルガリータ',
    'stemmed glass',
    { layers: ['#c3cf8e', '#d3dca8'], ice: true, clear: 0.45 },
    onRim('lime', 0.17),
  ),
  drink(
    'martini',
    'dry martini,vodka martini,gin martini,vesper,cosmopolitan,manhattan,espresso martini,مارتيني,マティーニ',
    'stemmed glass',
    { layers: ['#dfe3d3', '#e8eadf'], clear: 0.78 },
    roundFruit('#7f8a3c', 2, 0.06, { share: 0.25 }),
  ),
  drink(
    'mojito',
    'caipirinha,gin tonic,gin and tonic,limonana,mint lemonade,موهيتو,ليمون بالنعناع',
    'tall glass',
    { layers: ['#a9bd7c', '#c4d3a0', '#d9e3c4'], ice: true, clear: 0.6 },
    sprig('mint', 5, { size: 1.5 }),
    onRim('lime'),
  ),
  drink(
    'lemonade',
    'limonada,limonade,zitronenlimonade,limonata,iced tea,te helado,eistee,juice,zumo,jugo,jus,saft,succo,suco,orange juice,عصير,ليموناضة,レモネード',
    'tall glass',
    { layers: ['#e3b53a', '#edc95a', '#f3dc85'], ice: true, clear: 0.3 },
    onRim('lemon'),
    sprig('mint', 2),
  ),
  drink(
    'smoothie',
    'berry smoothie,batido,licuado,milchshake,vitamina,سموذي,スムージー',
    'tall glass',
    { layers: ['#8f2f52', '#a34a66', '#b8687f'] },
    sprig('mint', 2),
    roundFruit('#a3263f', 3, 0.08, { share: 0.4 }),
  ),
  drink(
    'mango lassi',
    'lassi,mango smoothie,mango shake,batido de mango,smoothie de mango,مانجو لاسي,マンゴーラッシー',
    'tall glass',
    { layers: ['#d9962c', '#e0a540', '#e8b962'] },
    sprig('mint', 2),
  ),
  drink(
    'milkshake',
    'shake,chocolate shake,frappe,frappuccino,frape,ميلك شيك,ミルクセーキ',
    'tall glass',
    { layers: ['#9c6a44', '#b98a62', '#c9a07c'] },
    piped('#fbf6ea', { radius: 0.28, high: 0.3 }),
    roundFruit('#a31a24', 1, 0.09, { share: 0, high: 0.2 }),
  ),
  drink(
    'iced coffee',
    'cold brew,cafe helado,eiskaffee,iced latte,cafe freddo,قهوة مثلجة,アイスコーヒー',
    'tall glass',
    { layers: ['#e6d3b5', '#b5855a', '#5d2e14', '#3f1d0c'], ice: true },
  ),
]
