const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, including quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Markup that is already escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value of a template. Text is escaped, markup is not, a list is joined, `undefined` and `false` are left out. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[]

/**
 * A template for markup that escapes every value.
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
