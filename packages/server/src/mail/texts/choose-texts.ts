import type { LetterTexts } from './letter-texts.ts'
import { arabic } from './letters-ar.ts'
import { german } from './letters-de.ts'
import { english } from './letters-en.ts'
import { spanish } from './letters-es.ts'
import { french } from './letters-fr.ts'
import { italian } from './letters-it.ts'
import { portuguese } from './letters-pt.ts'

/** The languages of letters. */
export const LETTER_LANGUAGES: readonly LetterTexts[] = [english, spanish, french, german, italian, portuguese, arabic]

/**
 * The texts in the language of a BCP 47 tag; English where there are none in its language.
 *
 * @example textsFor('pt-BR').language // 'pt'
 */
export function textsFor(locale: string): LetterTexts {
  const [language = ''] = locale.toLowerCase().split(/[-_]/)
  return LETTER_LANGUAGES.find((texts) => texts.language === language) ?? english
}
