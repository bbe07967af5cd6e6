/** What a text may be written for. */
export const OCCASIONS = [
  'christmas',
  'newYear',
  'valentines',
  'easter',
  'mothersDay',
  'fathersDay',
  'halloween',
  'ramadan',
  'eid',
  'spring',
  'summer',
  'autumn',
  'winter',
  'breakfast',
  'brunch',
  'lunch',
  'dinner',
  'weekend',
  'today',
] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The words for each occasion, as a regular expression: English, Spanish, French, German, Italian, Portuguese, Arabic. */
const WORDS: Readonly<Record<Occasion, string>> = {
  christmas: 'christmas|xmas|navidad|no[eë]l|weihnachten|natale|natal|عيد الميلاد|الميلاد',
  newYear:
    "new year(?:['’]?s)?(?: (?:eve|day))?|a[ñn]o nuevo|nochevieja|nouvel an|saint[- ]sylvestre|silvester|neujahr|capodanno|ano novo|r[ée]veillon|رأس السنة",
  valentines:
    "valentine['’]?s?(?: day)?|san valent[ií]n|saint[- ]valentin|valentinstag|san valentino|s[ãa]o valentim|dia dos namorados|عيد الحب",
  easter: 'easter|pascua|p[âa]ques|ostern|pasqua|p[áa]scoa|عيد الفصح|الفصح',
  mothersDay:
    "mother['’]?s day|d[ií]a de la madre|f[êe]te des m[èe]res|muttertag|festa della mamma|dia da m[ãa]e|dia das m[ãa]es|عيد الأم",
  fathersDay:
    "father['’]?s day|d[ií]a del padre|f[êe]te des p[èe]res|vatertag|festa del pap[àa]|dia do pai|dia dos pais|عيد الأب",
  halloween: 'halloween|هالوين',
  ramadan: 'ramadan|ramad[áa]n|iftar|رمضان|الإفطار',
  eid: 'eid(?: al[- ](?:fitr|adha))?|عيد الفطر|عيد الأضحى|العيد',
  spring: 'spring|primavera|printemps|fr[üu]hling|fr[üu]hjahr|fr[üu]hlingskarte|الربيع|ربيع',
  summer: 'summer|verano|[ée]t[ée]|sommer|sommerkarte|estate|ver[ãa]o|الصيف|صيف',
  autumn: 'autumn|fall|oto[ñn]o|automne|herbst|herbstkarte|autunno|outono|الخريف|خريف',
  winter: 'winter|invierno|hiver|winterkarte|inverno|الشتاء|شتاء',
  breakfast:
    'breakfast|desayuno|petit[- ]d[ée]jeuner|fr[üu]hst[üu]ck|colazione|caf[ée] da manh[ãa]|pequeno[- ]almo[çc]o|الفطور',
  brunch: 'brunch|برانش',
  lunch: 'lunch|lunchtime|almuerzo|comida|d[ée]jeuner|mittagessen|mittag|mittags|pranzo|almo[çc]o|الغداء|غداء',
  dinner: 'dinner|supper|cena|d[îi]ner|abendessen|abend|jantar|العشاء|عشاء',
  weekend: 'weekend|week-end|fin de semana|wochenende|fine settimana|fim de semana|نهاية الأسبوع',
  today:
    "today|tonight|hoy|esta noche|aujourd['’]hui|ce soir|heute|heute abend|oggi|stasera|hoje|hoje [àa] noite|اليوم|الليلة",
}

const BEFORE =
  '(?:for|this|during|on|para|por|este|esta|pour|cet|cette|f[üu]r|zum|zur|zu|im|auf|diesen|dieses|am|per|questo|questa|neste|nesta|بمناسبة|في|خلال)\\s+'
const ARTICLE =
  "(?:(?:the|our|your|a|el|la|los|las|nuestr[oa]|le|les|notre|den|das|die|der|unsere?[nr]?|il|lo|i|la nostra|o|os|as|nosso|nossa)\\s+|l['’]\\s*)?"
const MENU_BEFORE =
  "(?:(?:carta|menu|menú|menù|carte|card[áa]pio|ementa|قائمة)\\s+(?:(?:de|di|do|da|du|del|della)\\s+|d['’])?)?"
const MENU_AFTER = '(?:\\s+(?:menu|card|season|special|specials|nights?|evenings?|days?))?'
/** Arabic writes “for” and the article on the word itself. */
const ARABIC_PREFIX = '(?:ل|لل|ب)?'

const finders = OCCASIONS.map((occasion) => {
  const word = `${ARTICLE}${MENU_BEFORE}${ARABIC_PREFIX}(?:${WORDS[occasion]})${MENU_AFTER}`
  const flags = 'iu'
  return {
    occasion,
    alone: new RegExp(`^(?:${BEFORE})?${word}$`, flags),
    after: new RegExp(`(?<=[\\p{L}\\p{N})])\\s+(?:${BEFORE}${word}|(?:لل|ل)(?:${WORDS[occasion]}))$`, flags),
    before: new RegExp(`^${BEFORE}${word}(?=[\\s])\\s+(?=[\\p{L}\\p{N}])`, flags),
  }
})

/**
 * Takes a phrase such as “for the winter menu” from a part of a text. A name such as “Easter lamb” keeps its word.
 *
 * @returns the rest, empty if the part was nothing else, and the occasion
 */
export function takeOccasion(part: string): { readonly rest: string; readonly occasion?: Occasion } {
  for (const { occasion, alone, after, before } of finders) {
    if (alone.test(part)) return { rest: '', occasion }
    const rest = part.replace(after, '').replace(before, '')
    if (rest !== part) return { rest, occasion }
  }
  return { rest: part }
}
