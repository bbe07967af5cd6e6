import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import { notFound } from '../base/service-error.ts'
import { WARNING_CODES, type WarningCode } from '../base/warning-codes.ts'
import { type PageReply, SpecialReply, type WebPage } from '../contract/index.ts'
import { withCode } from './inline-code.ts'
import { WARNING_TEXTS } from './warning-texts/index.ts'

/** The list of all warnings, and the page of each: as HTML for a browser, as JSON for a program. */
export const warningPages: { readonly index: WebPage['answer']; readonly one: (code: string) => WebPage['answer'] } = {
  index: async ({ prefersHtml }) =>
    prefersHtml
      ? page(indexPage())
      : { warnings: WARNING_CODES.map((code) => ({ code, meaning: WARNING_TEXTS[code].meaning })) },

  one:
    (code) =>
    async ({ prefersHtml }) => {
      if (!isWarningCode(code)) {
        if (prefersHtml) return page(unknownPage(code))
        throw notFound('warning code')
      }
      const { meaning, remedies, example } = WARNING_TEXTS[code]
      return prefersHtml
        ? page(warningPage(code))
        : { code, meaning, remedies, example: { warnings: [{ code, message: example }] } }
    },
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

const isWarningCode = (code: string): code is WarningCode => Object.hasOwn(WARNING_TEXTS, code)

function warningPage(code: WarningCode): PageReply {
  const { meaning, remedies, example } = WARNING_TEXTS[code]
  return webPage({
    title: code,
    content: html`<p class="lead">${withCode(meaning)}</p>
<h2>What to do</h2>
<ul>${remedies.map((remedy) => html`<li>${withCode(remedy)}</li>`)}</ul>
<h2>Example</h2>
<pre tabindex="0"><code>${JSON.stringify({ warnings: [{ code, message: example }] }, null, 2)}</code></pre>
<p class="quiet">Branch on the code, not on the message, which may change.</p>
<p><a href="/docs/warnings">All warnings</a></p>`,
  })
}

const indexPage = (): PageReply =>
  webPage({
    title: 'Warnings',
    content: html`<p class="lead">Every warning of this server, and what to do about it.</p>
<p>A warning is a remark about a result that is otherwise fine. It stands in the list <code>warnings</code> of a reply and has the form
<code>{"code", "message"}</code>. New codes may be added: treat one that you do not know like any other remark.</p>
<table><thead><tr><th scope="col">Code</th></tr></thead><tbody>
${WARNING_CODES.map(
  (code) => html`<tr><td><a href="/docs/warnings/${code}"><code>${code}</code></a><br>
<small class="quiet">${withCode(WARNING_TEXTS[code].meaning)}</small></td></tr>
`,
)}</tbody></table>`,
  })

const unknownPage = (code: string): PageReply =>
  webPage({
    status: 404,
    title: 'No such warning',
    content: html`<p>This server has no warning with the code <code>${code.slice(0, 64)}</code>. <a href="/docs/warnings">All warnings</a></p>`,
  })
