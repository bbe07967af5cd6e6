import { normaliseText } from '../instructions/grammar/normalise-text.ts'

/** Beginnings of words of seven languages, as `normaliseText` writes them; those that end in a space are whole words. */
const REMOVES = [
  'remov,delet,eras,eliminat,clear ,clean,wip,tid,retouch,hid,get rid,rid ,take away,take out,take off,take it ,take this ,take that ,pick out,edit out,cut out,disappear,gone ,vanish,without ,no ,lose ',
  'quit,elimin,borr,saca,suprim,retir,limpi,retoc,desapare,ocult,sin ',
  'enlev,supprim,efface,ote ,oter ,retire,nettoi,nettoy,essui,essuy,retouch,dispar,cache,sans ,vire',
  'entfern,losch,weg ,weg\\p{L}+,beseitig,raus,nimm ,wisch,putz,sauber,saeuber,reinig,retusch,verschwind,ohne ,kein',
  'rimuov,rimoz,elimin,togli,cancell,levar,leva ,pulis,puli,ripuli,ritocc,sparir,nascond,senza ,via ',
  'remov,apag,exclu,tira,retir,limp,desapare,sem ,some ',
  'ازل,ازاله,ازيل,احذف,حذف,امسح,مسح,امح,شيل,شل ,نظف,تنظيف,اخف,بدون ,دون ',
].join(',')

/** Words that ask for something new in the place of what is removed. */
const ADDS = [
  'add,put,plac,replac,insert,paint,draw,swap,instead,cover,turn ,chang,with a ,with an ,with some ,into ,creat,generat',
  'agreg,anad,pon,coloc,reemplaz,sustit,cambi,pint,dibuj,en lugar,en vez,con un,cubr,crea',
  'ajout,met,plac,remplac,pein,dessin,a la place,chang,avec un,couvr,cree',
  'fug,hinzu,stell,leg ,lege ,setz,ersetz,tausch,mal ,male ,zeichn,statt,austausch,mit ein,durch ein,bedeck,erzeug',
  'aggiung,mett,sostit,cambi,dipin,disegn,al posto,invece,con un,copr,crea',
  'adicion,acrescent,coloc,ponha,poe,substit,troc,troqu,pint,desenh,em vez,no lugar,com um,cubr,cria',
  'اضف,اضافه,ضع,استبدل,بدل,ارسم,مكانه,غط,انشئ',
].join(',')

const pattern = (beginnings: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${beginnings
      .split(',')
      .map((beginning) => (beginning.endsWith(' ') ? `${beginning.trim()}(?!\\p{L})` : beginning))
      .join('|')})`,
    'u',
  )
const [removes, adds] = [pattern(REMOVES), pattern(ADDS)]

/** A clause as short as this may only name one more thing to remove: “and the hair”. */
const MORE_WORDS = 3

/**
 * Whether the clauses of an instruction only ask that something in an area goes away, in any of the seven languages: what
 * filling the area does.
 *
 * @example asksToRemove(['remove the crumb', 'the hair']) // true
 */
export function asksToRemove(clauses: readonly string[]): boolean {
  const [first, ...others] = clauses.map(normaliseText)
  return (
    first !== undefined &&
    removes.test(first) &&
    others.every((clause) => removes.test(clause) || clause.split(' ').length <= MORE_WORDS) &&
    !clauses.some((clause) => adds.test(normaliseText(clause)))
  )
}
