import { part } from '../base/compose.ts'
import { html } from '../base/html/html-template.ts'
import { webPage } from '../base/html/web-page.ts'
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

const BILLING = '/dashboard/billing'

interface Needs {
  readonly address: {
    /** The public address of this server, without a trailing slash. */
    publicUrl(): string
    /** The billing page that a 402 links to. */
    upgradeUrl(): string
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
  const { publicUrl, upgradeUrl, health } = deps
  const errors = createErrorPages({ ...deps, retired: retiredEndpoints(deps.document) })
  const elsewhere = () => (upgradeUrl() === publicUrl() + BILLING ? undefined : upgradeUrl())

  const home: WebPage['answer'] = async ({ prefersHtml }) => {
    const now = { health: await health(), url: publicUrl() }
    return prefersHtml ? page(homePage(now)) : homeJson(now)
  }

  const dashboard = createDashboard()
  const pages = new Map<string, WebPage>([
    ['/', { answer: home }],
    [BILLING, { answer: async () => page(billingPage({ elsewhere: elsewhere() })) }],
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

/** The page behind `upgrade_url` of a 402: how to get credits on a server that does not sell any. */
const billingPage = ({ elsewhere }: { elsewhere: string | undefined }) =>
  webPage({
    title: 'Credits',
    content: html`<p class="lead">Work on pictures costs credits. The operator of this server grants them. Nothing is sold on this page.</p>
${
  elsewhere !== undefined &&
  html`<p class="note">The operator of this server has a separate page for credits: <a href="${elsewhere}">${elsewhere}</a></p>`
}
<h2>If you use this server</h2>
<p>Ask the operator for credits, and name the e-mail address of your account. A new account gets some credits when its address is verified.
<code>GET /api/account/credits</code> shows the balance, and <code>POST /api/estimate</code> the price of a request.</p>
<h2>If you run this server</h2>
<p>Grant credits on the server's machine, to an existing account:</p>
<pre tabindex="0"><code>platelight-server credits grant --email you@example.com --credits 100</code></pre>
<p>or to a new account, together with a key:</p>
<pre tabindex="0"><code>platelight-server keys create --email you@example.com --credits 100</code></pre>
<p>In a clone of the project, put <code>npx</code> before both commands. If the server was started with <code>--data</code>, add the same
<code>--data</code>. <code>PLATELIGHT_SIGNUP_CREDITS</code> sets the credits of new accounts. With <code>PLATELIGHT_UPGRADE_URL</code>, people
who run out of credits are sent to your page instead of this one.</p>
<h2>What is never charged</h2>
<p>Work that fails or is cancelled gives its credits back. A repeat with the same <code>Idempotency-Key</code> is charged once.
<a href="/docs/errors/insufficient_credits">More about the error</a></p>`,
  })
