import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { PageReply } from '../../contract/index.ts'
import type { WireError } from './wire-error.ts'

const TITLES: Readonly<Record<number, string>> = {
  422: 'Something in the form is not right',
  429: 'Please wait a moment',
  500: 'Something went wrong on our side',
  503: 'This does not work at the moment',
}

/** An error for a person who sent a form or opened a link. It has the sentence of the error, and where that is explained. */
export function errorPage({ status, body }: WireError, requestId: string): PageReply {
  const { message, docs_url: docsUrl } = 'error' in body ? body.error : {}
  const lines = 'detail' in body ? body.detail.map(({ loc, msg }) => `${loc.at(-1)} ${msg}.`) : [String(message)]
  return webPage({
    title: TITLES[status] ?? 'This did not work',
    status,
    content: html`${lines.map((line) => html`<p>${line}</p>`)}
<p>Go back in your browser to try again.</p>
<p class="quiet"><small>${docsUrl !== undefined && html`<a href="${String(docsUrl)}">About this error</a> · `}Request ${requestId}</small></p>`,
  })
}
