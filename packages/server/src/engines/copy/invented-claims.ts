/**
 * What a restaurant may have to prove: each claim with its words in seven languages. A model may repeat a claim of its input
 * in another language, and may not make one.
 */
const CLAIMS: Readonly<Record<string, string>> = {
  gluten: 'gluten\\w*|glutine|glúten|غلوتين|جلوتين',
  vegan: 'vegan\\w*|vegano?s?|vegana?s?|végane?s?|végétalien\\w*|نباتي صرف|فيغان',
  vegetarian: 'vegetarian\\w*|vegetarisch\\w*|végétarien\\w*|vegetal\\w*|plant[- ]based|نباتي\\w*',
  halal: 'halal|حلال',
  kosher: 'kosher|koscher|casher|kasher|كوشر',
  lactose: 'lactose|lactosa|lattosio|laktose\\w*|dairy|لاكتوز',
  allergens: 'allerg\\w*|alerg\\w*|allergie\\w*|حساسية|مسببات',
  nuts: 'nuts?|nut[- ]free|almonds?|walnuts?|hazelnuts?|pistachios?|nueces|almendras?|avellanas?|noix|amandes?|noisettes?|nuss|nüsse|walnuss|walnüsse|haselnuss|mandeln?|haselnüsse|noci|mandorle|nocciole|nozes|amêndoas?|avelãs?|مكسرات|لوز|جوز|بندق|فستق',
  peanuts: 'peanuts?|cacahuetes?|cacahuates?|cacahuètes?|erdnuss|erdnüsse\\w*|arachidi|amendoi\\w*|فول سوداني',
  sesame: 'sesame|sésamo|sésame|sesam|sesamo|gergelim|tahini|سمسم|طحينة',
  soy: 'soya?|soja|صويا',
  egg: 'eggs?|huevos?|œufs?|oeufs?|eier?|uov[ao]|ovos?|بيض',
  milk: 'milk|cheese|cream|butter|leche|queso|nata|mantequilla|lait|fromage|crème|beurre|milch|käse|sahne|latte|formaggio|panna|burro|leite|queijo|manteiga|حليب|جبن|جبنة|زبدة|قشطة',
  shellfish:
    'shrimps?|prawns?|crab|lobster|mussels?|clams?|shellfish|gambas?|camarones|cangrejo|mejillones|crevettes?|crabe|moules|garnelen|krabben|muscheln|gamberi|granchio|cozze|camarão|caranguejo|mexilhões|روبيان|جمبري|سلطعون',
  mustard: 'mustard|mostaza|moutarde|senf|senape|mostarda|خردل',
  alcohol: 'alcohol\\w*|alkohol\\w*|alcool\\w*|álcool|كحول\\w*',
  organic: 'organic\\w*|bio|ecológic\\w*|orgánic\\w*|biologi\\w*|orgânic\\w*|عضوي\\w*',
  local:
    'locally|local (?:produce|ingredients?|suppliers?|producers?)|productos? local(?:es)?|kilómetro cero|km ?(?:0|zero)|produits? loca(?:l|ux)|prodott[oi] local[ei]|produtos? loca(?:l|is)|regional\\w*|régiona\\w*|einheimisch\\w*|aus der region|محلي\\w*',
  farm: 'farm\\w*|granja|ferme|fermier\\w*|bauernhof|fattoria|fazenda|quinta|مزرعة|مزارع',
  homemade:
    'home[- ]?made|house[- ]?made|hand[- ]?made|caser[oa]s?|maison|hausgemacht\\w*|selbstgemacht\\w*|handgemacht\\w*|fatt[oaie] in casa|artigianal\\w*|artesanal\\w*|artisanal\\w*|caseir[oa]s?|منزلي\\w*|بيتي\\w*',
  origin:
    'imported|authentic\\w*|auténtic\\w*|authentique\\w*|authentisch\\w*|autentic[oaie]\\w*|autêntic\\w*|original recipe|d\\.?o\\.?p|a\\.?o\\.?[cp]|i\\.?g\\.?p|أصيل\\w*|مستورد\\w*',
  reared:
    'free[- ]range|grass[- ]fed|wild[- ]caught|line[- ]caught|freilandhaltung|wildfang|plein air|de corral|sauvage|allevat\\w*|selvagem',
  sustainable: 'sustainab\\w*|sostenib\\w*|durable|nachhaltig\\w*|sustentáve\\w*|مستدام\\w*',
  healthy: 'health\\w*|saludable\\w*|sain[es]?|santé|gesund\\w*|salutar\\w*|sano|sana|saudáve\\w*|صحي|صحية|صحة',
  nutrition:
    'nutri\\w*|nahrhaft\\w*|nährstoff\\w*|vitamin\\w*|proteins?|proteína\\w*|protéine\\w*|proteine\\w*|calor[ií]as?|calori[ae]s?|kalorien\\w*|kcal|low[- ]fat|low[- ]carb|sugar[- ]free|zuckerfrei|fettarm|omega|superfood|detox|keto|فيتامين\\w*|بروتين\\w*|سعرات|مغذ\\w*',
  cure: 'cures?|heal(?:s|ing)?|immun\\w*|medicin\\w*|guarisce|guérit|heilt|heilsam|inmun\\w*|imunidade|يشفي|شفاء|مناعة',
  award: 'award\\w*|prize|premiad\\w*|primée?s?|preisgekrönt\\w*|premiat\\w*|michelin|number one|nº ?1|جائزة',
  discount:
    'discount\\w*|free|% off|descuento|gratis|gratuit\\w*|réduction|rabatt|kostenlos|sconto|desconto|grátis|خصم|مجان\\w*',
}

const PATTERNS = Object.entries(CLAIMS).map(([claim, words]) => ({
  claim,
  // `\w` and `\b` know no letters beyond English ones.
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:ال|وال|بال)?(?:${words.replaceAll('\\w', '\\p{L}')})(?![\\p{L}\\p{N}])`,
    'iu',
  ),
}))

/** The first claim of a text that its input does not make; undefined when there is none. */
export const inventedClaim = (written: string, input: string): string | undefined =>
  PATTERNS.find(({ pattern }) => pattern.test(written) && !pattern.test(input))?.claim

/** The first number of a text that its input does not have. A price or an hour that nobody named would be a promise. */
export function inventedNumber(written: string, input: string): string | undefined {
  const known = new Set(numbersIn(input))
  return numbersIn(written).find((number) => !known.has(number))
}

const numbersIn = (text: string): string[] => text.normalize('NFKC').match(/\p{Nd}+/gu) ?? []
