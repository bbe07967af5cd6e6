import { foldWords } from './fold-words.ts'

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
export interface NamedColour {
  readonly hex: string
  readonly from: number
  readonly to: number
}

/** The colours that words name, in their order; of two words that name one together, both are taken. */
export function coloursIn(words: readonly string[]): NamedColour[] {
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
