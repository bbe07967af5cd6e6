import type { PageReply } from '../../contract/index.ts'
import { Html, html } from './html-template.ts'
import { WEB_PAGE_STYLE } from './web-page-style.ts'

export interface WebPage {
  readonly title: string
  /** Everything below the title. */
  readonly content: Html
  /** 200 by default. */
  readonly status?: number
  /** Whether the page has a form that posts to this server. */
  readonly hasForm?: boolean
  /** Another address, of any scheme, that the form may redirect to. */
  readonly formLeadsTo?: string | undefined
  /** The path of a script of this server. A page with one may also send requests to this server. */
  readonly script?: string
}

/**
 * A page in the layout that all pages share. It loads nothing from elsewhere, and has no script unless one is given.
 *
 *     webPage({ title: 'Confirm your address', hasForm: true, content: html`<form method="post">…</form>` })
 */
export function webPage({ title, content, status = 200, hasForm = false, formLeadsTo, script }: WebPage): PageReply {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Platelight' ? title : `${title} · Platelight`}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>${
    script !== undefined &&
    html`
<script type="module" src="${script}"></script>`
  }
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><div class="wide">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="26" height="26">Platelight</a>
<nav aria-label="Pages"><a href="/docs/guides">Guides</a><a href="/docs">API reference</a><a href="/docs/errors">Errors</a><a href="/docs/warnings">Warnings</a><a href="/dashboard">Dashboard</a></nav>
</div></header>
<main id="content" class="wide">
<h1>${title}</h1>
${content}
</main>
<footer><div class="wide">Platelight, a food-photo service on this server. <a href="/openapi.json">OpenAPI document</a></div></footer>
</body>
</html>
`
  const hasScripts = script !== undefined
  return {
    status,
    html: text,
    style: WEB_PAGE_STYLE,
    hasForm,
    hasScripts,
    ...(formLeadsTo !== undefined && { formLeadsTo }),
  }
}

/** Not escaped, because the policy of the page contains the hash of exactly this text. */
const STYLE = new Html(WEB_PAGE_STYLE)
