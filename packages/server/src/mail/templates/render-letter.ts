import { Html, html } from '../../base/html/html-template.ts'
import { textsFor } from '../texts/choose-texts.ts'
import type { LetterTexts } from '../texts/letter-texts.ts'
import type { LetterContent } from './letter-kinds.ts'
import type { LetterParts } from './letter-parts.ts'
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

/**
 * The colours of each part, in a light and in a dark mail program. The light ones are in `style` attributes, which all mail
 * programs keep. The dark ones are in a style element, which those with a dark mode keep.
 */
const STYLES = {
  page: { light: 'background:#f4f1ec;color:#26221e', dark: 'background:#1b1816;color:#ece7e1' },
  card: {
    light: 'background:#ffffff;color:#26221e;border:1px solid #e2dcd3',
    dark: 'background:#26221f;color:#ece7e1;border-color:#433c36',
  },
  button: { light: 'background:#a33f12;color:#ffffff', dark: 'background:#f0a37c;color:#1b1816' },
  quiet: { light: 'color:#6a6158', dark: 'color:#b3a99e' },
  link: { light: 'color:#8f3710', dark: 'color:#f0a37c' },
} as const

const DARK = Object.entries(STYLES)
  .map(
    ([name, { dark }]) =>
      `.${name}{${dark
        .split(';')
        .map((rule) => `${rule}!important`)
        .join(';')}}`,
  )
  .join('')

const STYLE = new Html(`:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}`)

/** Attributes of an element: its class and its style. */
const look = (part: keyof typeof STYLES, more = ''): Html =>
  html`class="${part}" style="${[STYLES[part].light, more].filter(Boolean).join(';')}"`

/** The HTML form of a letter. It loads nothing, and its words are those of the text form. */
function letterHtml(parts: LetterParts, texts: LetterTexts, unsubscribeUrl: string | undefined): string {
  const { subject, paragraphs, button, endings } = parts
  const { language, direction } = texts
  // Addresses run from left to right in every language.
  const address = (link: string) =>
    html`<a href="${link}" dir="ltr" ${look('link', 'word-break:break-all')}>${link}</a>`
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body ${look('page', 'margin:0;padding:24px 12px;font:16px/1.55 -apple-system,"Segoe UI",Roboto,"Noto Sans Arabic",Arial,sans-serif')}>
<div dir="${direction}" ${look('card', 'max-width:34em;margin:0 auto;padding:28px;border-radius:10px')}>
<p style="margin:0 0 20px;font-weight:700">Platelight</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
${paragraphs.map((one) => html`<p style="margin:0 0 14px">${one}</p>\n`)}${
  button &&
  html`<p style="margin:22px 0"><a href="${button.link}" ${look('button', 'display:inline-block;padding:12px 20px;border-radius:8px;font-weight:600;text-decoration:none')}>${button.label}</a></p>
<p ${look('quiet', 'margin:0 0 14px;font-size:14px')}>${texts.copyLink}<br>${address(button.link)}</p>
`
}${endings.map((one) => html`<p ${look('quiet', 'margin:0 0 10px;font-size:14px')}>${one}</p>\n`)}${
  unsubscribeUrl !== undefined &&
  html`<p ${look('quiet', 'margin:0;font-size:14px')}><a href="${unsubscribeUrl}" ${look('link')}>${texts.unsubscribe}</a></p>
`
}</div>
</body>
</html>
`.text
}
