import { part } from '../base/compose.ts'
import { type PageReply, SpecialReply, type WebPage, type WebPages } from '../contract/index.ts'
import type { OpenApiDocument } from '../contract/openapi-types.ts'
import { createApiReference } from './api-reference.ts'
import { billingPage } from './billing-page.ts'
import { createErrorPages } from './error-pages.ts'
import { faviconIco, faviconSvg } from './favicon.ts'
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

  const pages = new Map<string, WebPage>([
    ['/', { answer: home }],
    [BILLING, { answer: async () => page(billingPage({ elsewhere: elsewhere() })) }],
    ['/docs/errors', { answer: errors.index }],
    ['/docs/warnings', { answer: warningPages.index }],
    ['/favicon.svg', faviconSvg],
    ['/favicon.ico', faviconIco],
    ...createApiReference(),
    ...createSignInPages(),
  ])

  return {
    find(path) {
      const plain = path.length > 1 ? path.replace(/\/$/, '') : path
      const [, list, code] = /^\/docs\/(errors|warnings)\/([^/]+)$/.exec(plain) ?? []
      if (code === undefined) return pages.get(plain)
      return { answer: (list === 'errors' ? errors : warningPages).one(code) }
    },
  }
}

const page = (reply: PageReply) => new SpecialReply({ kind: 'page', page: reply })
