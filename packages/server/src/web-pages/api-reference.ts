import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html } from '../base/html/html-template.ts'
import { SpecialReply, type WebPage } from '../contract/index.ts'
import { cachedFile } from './cached-file.ts'

/** The folder to which tsup.config.ts copies Swagger UI. */
const BUILT = fileURLToPath(new URL('./api-reference', import.meta.url))
const CSS = 'text/css; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

const STYLE = `
body { margin: 0; background: #fbfaf7; font: 1rem/1.6 system-ui, sans-serif }
html.dark-mode body { background: #1c2022 }
#ours { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.25rem; border-bottom: 1px solid #8884 }
#ours a { color: #9a3b12 }
html.dark-mode #ours a { color: #f0a67c }
#ours a:first-child { margin-right: auto; font-weight: 650 }
.swagger-ui .scheme-container { background: none; box-shadow: none; border-bottom: 1px solid #8884 }
/* Swagger UI's own colours are too pale to read. */
.swagger-ui { --link: #9a3b12; --done: #14663c; --stop: #b3261e; --quiet: #595959 }
html.dark-mode .swagger-ui { --link: #f0a67c; --done: #7fd6a4; --stop: #ff9d94; --quiet: #c0c4c8 }
.swagger-ui :is(.info a, .info .url, a.link, .info__license__url a) { color: var(--link) }
.swagger-ui .info .title small { background: #4d535f }
.swagger-ui .info .title small.version-stamp { background: #4a6800 }
.swagger-ui .opblock .opblock-summary-method { color: #111; text-shadow: none }
.swagger-ui .btn.authorize { border-color: var(--done); color: var(--done) }
.swagger-ui .btn.authorize svg { fill: var(--done) }
html .swagger-ui .opblock .opblock-section-header .btn.try-out__btn.cancel { border-color: var(--stop); color: var(--stop) }
.swagger-ui .btn.execute { border-color: #1f5fae; background: #1f5fae }
.swagger-ui .download-contents { background: #4d535f }
.swagger-ui .parameter__in { color: var(--quiet) }
html.dark-mode .swagger-ui .headers td { color: inherit }
/* Code breaks its lines: what scrolls is out of a keyboard's reach. */
.swagger-ui :is(.highlight-code, .curl-command) > div > pre.microlight, .swagger-ui .highlight-code > pre.microlight { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere }
.swagger-ui .opblock-body { overflow-x: auto }
@media (prefers-reduced-motion: reduce) { .swagger-ui * { transition: none !important } }
noscript p { max-width: 40rem; padding: 1rem 1.25rem }
`

/** Swagger UI with this server's document. It sends no request to any other server; its online validator is off. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
// A link inside of a button is no place for a keyboard, and the only server is this one. An opened operation is in the address anyway.
const plain = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => ({ text }) => React.createElement('span', null, text),
    ServersContainer: () => () => null,
    // The words on a button are its name, and a cross has none.
    Button: (Original) => ({ 'aria-label': label, ...props }) => React.createElement(Original, props),
    CloseIcon: () => () => React.createElement('span', { role: 'img', 'aria-label': 'Close' }, '×'),
    TextArea: (Original) => (props) => React.createElement(Original, { ...props, 'aria-label': 'Body of the request' }),
  },
})
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  syntaxHighlight: { activated: false },
  plugins: [plain],
})
`

const PAGE = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Platelight</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<nav id="ours" aria-label="Pages"><a href="/">Platelight</a><a href="/docs/guides">Guides</a><a href="/docs/search">Search</a><a href="/docs/errors">Errors</a><a href="/docs/warnings">Warnings</a><a href="/openapi.json">OpenAPI document</a></nav>
<main id="reference"></main>
<noscript><p>This page needs JavaScript. The <a href="/openapi.json">OpenAPI document</a> has the same content, and any OpenAPI
editor can show it.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

/** The paths of the API reference. All its scripts are from this server. */
export function createApiReference(): [path: string, WebPage][] {
  const page = new SpecialReply({ kind: 'page', page: { status: 200, html: PAGE.text, style: '', hasScripts: true } })
  return [
    ['/docs', { answer: async () => page }],
    ['/docs/reference.css', cachedFile(CSS, async () => Buffer.from(STYLE))],
    ['/docs/reference.js', cachedFile(JAVASCRIPT, async () => Buffer.from(START))],
    ['/docs/swagger-ui.css', cachedFile(CSS, () => libraryFile('swagger-ui.css'))],
    ['/docs/swagger-ui-bundle.js', cachedFile(JAVASCRIPT, () => libraryFile('swagger-ui-bundle.js'))],
  ]
}

/** In a build the file is beside this code, in a clone it is in the package swagger-ui-dist. */
const libraryFile = (name: string): Promise<Buffer> =>
  readFile(join(BUILT, name)).catch(() => readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`)))
