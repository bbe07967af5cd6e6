const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand anywhere in HTML, attributes in quotes included. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Markup that needs no escaping any more. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: text is escaped, markup is not, a list is joined, `undefined` and `false` are nothing. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[]

/**
 * Markup as a template, in which every value is escaped.
 *
 *     html`<p>${name}</p>`
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(parts.map((part, index) => part + written(values[index])).join(''))

function written(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map(written).join('') : escapeHtml(String(value))
}
