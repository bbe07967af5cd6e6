import type { PreviewAngle, PreviewLight, PreviewStyle } from '../preview-scene.ts'
import type { TableTop } from '../setting/table-tops.ts'
import type { VesselName } from '../vessels/vessel-names.ts'
import { findName, foldWords } from './fold-words.ts'

/** A list of values with the words that name each, in the order in which they are looked for. */
type Words<T> = readonly (readonly [value: T, names: string])[]

const VESSELS: Words<VesselName> = [
  [
    'stemmed glass',
    'glass cup,sundae glass,dessert glass,cocktail glass,martini glass,coupe glass,goblet,stemmed glass',
  ],
  ['coffee cup', 'coffee cup,teacup,mug,cup,taza,tasse,tazza,xicara,فنجان,كوب'],
  ['wine glass', 'wine glass,verre a vin,copa de vino,weinglas,calice'],
  ['tall glass', 'highball,tall glass,tumbler'],
  ['glass', 'glass,vaso,verre,glas,bicchiere,copo'],
  ['paella pan', 'paella pan,paellera'],
  ['skillet', 'skillet,cast iron,frying pan,pan,sarten,poele,pfanne,padella,frigideira,مقلاة'],
  ['steamer', 'bamboo steamer,steamer,vaporera,蒸笼'],
  ['basket', 'basket,cesta,panier,korb,cestino,سلة'],
  ['copper bowl', 'copper bowl,karahi,balti,handi,copper'],
  ['pot', 'clay pot,casserole,stone pot,dolsot,cazuela,pot,ramekin,cocotte,tagine pot,olla,topf,pentola'],
  ['slate board', 'slate board,slate plate,slate platter'],
  [
    'board',
    'wooden board,cutting board,chopping board,serving board,board,tabla,planche,holzbrett,brett,tagliere,tabua,لوح',
  ],
  ['banana leaf', 'banana leaf,hoja de platano'],
  ['tray', 'tray,bandeja,plateau,tablett,vassoio,thali,صينية'],
  [
    'pasta bowl',
    'pasta bowl,shallow bowl,soup plate,deep plate,plato hondo,prato fundo,assiette creuse,piatto fondo,tiefer teller',
  ],
  ['bowl', 'bowl,cuenco,tazon,bol,schussel,schale,ciotola,scodella,tigela,وعاء,زبدية'],
  ['coupe', 'coupe plate,rimless plate,platter,fuente'],
  ['plate', 'plate,dish plate,plato,assiette,teller,piatto,prato,طبق,صحن'],
]

const TABLES: Words<TableTop> = [
  [
    'dark wood',
    'dark wood,dark wooden,walnut,madera oscura,bois fonce,bois sombre,dunkles holz,dunklem holz,legno scuro,madeira escura,خشب داكن',
  ],
  [
    'wood',
    'wooden table,wood table,wood,wooden,oak,rustic table,madera,bois,holz,holztisch,legno,madeira,خشب,خشبي,خشبية,木桌,木板,木の',
  ],
  ['marble', 'marble,marmol,marbre,marmor,marmo,marmore,رخام'],
  ['slate', 'slate,stone,pizarra,ardoise,schiefer,ardesia,ardosia,حجر'],
  ['linen', 'linen,tablecloth,cloth,lino,mantel,nappe,lin,leinen,tischdecke,tovaglia,toalha,linho,مفرش,كتان'],
  ['concrete', 'concrete,cement,hormigon,cemento,beton,calcestruzzo,concreto,terrazzo,خرسانة'],
  ['tile', 'tile,tiled,tiles,azulejo,carrelage,fliesen,piastrelle,بلاط'],
  [
    'plain',
    'plain background,studio background,seamless,backdrop,fondo,fond,hintergrund,sfondo,fundo,background,خلفية',
  ],
]

const ANGLES: Words<PreviewAngle> = [
  [
    'overhead',
    'overhead,top view,top shot,from the top,aerial,top down,topdown,flat lay,flatlay,birds eye,bird eye,from above,cenital,desde arriba,vue de dessus,vu de dessus,von oben,draufsicht,dallalto,dall alto,de cima,من الأعلى,من الاعلى,من فوق,俯拍,俯视,真上,俯瞰',
  ],
  [
    'level',
    'straight on,eye level,side view,front view,head on,low angle,frontal,de frente,de lado,a la altura de los ojos,de face,vue de cote,augenhohe,von der seite,frontale,allaltezza degli occhi,من الجانب,من الأمام,من الامام',
  ],
  [
    'three-quarter',
    '45 degree,45 degrees,45,three quarter,3 4 angle,three quarters,45 grados,45 degres,45 grad,45 gradi,45 graus,diagonal',
  ],
]

const LIGHTS: Words<PreviewLight> = [
  [
    'back',
    'backlit,back light,backlight,backlighting,rim light,contraluz,contre jour,gegenlicht,controluce,إضاءة خلفية',
  ],
  [
    'right',
    'light from the right,right light,from the right,desde la derecha,de la droite,von rechts,da destra,da direita,من اليمين',
  ],
  [
    'left',
    'light from the left,left light,from the left,side light,window light,side lit,desde la izquierda,de la gauche,von links,da sinistra,da esquerda,من اليسار',
  ],
  ['front', 'front light,front lit,ring light,flash,luz frontal,frontlicht'],
]

const STYLES: Words<PreviewStyle> = [
  [
    'moody',
    'dark moody,dark and moody,moody,dark,low key,dramatic,chiaroscuro,candlelight,candle light,noir,oscuro,oscura,sombre,dunkel,dunkler,scuro,escuro,داكن,داكنة,暗い,暗调',
  ],
  [
    'bright',
    'bright airy,bright,airy,high key,sunny,luminoso,luminosa,brillante,lumineux,lumineuse,hell,helles,luminosa,claro,مشرق',
  ],
  ['rustic', 'rustic,farmhouse,homestyle,country,vintage,rustico,rustica,rustique,rustikal,ريفي'],
  ['minimal', 'minimal,minimalist,minimalistic,clean,simple,editorial,minimalista,minimaliste,minimalistisch,بسيط'],
  ['natural', 'natural,natural light,professional,naturel,naturlich,naturale,luz natural'],
]

/** Words for what has a colour of its own: `dark` and `light` say nothing about a style before these. */
const prepared = <T>(words: Words<T>): readonly (readonly [value: T, names: readonly string[]])[] =>
  words.map(([value, names]) => [value, names.split(',').map((name) => foldWords(name).trim())])

const PREPARED = {
  vessel: prepared(VESSELS),
  table: prepared(TABLES),
  angle: prepared(ANGLES),
  light: prepared(LIGHTS),
  style: prepared(STYLES),
}

function firstNamed<T>(text: string, words: readonly (readonly [T, readonly string[]])[]): T | undefined {
  return words.find(([, names]) => names.some((name) => findName(text, name) >= 0))?.[0]
}

/** Vessels that also stand beside a dish: a cup of coffee, a glass of wine. */
const FOR_DRINKS: ReadonlySet<VesselName> = new Set([
  'coffee cup',
  'glass',
  'tall glass',
  'stemmed glass',
  'wine glass',
])
/** Words before a vessel that say that the dish is in it, with up to three words between. */
const SERVED_IN = / (in|en|dans|im|em|nel|num|numa|dentro|في)( \S+){0,3} $/

export const vesselIn = (text: string): VesselName | undefined =>
  PREPARED.vessel.find(([vessel, names]) =>
    names.some((name) => {
      const at = findName(text, name)
      return at >= 0 && (!FOR_DRINKS.has(vessel) || SERVED_IN.test(text.slice(0, at)))
    }),
  )?.[0]
export const tableIn = (text: string): TableTop | undefined => firstNamed(text, PREPARED.table)
export const angleIn = (text: string): PreviewAngle | undefined => firstNamed(text, PREPARED.angle)
export const lightIn = (text: string): PreviewLight | undefined => firstNamed(text, PREPARED.light)
export const styleIn = (text: string): PreviewStyle | undefined => firstNamed(text, PREPARED.style)

const singleWords = (words: readonly (readonly [unknown, readonly string[]])[], more: string): ReadonlySet<string> =>
  new Set([
    ...words.flatMap(([, names]) => names).flatMap((name) => (name.includes(' ') ? [] : [name, `${name}s`])),
    ...more.split(',').map((name) => foldWords(name).trim()),
  ])

const VESSEL_NOUNS = singleWords(PREPARED.vessel, 'dish,crockery,ceramic,rim,saucer,dishware,stoneware,tellern,teller')
const SURFACE_NOUNS = singleWords(
  PREPARED.table,
  'table,mesa,tisch,tavolo,background,backdrop,surface,wall,counter,countertop,tabletop,superficie,arbeitsplatte,stein,طاولة,placemat,board table',
)

/** Whether a folded word is one for what food is served in. */
export const isVesselNoun = (word: string): boolean => VESSEL_NOUNS.has(word)
/** Whether a folded word is one for what a dish stands on. */
export const isSurfaceNoun = (word: string): boolean => SURFACE_NOUNS.has(word)
