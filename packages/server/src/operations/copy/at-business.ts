import type { CopyLanguage } from './copy-languages.ts'
import { isolated } from './typeset.ts'

/** How a language says “at”: the first row whose beginning a name has says what it becomes. */
type Beginnings = readonly (readonly [beginning: RegExp, becomes: string])[]

/** A name that begins with one of some words. It keeps them. */
const kind = (words: string): RegExp => new RegExp(`^(?=(?:${words})(?:\\s|$))`, 'iu')
/** A name that begins with an article or a preposition, which is contracted or said otherwise. */
const word = (words: string): RegExp => new RegExp(`^(?:${words})\\s+(?=\\S)`, 'iu')
/** A name that begins with an elided article. */
const elided = (article: string): RegExp => new RegExp(`^${article}['’]\\s*(?=\\p{L})`, 'iu')
/** A name that would not be told from the sentence, and is put in quotation marks. */
const phrase = (words: string): RegExp => new RegExp(`^((?:${words})\\s.+)$`, 'iu')
const ANY = /^/u

const MASCULINE_DE =
  '[\\p{L}-]*(?:gasthof|gasthaus|wirtshaus|brauhaus|weinhaus|landhaus|steakhaus|kaffeehaus|restaurant|café|cafe|bistro|hotel|imbiss|biergarten|ratskeller|weinkeller|braukeller|stüberl)|ristorante|lokal|weingut|grill|hof'
const FEMININE_DE =
  '[\\p{L}-]*(?:pizzeria|bäckerei|konditorei|metzgerei|rösterei|brauerei|stube|gaststätte|wirtschaft|küche|kantine|kneipe|schänke|schenke|hütte|mühle)|(?:[\\p{L}]+-)?bar|weinbar|trattoria|osteria|taverne|taverna|brasserie|alm|post|linde|sonne|krone|traube|laterne'
const ADJECTIVE_DE = '(golden|rot|grün|alt|schwarz|weiß|blau|neu|klein|groß|wild|lustig|fröhlich|silbern|schön)'

const BEGINNINGS: Readonly<Record<Exclude<CopyLanguage, 'ar'>, Beginnings>> = {
  en: [
    [word('at'), 'at '],
    [phrase('in|on|by|under|over|behind|from|beyond'), 'at “$1”'],
    [ANY, 'at '],
  ],
  de: [
    [word('bei'), 'bei '],
    [word('beim'), 'beim '],
    [word('zum|das'), 'im '],
    [word('zur'), 'in der '],
    [new RegExp(`^der\\s+(?=(?:${MASCULINE_DE})(?:\\s|$))`, 'iu'), 'im '],
    [new RegExp(`^die\\s+(?=(?:${FEMININE_DE})(?:\\s|$))`, 'iu'), 'in der '],
    [new RegExp(`^${ADJECTIVE_DE}e[rs]\\s+(?=\\p{Lu})`, 'iu'), 'im $1en '],
    [new RegExp(`^${ADJECTIVE_DE}e\\s+(?=\\p{Lu})`, 'iu'), 'in der $1en '],
    [kind(MASCULINE_DE), 'im '],
    [kind(FEMININE_DE), 'in der '],
    [new RegExp(`^(?=\\p{L}+['’]?s\\s+(?:${MASCULINE_DE}|${FEMININE_DE})(?:\\s|$))`, 'iu'), 'in '],
    [phrase('der|die|im|in|am|an|auf|unterm?|überm?|vorm|hinterm?|ohne|mit'), 'bei „$1“'],
    [ANY, 'bei '],
  ],
  fr: [
    [word('chez'), 'chez '],
    [word('aux|les'), 'aux '],
    [word('au|le'), 'au '],
    [word('à la|la'), 'à la '],
    [elided('(?:à )?l'), 'à l’'],
    [word('à'), 'à '],
    [kind('restaurant|café|bistrot?|bar|comptoir|relais|bouchon|buffet|salon|snack|food-truck'), 'au '],
    [
      kind(
        'brasserie|crêperie|pizzeria|boulangerie|pâtisserie|table|cantine|taverne|maison|rôtisserie|trattoria|guinguette',
      ),
      'à la ',
    ],
    [kind('auberge|atelier|hôtel|épicerie|estaminet|osteria'), 'à l’'],
    [phrase('en|sous|sur|dans|entre'), 'chez «\u00a0$1\u00a0»'],
    [ANY, 'chez '],
  ],
  es: [
    [word('en'), 'en '],
    [
      kind(
        'restaurante|bar|café|bistr[óo]|mesón|asador|hotel|chiringuito|horno|gastrobar|rincón|mercado|figón|obrador',
      ),
      'en el ',
    ],
    [
      kind(
        'taberna|bodega|tasca|venta|cantina|fonda|cocina|posada|trattoria|(?:pizz|cafet|cervec|marisqu|panad|pastel|hamburgues|taqu|sidr|helad|arroc|host|pulp)er[ií]a',
      ),
      'en la ',
    ],
    [phrase('al?|del?|con|sin|entre|desde|sobre|bajo'), 'en «$1»'],
    [ANY, 'en '],
  ],
  it: [
    [word('da'), 'da '],
    [word('dal'), 'dal '],
    [word('dalla'), 'dalla '],
    [word('il|al'), 'al '],
    [word('lo|allo'), 'allo '],
    [word('la|alla'), 'alla '],
    [word('i|ai'), 'ai '],
    [word('gli|agli'), 'agli '],
    [word('le|alle'), 'alle '],
    [elided('(?:al)?l'), 'all’'],
    [kind('ristorante|bar|caffè|bistrot?|forno|panificio|pub|rifugio|locale|chiosco|salumificio'), 'al '],
    [kind('osteria|hostaria|enoteca|antic[oa]|albergo|hotel|agriturismo'), 'all’'],
    [
      kind(
        'trattoria|locanda|taverna|cantina|bottega|tavola|(?:pizz|gelat|pasticc|birr|rosticc|focacc)eria|friggitoria|vecchia',
      ),
      'alla ',
    ],
    [phrase('in|con|su|per|tra|fra|nel|nella|sotto|senza'), 'da «$1»'],
    [ANY, 'da '],
  ],
  pt: [
    [word('em'), 'em '],
    [word('o|no'), 'no '],
    [word('a|na'), 'na '],
    [word('os|nos'), 'nos '],
    [word('as|nas'), 'nas '],
    [
      kind(
        'restaurante|bar|café|bistr[ôo]|boteco|botequim|empório|quintal|hotel|armazém|rancho|espaço|quiosque|mercado|cantinho|recanto',
      ),
      'no ',
    ],
    [
      kind(
        'padaria|cantina|taberna|tasca|casa|cozinha|adega|trattoria|osteria|pousada|quinta|lanchonete|marisqueira|cafeteria|(?:churrasc|pizz|confeit|cervej|pastel)aria|(?:hamburgu|doc|sorvet)eria',
      ),
      'na ',
    ],
    [phrase('com|de|d[oa]s?|para|sem|entre|sobre|sob'), 'em “$1”'],
    [ANY, 'em '],
  ],
}

const PREPOSITION_AR = /^(?:في|عند|لدى|من|على|إلى|بين)\s/u

/**
 * Where something is served: “at” with the name of a restaurant, as the grammar of a language joins them.
 *
 * @example atBusiness('Gasthof Adler', 'de') // 'im Gasthof Adler'
 */
export function atBusiness(business: string, language: CopyLanguage): string {
  if (language === 'ar') return `لدى ${PREPOSITION_AR.test(business) ? `«${business}»` : isolated(business)}`
  const [beginning, becomes] = BEGINNINGS[language].find(([one]) => one.test(business)) ?? [ANY, '']
  return business.replace(beginning, becomes)
}
