/** Arabic letters that are written in several ways. */
const ARABIC: readonly (readonly [RegExp, string])[] = [
  [/[\u064b-\u065f\u0670\u0640]/g, ''],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
]

/** “Is” in Italian and Portuguese. Without its accent it would be “and”. */
const IS = /(?<![\p{L}'])[èé](?![\p{L}'])/gu

/** Lower case without accents; Arabic and Persian digits as European ones. The words of the lexicons and of callers pass through it. */
export function normaliseText(text: string): string {
  let plain = text
    .toLowerCase()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/٫/g, '.')
    .replace(/٪/g, '%')
    .replace(/،/g, ',')
    .replace(/؛/g, ';')
    .replace(/؟/g, '?')
    .replace(/[’‘`´]/g, "'")
    .replace(/½/g, ' 1/2 ')
    .replace(/¼/g, ' 1/4 ')
    .replace(/×/g, 'x')
    .replace(/º/g, '°')
    .replace(/[–—]/g, ', ')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .replace(/n't\b/g, 'nt')
    .normalize('NFC')
    .replace(IS, 'eh')
  for (const [from, to] of ARABIC) plain = plain.replace(from, to)
  return plain.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
}
