import type { Backdrop } from '@platelight/imaging/hero/surface/backdrop-materials.ts'

/** Phrases of seven languages, separated by commas. A word that ends in `*` stands for all words that begin like it. */
export type Phrases = string

/** Where a picture stands among the others. */
export type Place = 'front' | 'back' | 'left' | 'right' | 'middle'
/** That pictures are named in the order in which they stand. */
export type Row = 'row' | 'row-from-right'

/** What each surface is called. Of phrases that begin together the longest counts. */
export const SURFACE_PHRASES: readonly (readonly [Backdrop, Phrases])[] = [
  [
    'oak',
    'tabla de madera, planche en bois, tagliere di legno, tabua de madeira, light wood*, light oak, wooden table*, wood table*, wooden surface*, wooden board*, wooden background, rustic table, rustic wood*, farmhouse table, oak table, wooden, wood, oak, timber, mesa de madera, madera, roble, table en bois, bois, chene, holztisch*, holzplatte, holzbrett*, tisch aus holz, holz, eichenholz*, eiche, eichentisch, tavolo di legno, tavolo in legno, legno, rovere, mesa de madeira, madeira, carvalho, طاوله خشبيه, طاوله خشب, خشبيه, خشبي, خشب, بلوط, خشب بلوط',
  ],
  [
    'marble',
    'marble table*, marble surface, marble counter*, marble background, marble, mesa de marmol, marmol, table en marbre, marbre, marmortisch*, marmorplatte*, marmor, tavolo di marmo, marmo, mesa de marmore, marmore, طاوله رخام, رخام, رخاميه',
  ],
  [
    'slate',
    'dark slate table*, dark slate surface, dark slate, black slate, grey slate, gray slate, pizarra oscura, pizarra negra, ardoise noire, ardoise sombre, dunkler schiefer*, dunklem schiefer*, schwarzer schiefer*, schwarzem schiefer*, ardesia scura, ardesia nera, ardosia escura, ardosia preta, slate table*, slate surface, slate board*, slate background, slate, dark stone, stone table*, stone surface, stone, pizarra, piedra, ardoise, pierre, schiefer, schieferplatte*, schiefertafel*, steinplatte, stein, ardesia, pietra, ardosia, pedra, حجر, حجري, اردواز',
  ],
  [
    'linen',
    'linen tablecloth*, linen cloth*, white tablecloth*, tablecloth*, linen table, linen, cloth, leinentisch*, mantel blanco, mantel, lino, nappe blanche, nappe, lin, leinentuch, leinen, tischdecke*, tischtuch, tovaglia, lino, toalha de mesa, toalha, linho, مفرش, كتان',
  ],
  [
    'warm',
    'warm background, warm backdrop, warm surface, plaster wall, plaster, clay, terracotta, fondo calido, yeso, estuco, arcilla, fond chaud, platre, enduit, argile, warmer hintergrund, warmem hintergrund, warmen hintergrund, putz, ton, sfondo caldo, gesso, intonaco, argilla, fundo quente, reboco, argila, خلفيه دافئه, جص',
  ],
  [
    'studio-dark',
    'dark studio, dark background, dark backdrop, dark surface, dark table, black background, black backdrop, black table, estudio oscuro, fondo oscuro, fondo negro, mesa oscura, studio sombre, fond sombre, fond noir, fond fonce, table sombre, dunkles studio, dunkler hintergrund, dunklem hintergrund, dunklen hintergrund, schwarzer hintergrund, schwarzem hintergrund, dunkler tisch, dunklem tisch, studio scuro, sfondo scuro, sfondo nero, tavolo scuro, estudio escuro, fundo escuro, fundo preto, mesa escura, خلفيه داكنه, خلفيه سوداء, طاوله داكنه',
  ],
  [
    'studio-light',
    'light studio, white studio, bright studio, studio background, studio backdrop, white background, white backdrop, light background, light backdrop, white table, white surface, plain background, estudio claro, fondo blanco, fondo claro, mesa blanca, fondo de estudio, studio clair, fond blanc, fond clair, table blanche, fond de studio, helles studio, weisser hintergrund, weissem hintergrund, weissen hintergrund, heller hintergrund, hellem hintergrund, weisser tisch, weissem tisch, studio chiaro, sfondo bianco, sfondo chiaro, tavolo bianco, estudio claro, fundo branco, fundo claro, mesa branca, خلفيه بيضاء, خلفيه فاتحه, طاوله بيضاء',
  ],
]

/** Words for places among the pictures. */
export const PLACE_PHRASES: readonly (readonly [Place | Row, Phrases])[] = [
  [
    'row-from-right',
    'right to left, de derecha a izquierda, de droite a gauche, von rechts nach links, da destra a sinistra, da direita para a esquerda, من يمين الي يسار, من يمين يسار',
  ],
  [
    'row',
    'left to right, de izquierda a derecha, de gauche a droite, von links nach rechts, da sinistra a destra, da esquerda para a direita, من يسار الي يمين, من يسار يمين',
  ],
  [
    'front',
    'in front, in the front, at the front, to the front, front, in the foreground, foreground, up front, largest, biggest, as the hero, the hero, hero, in the centre of attention, delante, al frente, en primer plano, mas grande, devant, au premier plan, en avant, plus grand, plus grande, im vordergrund, in den vordergrund, vorne, vorn, nach vorne, am groessten, am grossten, davanti, in primo piano, piu grande, na frente, a frente, em primeiro plano, maior, في الامام, في المقدمه, امام, مقدمه, الاكبر',
  ],
  [
    'back',
    'in the back, at the back, back, behind, at the rear, rear, in the background, al fondo, detras, atras, en segundo plano, derriere, a l arriere, au fond, en arriere plan, a l arriere plan, hinten, dahinter, im hintergrund, dietro, sullo sfondo, in fondo, in secondo piano, atras, ao fundo, no fundo, em segundo plano, في الخلف, خلف, وراء, في الخلفيه',
  ],
  [
    'left',
    'left, izquierda, izquierdo, gauche, links, linke*, sinistra, sinistro, esquerda, esquerdo, يسار, يسري, ايسر, شمال',
  ],
  ['right', 'right, derecha, derecho, droite, rechts, rechte*, destra, destro, direita, direito, يمين, يمني, ايمن'],
  [
    'middle',
    'middle, centre, center, centro, en medio, medio, milieu, mitte, mittig, dazwischen, in between, mezzo, no meio, meio, وسط, منتصف',
  ],
]

/** Words for the light, whose side is none of a picture. */
export const LIGHT_PHRASES: Phrases =
  'light, lights, lighting, lit, sunlight, daylight, backlit, luz, iluminacion, iluminad*, lumiere, eclair*, licht*, beleucht*, sonnenlicht, tageslicht, fensterlicht, seitenlicht, luce, illuminazione, illuminat*, iluminacao, ضوء, اضاءه, مضاء*, نور'

/** Positions of pictures, the first one first. */
export const ORDINAL_PHRASES: readonly Phrases[] = [
  'first, 1st, primer, primera, primero, premier, premiere, erste, ersten, erstes, primo, prima, primeiro, primeira, الاول, الاولي',
  'second, 2nd, segundo, segunda, deuxieme, zweite, zweiten, zweites, secondo, seconda, الثاني, الثانيه',
  'third, 3rd, tercer, tercera, tercero, troisieme, dritte, dritten, drittes, terzo, terza, terceiro, terceira, الثالث, الثالثه',
  'fourth, 4th, cuarto, cuarta, quatrieme, vierte, vierten, quarto, quarta, الرابع, الرابعه',
  'fifth, 5th, quinto, quinta, cinquieme, fuenfte, funfte, funften, الخامس, الخامسه',
]

/** Words that deny what follows. */
export const DENYING_PHRASES: Phrases =
  'no, not, without, never, nada de, sin, ningun*, pas de, pas, sans, aucun*, kein*, ohne, nicht, niente, non, senza, nessun*, nao, sem, nenhum*, بدون, بلا, لا, من دون, من غير'

/** Words before a surface on which something stands. */
export const ON_PHRASES: Phrases =
  'on, onto, upon, on top of, sobre, encima de, sur, auf, su, sul, sulla, sullo, em cima de, no, na, num, numa, على, فوق'

/** Words before a place, which in some languages is also a surface. */
export const IN_PHRASES: Phrases = 'in, en, em, im, nel, nella, في'

/** Words before what something is made or of what it tastes. */
export const OF_PHRASES: Phrases = 'of, with, de, del, du, au, al, alla, di, da, do, aus, ب, من'

/** Words before the number of a picture. */
export const PICTURE_PHRASES: Phrases =
  'picture, photo, image, dish, number, no, foto, imagen, bild, nummer, immagine, imagem, صوره, طبق'

/** Words after which a description may go on with another picture. */
export const JOINING_PHRASES: Phrases = 'and, while, y, mientras, et, und, wahrend, e, ed, mentre, enquanto, و, بينما'

/** Words with what a dish is like: “served warm”, “cold drinks”. */
export const SERVING_PHRASES: Phrases = 'drink*, serv*, sirv*, قدم*, تقدم*'

/** Words that only say that the pictures are put together, which is done in any case. */
export const ARRANGING_PHRASES: Phrases = [
  'a, an, the, put, could, can, you, sharing, side, slab, all, both, each, every, everything, these, those, this, them, it, of, on, onto, upon, in, into, at, to, with, plus, together, next to each other, side by side, next to, beside, alongside, around, one, same, single, shared, common, two, three, four, five, six, seven, eight, nine, ten, my, our, your, their, please, nicely, neatly, naturally, evenly, spread out, well, nice, beautiful*, pretty, elegant*, appetising, appetizing, delicious, tasty, inviting, professional*, commercial, realistic*, combine*, combining, compose*, composition, arrang*, arrangement, put, place*, placing, show*, showing, set, lay, laid, group*, collect*, merge*, join*, make*, create*, picture*, photo*, image*, shot, scene, dish*, plate*, bowl*, food*, meal*, menu, item*, product*, course*, feast, spread, family, dinner, lunch, breakfast, brunch, starter*, main*, dessert*, side dish*, sides, table*, tabletop, table top, surface, background, backdrop, restaurant menu, for, from, as, is, are, be, should, would, like, want, i, we',
  'podri*, puede*, lado, tabla, el, la, los, las, un, una, unos, de, del, en, sobre, con, todo, todos, todas, ambos, ambas, juntos, juntas, mismo, misma, uno al lado del otro, lado a lado, por favor, pon*, coloca*, combina*, junta*, muestra*, plato*, comida*, foto*, imagen*, imagenes, mesa, superficie, fondo, mi, mis, nuestro*, nuestra*, para, bonito, cena, almuerzo, desayuno, postre*',
  'vous, pourr*, dresse*, cote, plaque, le, la, les, un, une, des, du, au, aux, de, d, l, sur, dans, avec, tous, toutes, tout, deux, trois, ensemble, meme, seule, cote a cote, s il te plait, s il vous plait, mets, mettre, pose*, place*, dispose*, combine*, assemble*, montre*, plat*, assiette*, repas, photo*, image*, table, surface, fond, mes, nos, pour, dejeuner, diner, entree*',
  'als, sie, konnt*, konnen, anricht*, seite, platte, der, die, das, den, dem, des, ein, eine, einen, einem, einer, auf, in, im, mit, alle, alles, beide, beiden, zusammen, gemeinsam*, nebeneinander, selben, gleichen, bitte, stell*, leg*, setz*, ordne*, anordn*, angeordnet, kombinier*, zeig*, fug*, gericht*, teller*, essen, speise*, foto*, bild*, tisch*, flache, oberflache, hintergrund, meine*, unsere*, fur, zu, am, schon*, abendessen, mittagessen, fruhstuck, vorspeise*, nachspeise*',
  'potrest*, potrebb*, puoi, lato, lastra, al, alla, nello, il, lo, la, i, gli, le, un, uno, una, di, del, della, nel, nella, su, sul, sulla, in, con, tutti, tutte, tutto, entrambi, insieme, stesso, stessa, uno accanto all altro, fianco a fianco, per favore, metti*, dispo*, combina*, unisci*, mostra*, piatt*, cibo, pasto, foto*, immagin*, tavolo, tavola, superficie, sfondo, miei, nostri, per, cena, pranzo, colazione, dolc*',
  'podia*, pode*, por, lado, ao, o, a, os, as, um, uma, uns, num, numa, de, do, da, dos, das, em, no, na, nos, sobre, com, todos, todas, tudo, ambos, ambas, juntos, juntas, mesmo, mesma, lado a lado, por favor, coloc*, ponha*, poe, combin*, junt*, mostr*, prato*, comida*, refeicao, foto*, imag*, mesa, superficie, fundo, meus, nossos, para, jantar, almoco, sobremesa*',
  'ممكن, جهه, صحون, ترتب, علي, في, كل, جميع, كلها, كلاهما, معا, واحد, واحده, نفس, جنبا الي جنب, من فضلك, ضع, رتب, اجمع, اعرض, طبق, اطباق, الاطباق, الطبق, طعام, الطعام, وجبه, صوره, صور, الصور, طاوله, الطاوله, سطح, خلفيه, مع',
].join(', ')
