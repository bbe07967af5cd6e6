import { findDish } from '@platelight/drawing/preview/reading/find-dish.ts'
import { findName, foldWords } from '@platelight/drawing/preview/reading/fold-words.ts'

/** Pronouns and finite verbs that sentences of restaurants have and names of dishes do not, as they are folded. */
const MARKERS: ReadonlySet<string> = new Set(
  [
    'we,were,weve,ive,youre,youll,they,theyre,is,isnt,are,arent,has,have,havent,had,been,dont,doesnt,didnt,cant,lets,theres,thats,will,would,should,could,does,did,please',
    'wir,ich,ihr,gibt,gibts,ist,sind,haben,habt,wird,werden,kommt,bieten,servieren,freuen,kochen,bitte',
    'nous,vous,je,est,sont,cest,avons,avez,proposons,servons,attend,attendons,cuisinons,voici,voila',
    'tenemos,servimos,ofrecemos,estamos,somos,es,hemos,puedes,proponemos,preparamos',
    'abbiamo,serviamo,proponiamo,offriamo,siamo,prepariamo,sono,hanno',
    'temos,oferecemos,propomos,voce,voces,chegou,chegaram',
    'لدينا,عندنا,نقدم,نحن,سنقدم,يوجد,هناك,نحتفل,وصل,وصلت,تعالوا',
  ].flatMap((words) => words.split(',')),
)

/** What does not belong to a dish any more, though it stands behind its name. */
const AFTER: ReadonlySet<string> = new Set(
  [
    ...MARKERS,
    'for,at,on,in,from,until,today,tonight,now,this,tomorrow,just,only,again,back,und,oder,für,fur,am,im,ab,bis,heute,morgen,jetzt,wieder,bei,auf,zum',
    'pour,chez,ce,cet,cette,aujourdhui,demain,sur,ici,para,por,hoy,manana,esta,este,desde,per,da,oggi,domani,stasera,questa,questo,hoje,amanha,nesta,neste,desta',
    'اليوم,غدا,الليله,الليلة,في,لكم,من,هذا,هذه',
  ].flatMap((words) => words.split(',')),
)
const WITH = /^(?:with|and|con|avec|mit|com|مع)$/u

/** Calls to come, which name no dish themselves. */
const CALLS =
  /^(?:come (?:by|in|on|over|round|along)|see you|join us|book|order now|stop by|kommt|schaut|bis bald|passez|venez|a bientot|ven|venid|venga|vengan|(?:os|te|les|lo) esperamos|venite|passate|ti aspettiamo|venha|venham|تعالوا|ننتظركم|بانتظاركم)(?: |$)/u

/** Verbs that begin a sentence and are other words within one. */
const BEGINNINGS = /^(?:hoy hay|hoje (?:ha|tem)|oggi ce) /u

const folded = (word: string): string => foldWords(word).trim()

/** Whether a text is a sentence, and so no name of a dish. */
export const isSentence = (typed: string): boolean => {
  const words = folded(typed).split(' ')
  const text = words.join(' ')
  return CALLS.test(text) || BEGINNINGS.test(text) || (words.length > 2 && words.some((word) => MARKERS.has(word)))
}

/**
 * The dish that a sentence is about, in the words of its author; undefined if it names none that is known.
 *
 * @example dishOf('Today we are serving grilled salmon with lemon butter for you') // 'grilled salmon with lemon butter'
 */
export function dishOf(sentence: string): string | undefined {
  const words = sentence.split(/\s+/).filter((word) => folded(word) !== '')
  const { found, name } = findDish(foldWords(sentence))
  if (found === 'nothing') return undefined
  const length = name.split(' ').length
  const at = words.findIndex(
    (_, index) => findName(foldWords(words.slice(index, index + length).join(' ')), name) === 1,
  )
  if (at < 0) return undefined
  let end = at + length
  // “with lemon butter” belongs to it, up to a word that goes on with the sentence.
  if (WITH.test(folded(words[end] ?? ''))) {
    const rest = words.slice(end + 1).findIndex((word) => AFTER.has(folded(word)))
    end = rest < 0 ? words.length : rest === 0 ? end : end + 1 + rest
  }
  return words
    .slice(at, end)
    .join(' ')
    .replace(/[\s,.!?]+$/u, '')
}
