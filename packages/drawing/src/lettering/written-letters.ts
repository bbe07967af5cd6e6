/**
 * The characters that the fonts have: Latin, Greek, Cyrillic and Arabic letters, digits, punctuation and signs of currency.
 * Blocks are those of Unicode.
 */
const WRITTEN =
  /[\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u0370-\u0373\u0375-\u0377\u037b-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u0400-\u045f\u0490-\u04ff\u060c\u061b\u061f\u0621-\u063a\u0640-\u0652\u0660-\u066d\u0670-\u06d3\u06f0-\u06f9\u2010-\u2027\u2030-\u203a\u2044\u20a3\u20a4\u20a6\u20a9\u20aa-\u20ac\u20b9\u20ba\u20bd\u2116\u2122\s]/u

/**
 * The characters of a text that the fonts do not have, each once.
 *
 * @example unwrittenCharacters('Ramen 拉麺') // ['拉', '麺']
 */
export const unwrittenCharacters = (text: string): string[] =>
  [...new Set(text.normalize('NFC'))].filter((character) => !WRITTEN.test(character))
