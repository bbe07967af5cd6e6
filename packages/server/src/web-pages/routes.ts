import type { WebPageHandler, WebPages } from '../contract/index.ts'
import { createErrorPages } from './error-pages.ts'
import { faviconIco, faviconSvg } from './favicon.ts'

/** Pages for people, by their paths. They are no part of the API, and stand beside its document. */
export function createWebPages(deps: { docsUrl: (code: string) => string }): WebPages {
  const errors = createErrorPages(deps)
  const pages = new Map<string, WebPageHandler>([
    ['/docs/errors', errors.index],
    ['/favicon.svg', async () => faviconSvg],
    ['/favicon.ico', async () => faviconIco],
  ])

  return {
    find(path) {
      const plain = path.length > 1 ? path.replace(/\/$/, '') : path
      const code = /^\/docs\/errors\/([^/]+)$/.exec(plain)?.[1]
      return code === undefined ? pages.get(plain) : errors.one(code)
    },
  }
}
