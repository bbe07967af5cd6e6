import { GARNISHES } from '../food/garnishes.ts'
import type { PreviewAngle, PreviewScene, PreviewStyle } from '../preview-scene.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { TableTop } from '../setting/table-tops.ts'
import { type FoundDish, findDish } from './find-dish.ts'
import { findName, foldWords } from './fold-words.ts'
import { angleIn, isSurfaceNoun, isVesselNoun, lightIn, styleIn, tableIn, vesselIn } from './setting-words.ts'

/** Garnishes that are drawn beyond those that a dish has anyway. */
const MOST_GARNISHES = 3
/** How many words may stand between a colour and what it is the colour of, after and before it. */
const AFTER = 3
const BEFORE = 2

const GARNISH_NAMES = Object.entries(GARNISHES).map(
  ([garnish, { names }]) => [garnish, names.split(',').map((name) => foldWords(name).trim())] as const,
)

/** Tables that suit each style where the prompt names none. */
const TABLES: Readonly<Record<PreviewStyle, readonly [TableTop, ...TableTop[]]>> = {
  natural: ['wood', 'linen', 'concrete', 'wood'],
  bright: ['marble', 'linen', 'tile'],
  moody: ['dark wood', 'slate'],
  rustic: ['wood', 'dark wood'],
  minimal: ['plain', 'concrete'],
}

const angleFrom = (degrees: number): PreviewAngle =>
  degrees > 70 ? 'overhead' : degrees < 28 ? 'level' : 'three-quarter'

/** Reads what a prompt says of a dish and its setting. What it does not say is chosen to suit, by the generator. */
export function readPrompt(prompt: string, random: SeededRandom): { scene: PreviewScene; dish: FoundDish } {
  const text = foldWords(prompt)
  const dish = findDish(text)
  // The name of a dish may hold words that mean something else alone: red curry, hot pot, black beans.
  const rest = dish.name === '' ? text : text.replace(dish.name, '\u2022')
  const style = styleIn(rest) ?? 'natural'
  const choose = random.fork('setting')
  const table = choose.pick(TABLES[style])
  const named = tableIn(rest)
  const scene: PreviewScene = {
    dish: dish.dish.name,
    found: dish.found,
    vessel: dish.dish.drink ? dish.dish.vessel : (vesselIn(rest) ?? dish.dish.vessel),
    // A dark picture of wood is one of dark wood.
    surface:
      (named === 'wood' && style === 'moody' ? 'dark wood' : named) ??
      (style === 'natural' ? (dish.dish.table ?? table) : table),
    light: lightIn(rest) ?? choose.pick(['left', 'left', 'right', 'back']),
    angle: angleIn(rest) ?? angleFrom(dish.dish.from),
    style,
    colours: colourUse(prompt, dish.name),
    garnishes: GARNISH_NAMES.filter(([, names]) => names.some((name) => findName(rest, name) >= 0))
      .slice(0, MOST_GARNISHES)
      .map(([garnish]) => garnish),
    steam: dish.dish.hot === true || findName(rest, 'steam') >= 0 || findName(rest, 'steaming') >= 0,
  }
  return { scene, dish }
}

/** What parts a prompt: a colour before a comma says nothing of the plate after it. */
const CLAUSE_ENDS = /[,;:.!?()\n\u060c\u061b\u3001\u3002]+/

/** What the colours of a prompt are the colours of. */
function colourUse(prompt: string, dishName: string): PreviewScene['colours'] {
  const use: ColourUse = {}
  for (const clause of prompt.split(CLAUSE_ENDS)) {
    const text = foldWords(clause)
    addColours(use, (dishName === '' ? text : text.replace(dishName, '\u2022')).trim().split(' '))
  }
  return use
}

interface ColourUse {
  vessel?: string
  surface?: string
  accent?: string
}

/** Adds what each named colour is the colour of: the nearest vessel or surface, after the word or before it. */
function addColours(use: ColourUse, words: readonly string[]): void {
  const colours = coloursIn(words)
  for (const { hex, from, to } of colours) {
    const places = [
      ...Array.from({ length: AFTER }, (_, i) => to + 1 + i),
      ...Array.from({ length: BEFORE }, (_, i) => from - 1 - i),
    ].filter((at) => at >= 0 && at < words.length)
    // Another colour between the two takes the noun for itself.
    const at = places.find(
      (place) =>
        isNoun(words[place]) &&
        // A glass of red wine is no red glass.
        !words.slice(place + 1, from).some((word) => OF_WORDS.has(word)) &&
        !colours.some((other) => other.from > Math.min(from, place) && other.from < Math.max(to, place)),
    )
    const noun = at === undefined ? undefined : words[at]
    if (noun && isVesselNoun(noun)) use.vessel ??= hex
    else if (noun) use.surface ??= hex
    else use.accent ??= hex
  }
}

const OF_WORDS: ReadonlySet<string> = new Set('of,with,and,de,del,con,avec,et,y,mit,und,di,e,com,do,da,مع'.split(','))

const isNoun = (word: string | undefined) => word !== undefined && (isVesselNoun(word) || isSurfaceNoun(word))

/** Colours as a dish or cloth has them, never neon, with their names in seven languages. */
const COLOURS: readonly (readonly [hex: string, names: string])[] = [
  [
    '#a8322b',
    'red,rojo,roja,rouge,rot,rote,roten,rotem,roter,rosso,rossa,vermelho,vermelha,أحمر,حمراء,crimson,scarlet',
  ],
  ['#7a2a34', 'burgundy,maroon,wine red,bordeaux,granate,bordo'],
  ['#d0742c', 'orange,naranja,arancione,laranja,برتقالي'],
  ['#b9562f', 'terracotta,terracota,rust,copper coloured'],
  [
    '#d9a92f',
    'yellow,amarillo,amarilla,jaune,gelb,gelbe,gelben,gelbem,giallo,gialla,amarelo,amarela,أصفر,صفراء,mustard',
  ],
  ['#4f7d3f', 'green,verde,vert,verte,grun,grune,grunen,grunem,أخضر,خضراء'],
  ['#75895a', 'sage,olive green,khaki,salbei'],
  ['#2f7f7b', 'teal,turquoise,turquesa,petrol,aqua,turkis,turchese'],
  ['#35609c', 'blue,azul,bleu,bleue,blau,blaue,blauen,blauem,blu,azzurro,azzurra,أزرق,زرقاء,cobalt'],
  ['#24365a', 'navy,indigo,dark blue,azul marino,bleu marine,dunkelblau'],
  ['#8fb4cf', 'light blue,sky blue,pale blue,celeste,bleu clair,hellblau'],
  ['#6d4a86', 'purple,violet,morado,morada,lila,viola,roxo,roxa,violett,بنفسجي,lavender'],
  ['#d695a3', 'pink,rosa,rosado,rosada,وردي,blush'],
  ['#7a5236', 'brown,marron,braun,braune,braunen,marrone,castanho,بني'],
  ['#cdb594', 'beige,sand,بيج'],
  [
    '#f1eee8',
    'white,blanco,blanca,blanc,blanche,weiss,weisse,weissen,weissem,bianco,bianca,branco,branca,أبيض,بيضاء,ivory',
  ],
  ['#8b8a87', 'grey,gray,gris,grau,graue,grauen,grauem,grigio,grigia,cinza,رمادي'],
  ['#262422', 'black,negro,negra,noir,noire,schwarz,schwarze,schwarzen,schwarzem,nero,nera,preto,preta,أسود,سوداء'],
  ['#b98f45', 'gold,golden plate,dorado,dore,dourado,ذهبي'],
]

const BY_WORD = new Map(
  COLOURS.flatMap(([hex, names]) => names.split(',').map((name) => [foldWords(name).trim(), hex] as const)),
)

/** A colour word and where it stands among the words. */
interface NamedColour {
  readonly hex: string
  readonly from: number
  readonly to: number
}

/** The colours that words name, in their order; of two words that name one together, both are taken. */
function coloursIn(words: readonly string[]): NamedColour[] {
  const found: NamedColour[] = []
  for (let at = 0; at < words.length; at++) {
    const pair = BY_WORD.get(`${words[at]} ${words[at + 1]}`)
    const hex = pair ?? BY_WORD.get(words[at] ?? '')
    if (!hex) continue
    found.push({ hex, from: at, to: pair ? at + 1 : at })
    if (pair) at++
  }
  return found
}
