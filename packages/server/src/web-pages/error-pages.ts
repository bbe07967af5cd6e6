import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
import { ERROR_STATUS, type ErrorCode, notFound } from '../base/service-error.ts'
import { type PageReply, SpecialReply, type WebPage } from '../contract/index.ts'
import type { ErrorText } from './error-texts/error-text.ts'
import { ERROR_TEXTS } from './error-texts/index.ts'
import { withCode } from './inline-code.ts'
import type { RetiredEndpoint } from './retired-endpoints.ts'

const CODES = (Object.keys(ERROR_STATUS) as ErrorCode[]).sort((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other])

/** The list of all errors, and the page of each: as HTML for a browser, as JSON for a program. */
export function createErrorPages(deps: {
  docsUrl: (code: string) => string
  /** Retired endpoints, for the page of their error. */
  retired: readonly RetiredEndpoint[]
}) {
  const { docsUrl, retired } = deps
  const index: WebPage['answer'] = async ({ prefersHtml }) =>
    prefersHtml
      ? page(indexPage())
      : {
          errors: CODES.map((code) => ({
            code,
            status: ERROR_STATUS[code],
            meaning: ERROR_TEXTS[code].meaning,
            docs_url: docsUrl(code),
          })),
        }

  const one =
    (code: string): WebPage['answer'] =>
    async ({ prefersHtml }) => {
      if (!isErrorCode(code)) {
        if (prefersHtml) return page(unknownPage(code))
        throw notFound('error code')
      }
      const status = ERROR_STATUS[code]
      const { meaning, remedies } = ERROR_TEXTS[code]
      const example = exampleOf(code, docsUrl(code))
      const list = code === 'endpoint_retired' ? retired : undefined
      if (prefersHtml) return page(errorPage(code, status, ERROR_TEXTS[code], example, list))
      return { code, status, meaning, remedies, example, docs_url: docsUrl(code), ...(list && { retired: list }) }
    }

  return { index, one }
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

/** An example of the reply's body. */
function exampleOf(code: ErrorCode, docsUrl: string): unknown {
  if (code === 'invalid') return { detail: [{ loc: ['body', 'image_url'], msg: 'is required', type: 'required' }] }
  return { error: { code, ...ERROR_TEXTS[code].example, docs_url: docsUrl } }
}

const errorPage = (
  code: ErrorCode,
  status: number,
  { meaning, remedies }: ErrorText,
  example: unknown,
  retired: readonly RetiredEndpoint[] | undefined,
): PageReply =>
  webPage({
    title: code,
    content: html`<p class="lead">${withCode(meaning)}</p>
<dl class="facts"><dt>HTTP status</dt><dd>${status}</dd>
<dt>Code</dt><dd>${code === 'invalid' ? html`none; the body is the list <code>detail</code>` : html`<code>${code}</code>`}</dd></dl>
<h2>What to do</h2>
<ul>${remedies.map((remedy) => html`<li>${withCode(remedy)}</li>`)}</ul>
${retired && retiredList(retired)}<h2>Example</h2>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
<p class="quiet">Under <code>/v1</code> the same fields are written in camelCase. Branch on the code, not on the message, which may change.</p>
<p><a href="/docs/errors">All errors</a></p>`,
  })

const retiredList = (retired: readonly RetiredEndpoint[]) => html`<h2>Retired endpoints, and what to use instead</h2>
<dl>${retired.map(({ method, path, instead }) => html`<dt><code>${method} ${path}</code></dt><dd>${instead}</dd>`)}</dl>
`

const indexPage = (): PageReply =>
  webPage({
    title: 'Errors',
    content: html`<p class="lead">Every error of this server, and what to do about it.</p>
<p>An error has the form <code>{"error": {"code", "message", "docs_url"}}</code>, and <code>docs_url</code> links to one of these pages. The
reply to a request that does not fit the API reference is <code>{"detail": […]}</code> instead. Every reply has an <code>X-Request-Id</code>, which
is also in the server's log.</p>
<table><thead><tr><th scope="col">Status</th><th scope="col">Code</th></tr></thead><tbody>
${CODES.map(
  (code) => html`<tr><td>${ERROR_STATUS[code]}</td><td><a href="/docs/errors/${code}"><code>${code}</code></a><br>
<small class="quiet">${withCode(ERROR_TEXTS[code].meaning)}</small></td></tr>
`,
)}</tbody></table>`,
  })

const unknownPage = (code: string): PageReply =>
  webPage({
    status: 404,
    title: 'No such error',
    content: html`<p>This server has no error with the code <code>${code.slice(0, 64)}</code>. <a href="/docs/errors">All errors</a></p>`,
  })
