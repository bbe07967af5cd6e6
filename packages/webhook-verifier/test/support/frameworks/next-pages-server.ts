import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { nextPagesWebhook } from '../../../src/next-pages.ts'
import type { Framework } from './framework.ts'
import { served } from './http.ts'

/** Required instead of imported, because Next's types would make NODE_ENV mandatory in `process.env` of the whole workspace. */
const { apiResolver }: { apiResolver: (request: IncomingMessage, ...rest: readonly unknown[]) => Promise<void> } =
  createRequire(import.meta.url)('next/dist/server/api-utils/node/api-resolver.js')

interface PageConfig {
  readonly api: { readonly bodyParser: boolean }
}

const preview = { previewModeId: 'id', previewModeEncryptionKey: 'key', previewModeSigningKey: 'key' }

/** Calls an API route as Next does, with the same function and the module of the page. */
const page = (
  handler: ReturnType<typeof nextPagesWebhook>,
  config?: PageConfig,
  first = async (_request: IncomingMessage) => {},
) =>
  served(async (request: IncomingMessage, response: ServerResponse) => {
    await first(request)
    await apiResolver(request, response, {}, { default: handler, config }, { ...preview, dev: false }, false)
  })

const raw: PageConfig = { api: { bodyParser: false } }

export const onNextPages: Framework = {
  name: 'next, pages router',
  start: (options, handlers) => page(nextPagesWebhook(options, handlers), raw),
  parsedFirst: (options, handlers) => page(nextPagesWebhook(options, handlers)),
  fix: /export const config = \{ api: \{ bodyParser: false \} \}/,
  // Like platforms that parse the body before Next.
  bytesKept: (options, handlers) =>
    page(nextPagesWebhook(options, handlers), raw, async (request) => {
      const rawBody = Buffer.concat(await request.toArray())
      Object.assign(request, { rawBody, body: rawBody.length > 0 ? {} : undefined })
    }),
}
