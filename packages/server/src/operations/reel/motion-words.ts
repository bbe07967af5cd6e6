import { lazily } from '../../base/lazily.ts'
import { createPhraseIndex, LONGEST_PHRASE, phrasesOf } from '../instructions/grammar/phrase-index.ts'
import { MOST_TOKENS, splitTokens } from '../instructions/grammar/split-tokens.ts'

/** Where the camera looks: a side of the dish, or what is green on it. */
export type Target = 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'garnish'

/** What the words for a movement say. */
export interface MotionWish {
  /** 1 as it comes, less for a slower movement. */
  readonly strength: number
  readonly towards: readonly Target[]
  /** Words that were not understood. */
  readonly unread: readonly string[]
}

type Meaning = 'slower' | 'faster' | Target | 'silent'

/** How much of a usual move is left, and how much more there is. */
const SLOWER = 0.55
const FASTER = 1.5

/** In seven languages, separated by commas; a word that ends in `*` stands for all that begin like it. */
const PHRASES: Readonly<Record<Meaning, string>> = {
  slower:
    'slow*, calm*, gentl*, subtl*, soft*, smooth*, less movement, less motion, lent*, despacio, suave*, calmad*, tranquil*, sutil*, doucement, douce, doux, calme*, subtil*, langsam*, ruhig*, sanft*, dezent*, dolce*, piano, calmo, sottil*, devagar, ببطء, بطيء, هادئ*, ناعم*',
  faster:
    'fast*, quick*, speed*, dynamic*, energetic*, lively, strong*, more movement, more motion, bold*, rapid*, veloz, dinamic*, energic*, vivo, viva, fuerte, mas movimiento, vite, rapide*, dynamique*, energique*, vif, vive, schnell*, dynamisch*, lebhaft*, kraeftig*, kraftig*, stark*, veloce*, vivace*, forte, سريع*, بسرعه, قوي*',
  left: 'left, izquierda, gauche, links, linke*, sinistra, esquerda, يسار, اليسار',
  right: 'right, derecha, droite, rechts, rechte*, destra, direita, يمين, اليمين',
  top: 'top, upper, above, up, back, arriba, superior, haut, dessus, oben, obere*, alto, sopra, cima, acima, اعلي, الاعلي, فوق',
  bottom:
    'bottom, lower, below, down, front, abajo, inferior, bas, dessous, unten, untere*, basso, sotto, baixo, abaixo, اسفل, الاسفل, تحت',
  middle:
    'middle, centre, center, plate, dish, food, centro, medio, plato, comida, milieu, plat, assiette, mitte, teller, gericht, essen, mezzo, piatto, cibo, meio, prato, وسط, الوسط, طبق, الطبق',
  garnish:
    'garnish*, herb*, leaf, leaves, basil, parsley, cilantro, coriander, mint, chives, dill, rocket, arugula, greens, guarnicion*, hierba*, hoja*, albahaca, perejil, menta, garniture*, herbe*, feuille*, basilic, persil, menthe, garnitur*, kraut, krauter*, kraeuter*, blatt*, basilikum, petersilie, minze, schnittlauch, guarnizion*, erbe, erba, foglia, foglie, basilico, prezzemolo, guarnic*, erva*, folha*, manjericao, salsa, hortela, زينه, الزينه, اعشاب, ريحان, بقدونس, نعناع',
  silent:
    'a, an, the, and, then, please, bit, little, very, more, move*, movement, motion, camera, towards, toward, to, on, onto, into, at, of, from, with, its, it, side, part, corner, ending, end, start, close*, closer, look*, focus*, zoom*, go*, let, el, la, los, las, un, una, y, luego, por favor, poco, muy, mas, movimiento, camara, hacia, a, al, en, de, del, con, lado, le, les, une, et, puis, peu, tres, plus, mouvement, vers, sur, dans, du, des, avec, cote, der, die, das, den, dem, ein, eine, einen, und, dann, bitte, etwas, sehr, mehr, bewegung, kamera, richtung, auf, zu, zum, zur, in, im, nach, von, mit, seite, il, lo, i, gli, e, poi, per favore, poco, molto, piu, movimento, telecamera, verso, su, sul, sulla, nel, di, da, lato, o, os, as, um, uma, depois, mais, muito, camera, para, no, na, do, ال, الي, نحو, علي, من, في, و, الكاميرا, حركه, اكثر, قليلا',
}

const index = lazily(() =>
  createPhraseIndex(Object.entries(PHRASES).flatMap(([meaning, list]) => phrasesOf(meaning as Meaning, list))),
)

/**
 * Reads how a camera shall move: slower or faster, and towards what. All else is listed.
 *
 * @example readMotion('a bit slower, towards the garnish') // { strength: 0.55, towards: ['garnish'], unread: [] }
 */
export function readMotion(text: string): MotionWish {
  const tokens = splitTokens(text).slice(0, MOST_TOKENS)
  const words = tokens.map((token) => token.text)
  let strength = 1
  const towards: Target[] = []
  const unread: string[] = []
  for (let at = 0; at < tokens.length; ) {
    if (tokens[at]?.kind === 'break') {
      at++
      continue
    }
    const found = index().longest(words.slice(at, at + LONGEST_PHRASE))
    if (!found) unread.push(words[at] ?? '')
    else if (found.meaning === 'slower') strength = SLOWER
    else if (found.meaning === 'faster') strength = FASTER
    else if (found.meaning !== 'silent') towards.push(found.meaning)
    at += found?.words.length ?? 1
  }
  return { strength, towards, unread }
}
