import { type Html, html } from '../base/html/html-template.ts'

/** Text as markup. Words between backticks become code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
