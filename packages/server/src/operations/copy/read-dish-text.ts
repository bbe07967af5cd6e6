import { capitalised, cleanText, cutAtWord, onOneLine } from './clean-text.ts'
import { type Occasion, takeOccasion } from './occasions.ts'
import { dishOf, isSentence } from './sentences.ts'

/** What a few typed words are about. The dish keeps the words of its author, so nothing is added to it. */
export interface DishText {
  /** The dish without what is said after it: `Tonkotsu ramen`; empty if the text is a sentence that names no known dish. */
  readonly name: string
  /** The dish with everything that was said of it, `Tonkotsu ramen with a soft egg, spring onion`, or that sentence. */
  readonly full: string
  readonly occasion?: Occasion
  readonly isNew: boolean
}

const NAME_LENGTH = 56
/** Parts of a text that are looked through for a dish. What follows so many fits into no copy. */
const MOST_SAID = 20

/** Where one part of a text ends and the next begins. A full stop after a short word, such as “Mr.”, does not end a part. */
const PARTS = /[\n;•|,،؛#]+|(?<=[\p{L}\p{N}]{3}|[)’'"”»])[.!?…؟。]+(?=\s|$)|:(?=\s|$)|\s[-–—]+\s/u
/** Requests around a dish: “write a caption for”, “a photo of”. */
const REQUESTS = [
  /^(?:please\s+)?(?:write|make|create|generate|give me|we need|i need)\b.{0,60}?\b(?:for|about|of)\s+/iu,
  /^(?:por favor\s+)?(?:escr[ií]be(?:me)?|haz(?:me)?|crea|genera)\b.{0,60}?\b(?:para|sobre|de)\s+/iu,
  /^(?:s['’]il vous plaît\s+)?(?:[ée]cri[st]|[ée]crivez|r[ée]dige[zr]?|fais|cr[ée]e[zr]?)\s.{0,60}?\b(?:pour|sur|de)\s+/iu,
  /^(?:bitte\s+)?(?:schreib\w*|erstell\w*|mach\w*)\s.{0,60}?\b(?:für|über|zu|von)\s+/iu,
  /^(?:per favore\s+)?(?:scrivi(?:mi)?|crea|fai)\s.{0,60}?\b(?:per|su|di)\s+/iu,
  /^(?:por favor\s+)?(?:escrev[ae]|cri[ae]|faça)\s.{0,60}?\b(?:para|sobre|de)\s+/iu,
  /^(?:اكتب(?:وا)?|أنشئ|اصنع)\s.{0,60}?\s(?:عن|حول)\s+/u,
  /^(?:an?\s+)?(?:photo|picture|image|shot)\s+of\s+/iu,
  /^(?:una?\s+|um\s+|uma\s+|une\s+|eine?n?\s+)?(?:foto|imagen|imagem|photo|bild|immagine)\s+(?:de|d['’]|von|di)\s*/iu,
  /^صورة\s+/u,
  /^(?:come|stop)\s+(?:(?:by|in|and)\s+){0,2}(?:for|try|taste|enjoy|get)\s+/iu,
  /^(?:kommt?\s+(?:vorbei\s+)?(?:und\s+)?(?:probiert?|kostet?)|venez\s+(?:goûter|déguster|découvrir)|ven(?:id)?\s+a\s+probar|venite\s+a\s+(?:provare|gustare)|venha\s+(?:provar|experimentar)|تعالوا\s+(?:جربوا|تذوقوا))\s+/iu,
  /^(?:craving|fancy|(?:in the )?mood for|hungry for|lust auf|hunger auf|appetit auf|envie de|ganas de|voglia di|vontade de)\s+/iu,
  /^envie d['’]\s*/iu,
  /^(?:it['’]s|this is|here(?:['’]s| is| are)|meet|das ist|das sind|hier ist|hier sind|voici|voilà|c['’]est|est[ae] es|aqu[ií] est[áa]|ecco|quest[oa] è|ess[ea] é|est[ea] é|هذا هو|هذه هي|إليكم)\s+/iu,
  /^(?:introducing|presenting|announcing|try|enjoy|prueba|descubre|d[ée]couvrez|go[ûu]tez|probiert?|entdeckt?|provate|scoprite|prove|experimente|تعرفوا على|جربوا|تذوقوا)\s+/iu,
]
/** Whose it is, which a caption says in its own way. */
const OWNERS =
  /^(?:our|my|nuestr[oa]s?|notre|nos|unser[emns]{0,2}|(?:l[ae]|il|i|gli|lo)\s+nostr[oaie]|(?:[oa]s?\s+)?noss[oa]s?|طبقنا)\s+/iu
const ENGLISH_ARTICLE = /^(?:[Tt]he|[Aa]n?)\s+(?=\p{Ll})/u
const NEW =
  /^(?:(?:el|la|los|las|le|la|les|der|die|das|il|lo|i|o|a|os|as|un|una|une|ein|eine|um|uma)\s+)?(?:brand[- ]new|new|nuev[oa]s?|nouve(?:au|aux|lle|lles|l)|neu(?:e[rsnm]?)?|nuov[oaie]|nov[oa]s?|novedad|nouveauté|novità|novidade|الجديدة?|جديدنا|جديد)(?=\s|$)\s*/iu
const DAY =
  /(?:^|\s+)(?:(?:special|dish|soup|catch) of the day|daily special|today['’]s special|plato del d[ií]a|plat du jour|tagesgericht|piatto del giorno|prato do dia|طبق اليوم)$/iu
const NOISE =
  /^(?:(?:on|auf|en|à|in|no|na|nel|nella|في)\s+)?(?:(?:the|our|der|unserer|la|nuestra|notre|nostro|nosso)\s+)?(?:specials?|menu|carta|karte|speisekarte|carte|menú|menù|cardápio|القائمة|قائمتنا)$/iu
const GREETING =
  /^(?:hi|hello|hey|hallo|moin|servus|salut|bonjour|bonsoir|hola|ciao|ol[áa]|oi|good (?:morning|evening|afternoon)|guten (?:morgen|tag|abend)|buenos d[ií]as|buenas(?: tardes| noches)?|buongiorno|buonasera|bom dia|boa (?:tarde|noite)|مرحبا|أهلا|صباح الخير|مساء الخير)(?:\s+(?:there|everyone|everybody|all|guys|friends|folks|zusammen|leute|ihr lieben|à tous|a tod[oa]s|amig[oa]s|a tutti|ragazzi|pessoal|gente|بكم|جميعا))?$/iu
/** What follows the name of a dish. */
const MORE = /\s(?:with|served|con|avec|mit|com|مع)\s/iu
/** A name of this many characters or fewer is left whole, because `café con leche` is no `café`. */
const SHORT = 32

interface Part {
  readonly text: string
  readonly occasion?: Occasion
  readonly isNew: boolean
}

function readPart(typed: string): Part {
  let text = typed.replace(/^[\s¡¿"'“”«»„*#([]+|[\s"'“”«»„*\]]+$/gu, '')
  const taken = takeOccasion(text)
  text = taken.rest
  for (const request of REQUESTS) text = text.replace(request, '')
  text = text.replace(OWNERS, '')
  const withoutNew = text.replace(NEW, '')
  let isNew = withoutNew !== text
  // “new for winter” is about an occasion only behind its first word.
  const again = isNew ? takeOccasion(withoutNew) : { rest: text }
  text = again.rest.replace(ENGLISH_ARTICLE, '')
  const late = text.replace(NEW, '')
  isNew ||= late !== text
  text = late.replace(DAY, '')
  const isDay = text !== late
  const occasion = taken.occasion ?? again.occasion ?? (isDay ? 'today' : undefined)
  const isNoise = GREETING.test(text) || (NOISE.test(text) && (occasion !== undefined || isNew))
  return { text: isNoise ? '' : text.trim(), isNew, ...(occasion && { occasion }) }
}

/** A text in capitals, as a sentence. */
const calmed = (text: string): string =>
  /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text) ? capitalised(text.toLocaleLowerCase()) : text

/**
 * Reads a description of a dish or an occasion, in any language. Requests, owners and occasions around the dish are told
 * from it; the dish itself keeps its words.
 *
 * @param most characters of `full`
 * @example readDishText('our new tonkotsu, for the winter menu', 120) // { name: 'tonkotsu', occasion: 'winter', isNew: true, … }
 */
export function readDishText(prompt: string, most: number): DishText {
  const cleaned = cleanText(prompt)
  const parts = cleaned.split(PARTS).map(readPart)
  const said = parts
    .map(({ text }) => onOneLine(calmed(text)).replace(/[!?؟]+$/u, ''))
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
  const [first, ...others] = said
    .slice(0, MOST_SAID)
    .flatMap((text) => (isSentence(text) ? (dishOf(text) ?? []) : text))
  if (first === undefined) {
    const all = cutAtWord(onOneLine(calmed(cleaned)).replace(/[.!?…؟\s]+$/u, ''), most)
    // Without any words, the occasion is all that there is, so it is what the text is about.
    return { name: said.length > 0 ? '' : cutAtWord(all, NAME_LENGTH), full: all, isNew: false }
  }
  let full = cutAtWord(first, most)
  for (const text of others) {
    const longer = `${full}, ${text}`
    if (longer.length > most) break
    full = longer
  }
  const [head = full] = full.split(/,/u)
  const more = head.search(MORE)
  const name = cutAtWord(more > 0 && head.length > SHORT ? head.slice(0, more) : head, NAME_LENGTH)
  const occasion = parts.find((part) => part.occasion)?.occasion
  return { name, full, isNew: parts.some(({ isNew }) => isNew), ...(occasion && { occasion }) }
}
