import type { CopyLanguage } from '../../operations/copy/copy-languages.ts'

/** Small words that are frequent in one language and are no words of the others, or rare there. */
const SMALL_WORDS: Readonly<Record<Exclude<CopyLanguage, 'ar'>, string>> = {
  en: 'the,and,with,of,for,is,your,you,our,on,at,to,this,that,we,from,it',
  es: 'el,los,las,y,con,para,una,nuestro,nuestra,del,tu,su,más,es,esta,este,al,te',
  fr: 'le,les,et,avec,pour,une,notre,votre,vous,nous,des,du,est,dans,sur,au,à,ce,cette',
  de: 'der,die,das,und,mit,für,ein,eine,unser,unsere,euch,ihr,ist,auf,zu,bei,wir,den,dem',
  it: 'il,gli,e,con,per,una,nostro,nostra,vi,di,è,nel,nella,alla,questo,questa,che,della,voi',
  pt: 'o,os,as,e,com,para,uma,nosso,nossa,você,do,da,dos,das,é,no,na,seu,sua,um',
}

const LISTS = Object.entries(SMALL_WORDS).map(([language, words]) => ({ language, words: new Set(words.split(',')) }))

/** How many more small words of another language there may be before a text counts as being in it. */
const MARGIN = 2

/**
 * Whether a text can be in a language. The words of its input say nothing, because the name of a dish may be in any.
 * Short texts are believed.
 */
export function canBeIn(language: CopyLanguage, written: string, input: string): boolean {
  const given = new Set(wordsOf(input))
  const words = wordsOf(written).filter((word) => !given.has(word))
  const letters = words.join('')
  const arabic = (letters.match(/\p{Script=Arabic}/gu) ?? []).length
  const latin = (letters.match(/\p{Script=Latin}/gu) ?? []).length
  const all = (letters.match(/\p{L}/gu) ?? []).length
  if (language === 'ar') return arabic * 2 >= all
  if (latin * 2 < all) return false
  const hits = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length
  const own = LISTS.filter((list) => list.language === language).reduce((sum, { words: list }) => sum + hits(list), 0)
  return LISTS.every((list) => list.language === language || hits(list.words) - own < MARGIN)
}

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
