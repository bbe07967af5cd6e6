import { part } from '../base/compose.ts'
import { type PageReply, SpecialReply, type WebPage, type WebPages } from '../contract/index.ts'
import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createApiReference } from './api-reference.ts'
import { cachedFile } from './cached-file.ts'
import { createDashboard } from './dashboard.ts'
import { createErrorPages } from './error-pages.ts'
import { createGuidePages } from './guides/guide-pages.ts'
import { type HealthReport, homeJson, homePage } from './home-page.ts'
import { retiredEndpoints } from './retired-endpoints.ts'
import { createSignInPages } from './sign-in-pages.ts'
import { warningPages } from './warning-pages.ts'

interface Needs {
  readonly address: {
    /** The public address of this server, without a trailing slash. */
    publicUrl(): string
    docsUrl(code: string): string
  }
  readonly health: () => Promise<HealthReport>
  readonly document: OpenApiDocument
}

export const webPagesPart = part(({ address, health, document }: Needs) => ({
  provides: { webPages: createWebPages({ ...address, health, document }) },
}))

/** The web pages by path. They are not part of the API. */
function createWebPages(deps: Needs['address'] & Pick<Needs, 'health' | 'document'>): WebPages {
  const { publicUrl, health } = deps
  const errors = createErrorPages({ ...deps, retired: retiredEndpoints(deps.document) })

  const home: WebPage['answer'] = async ({ prefersHtml }) => {
    const now = { health: await health(), url: publicUrl() }
    return prefersHtml ? page(homePage(now)) : homeJson(now)
  }

  const dashboard = createDashboard()
  const pages = new Map<string, WebPage>([
    ['/', { answer: home }],
    ['/docs/errors', { answer: errors.index }],
    ['/docs/warnings', { answer: warningPages.index }],
    ['/favicon.svg', faviconSvg],
    ['/favicon.ico', faviconIco],
    ...createGuidePages(deps),
    ...createApiReference(),
    ...createSignInPages(),
  ])

  return {
    find(path) {
      const plain = path.length > 1 ? path.replace(/\/$/, '') : path
      const [, list, code] = /^\/docs\/(errors|warnings)\/([^/]+)$/.exec(plain) ?? []
      if (code === undefined) return pages.get(plain) ?? dashboard.find(plain)
      return { answer: (list === 'errors' ? errors : warningPages).one(code) }
    },
  }
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#9a3b12"/>
<circle cx="16" cy="16" r="10" fill="#fdf6ec"/>
<circle cx="16" cy="16" r="6.2" fill="none" stroke="#e3c9ae" stroke-width="1.4"/>
<path d="M9.5 14.5a6.8 6.8 0 0 1 5-5" fill="none" stroke="#f0a03c" stroke-width="2" stroke-linecap="round"/>
</svg>
`

/** The same drawing in 32 x 32 pixels, for programs that always request /favicon.ico. */
const ICO = [
  'AAABAAEAICAAAAEAIABGAwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgDAAAARKSKxgAAAUFQTFRFTGlxmToRmTgRmjsRmjsRmjoRmT',
  'MAmToSmTsSqioAmjoRnDkRmjsRmToRmjoRmTsSlzwSmTsRkUgAmToSmjoRmjsSmjsRmTsRmjoRmjoRmTsSmjsSmjsR/fbsmjsS8KA89+ze+e/j',
  '/PTq48qv6dW+6tbA+O3inEAY5s627t3K/PXrmz0UnD8X79vO2rOe5Muw6tS97djK59C47tnL27WguHVVz5+HuXdY0KGJuXVWunlau3lbu3pc6d',
  'O88+TU8+XU8+TT793K59C3+e7j8N3P79zO/PDf99Ceu3td+Ozd+ujN++jRunhZ8aRE0KKKz5+G0KCI8N7P2rKd6dO958+25s+259G49+vg7trM',
  '6dW/6tXA7tvN79nA7tjA27Wh67uB6ruBmz0V7rh27bd187Nl7rRs+t2576NE7rNs8rNk76NFXGFPrwAAAB10Uk5TAJQtjpHzBfzTBpMsK/TVjS',
  'ryB9SQ/fG9vLuXlr4/SpiIAAAACXBIWXMAABYlAAAWJQFJUiTwAAABgklEQVQ4y32TZX/CMBDGw3AbMGB+LVCkuLu7z93dvv8HWAq0Jd3o8yq5',
  '5//L5XIXhLDWVHYzJZHZ7jCiuTb2nNS/0ir0M3+fWqktjtilZGTA+Z1ygNaEVJSslGhd3AQGmXS7nc5UAmJMh9TCetKBhbp5IWhD/Or5ADujfm',
  '+OFMJ8XACwP/6m6cfUTcODiZwUmAB8TOnPl/vgNcO6MFEkgUAXxlP6a8gd7z6NY+I4QAADgDf6PTS/QCjB4ixlAniAEf0z5KtwMzWAGAHcQp9+',
  'BUFeH0CaAPzQe7oTgWYLwC8BoNUUgWAK4JIArgB8XjJFkgAyAA3GLV6yDnBCABUAD5vgy6ye4zJLBBCJArjiidkZ7ir3UB3yoag8dlws4w0Gvc',
  'wZ99RZabMKOOip+VIXvjrXrMM/3QwfwZJyYrttwmwUo7wdzQrBzeWRi5RjSb8/GStFlkfOIT+0FmTUyo69FSGFHKDCP0u/vdrf0XCfU29YkUWr',
  '0iz+t0mpU0tdtc5i5bxfMtSA5NjKewYAAAAASUVORK5CYII=',
].join('')

const faviconSvg = cachedFile('image/svg+xml', async () => Buffer.from(SVG))
const faviconIco = cachedFile('image/x-icon', async () => Buffer.from(ICO, 'base64'))
