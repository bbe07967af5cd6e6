import { textsFor } from '../texts/choose-texts.ts'
import { letterHtml } from './letter-html.ts'
import type { LetterContent } from './letter-kinds.ts'
import { letterParts } from './letter-parts.ts'

export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * A letter as text and as HTML, with the same words.
 *
 * @param options.locale A BCP 47 tag. A language without texts gets English ones.
 * @param options.unsubscribeUrl The link that ends marketing, for marketing only.
 */
export function renderLetter(
  letter: LetterContent,
  { locale, unsubscribeUrl }: { locale: string; unsubscribeUrl?: string | undefined },
): RenderedLetter {
  const texts = textsFor(locale)
  const parts = letterParts(letter, texts)
  const { subject, paragraphs, button, endings } = parts
  const lines = [
    ...paragraphs,
    ...(button ? [`${button.label}${texts.colon}\n${button.link}`] : []),
    ...endings,
    ...(unsubscribeUrl === undefined ? [] : [`${texts.unsubscribe}${texts.colon}\n${unsubscribeUrl}`]),
  ]
  return { subject, text: `${lines.join('\n\n')}\n`, html: letterHtml(parts, texts, unsubscribeUrl) }
}
