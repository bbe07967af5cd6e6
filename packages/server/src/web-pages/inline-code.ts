import { type Html, html } from '../base/html/html-template.ts'

/** Text as markup, with what stands between backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
