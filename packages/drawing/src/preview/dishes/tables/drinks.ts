import { sprig } from '../../food/leaf-sheets.ts'
import { slices } from '../../food/slices.ts'
import { piped } from '../../made/pancakes.ts'
import { roundFruit } from '../../made/vegetables.ts'
import type { Drink } from '../../vessels/glasses.ts'
import { type Dish, dish } from '../served-dish.ts'

const drink = (
  name: string,
  also: string,
  vessel: 'glass' | 'tall glass' | 'stemmed glass' | 'coffee cup',
  holds: Drink,
  ...parts: Dish['parts']
): Dish =>
  dish(
    name,
    also,
    { vessel, from: vessel === 'coffee cup' ? 42 : 20, drink: holds, hot: vessel === 'coffee cup' },
    ...parts,
  )

export const DRINKS: readonly Dish[] = [
  drink(
    'cappuccino',
    'latte,flat white,cafe latte,cafe con leche,cafe au lait,milchkaffee,caffe latte,coffee,cafe,kaffee,caffe,macchiato,كابتشينو,لاتيه,قهوة,カフェラテ,コーヒー,咖啡',
    'coffee cup',
    { layers: ['#8a5226'], foam: '#f3e6cf' },
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
  }),
  drink(
    'red wine',
    'wine,vino tinto,vin rouge,rotwein,vino rosso,vinho tinto,vino,vin,wein,vinho,نبيذ',
    'stemmed glass',
    { layers: ['#4a0c1a', '#5d1222'] },
  ),
  drink(
    'cocktail',
    'aperol spritz,negroni,martini,margarita cocktail,daiquiri,old fashioned,spritz,coctel,كوكتيل,カクテル',
    'stemmed glass',
    { layers: ['#d9541a', '#e38a2a', '#eda83a'], ice: true },
    slices('orange', 1, { radius: 0.24, share: 0, x: 0.7, y: 0.1, lean: 1.2 }),
  ),
  drink(
    'mojito',
    'caipirinha,gin tonic,gin and tonic,limonana,mint lemonade,موهيتو,ليمون بالنعناع',
    'tall glass',
    { layers: ['#a9bd7c', '#c4d3a0', '#d9e3c4'], ice: true },
    sprig('mint', 5),
    slices('lime', 1, { radius: 0.22, share: 0, x: 0.4, y: -0.3, lean: 1 }),
  ),
  drink(
    'lemonade',
    'limonada,limonade,zitronenlimonade,limonata,iced tea,te helado,eistee,juice,zumo,jugo,jus,saft,succo,suco,orange juice,عصير,ليموناضة,レモネード',
    'tall glass',
    { layers: ['#e3b53a', '#edc95a', '#f3dc85'], ice: true },
    slices('lemon', 1, { radius: 0.24, share: 0, x: 0.4, y: -0.2, lean: 1 }),
    sprig('mint', 2),
  ),
  drink(
    'smoothie',
    'berry smoothie,batido,mango lassi,lassi,licuado,milchshake,vitamina,سموذي,スムージー',
    'tall glass',
    { layers: ['#a8325a', '#b9476b', '#c96a85'] },
    sprig('mint', 2),
    roundFruit('#a3263f', 3, 0.08, { share: 0.4 }),
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
