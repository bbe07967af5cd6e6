import type { ErrorRequestHandler, Request, Response } from 'express'
import type { Logger } from 'pino'
import { orUnavailable } from '../../base/database-error.ts'
import { html } from '../../base/html/html-template.ts'
import { webPage } from '../../base/html/web-page.ts'
import type { DiskSpace } from '../../base/ports.ts'
import { type ErrorCode, orStorageFull } from '../../base/service-error.ts'
import type { PageReply } from '../../contract/index.ts'
import { leavesMuchUnread, sendJson } from './send-json.ts'
import { sendPage } from './send-page.ts'
import { type WireError, wireError } from './wire-error.ts'

interface ErrorReplyDependencies {
  /** The web page of an error code. */
  readonly docsUrl: (code: ErrorCode) => string
  /** Sets the X-RateLimit headers when the request was refused before they were known. */
  readonly showRateLimit: (req: Request, res: Response) => void
  /** Compares the reply with the document. Returns an error when that must be sent instead (in tests). */
  readonly checkReply: (req: Request, wire: WireError) => unknown
  /** Notes errors of a full disk. */
  readonly diskSpace: Pick<DiskSpace, 'note'>
  readonly logger: Logger
}

/**
 * The last stage: every error becomes a reply here, and nowhere else. A browser gets a page where the endpoint has pages.
 */
export const createErrorReply =
  ({ docsUrl, showRateLimit, checkReply, diskSpace, logger }: ErrorReplyDependencies): ErrorRequestHandler =>
  (thrown: unknown, req, res, _next) => {
    // The log says that once, not with every request.
    const isFull = diskSpace.note(thrown)
    const error = orUnavailable(orStorageFull(thrown))
    const first = wireError(error, req.context, docsUrl)
    const worse = first.bug ? undefined : checkReply(req, first)
    const wire = worse === undefined ? first : wireError(worse, req.context, docsUrl)
    if (wire.status >= 500 && !isFull)
      logFailure(req, res, { error: asError(worse ?? thrown), isBug: wire.bug, logger })

    // Part of a reply has been sent already, or the caller has hung up.
    if (res.headersSent || res.destroyed) {
      res.destroy()
      return
    }
    showRateLimit(req, res)
    if (wire.status === 401) res.setHeader('WWW-Authenticate', 'Bearer realm="Platelight"')
    if (wire.retryAfterSeconds !== undefined) {
      res.setHeader('Retry-After', Math.max(1, Math.ceil(wire.retryAfterSeconds)))
    }
    if (wantsPage(req)) sendPage(res, errorPage(wire, req.context.id))
    else sendJson(req, res, wire.status, JSON.stringify(wire.body))
  }

const wantsPage = (req: Request): boolean =>
  req.context.endpoint?.repliesPage === true &&
  req.accepts(['application/json', 'text/html']) === 'text/html' &&
  !leavesMuchUnread(req)

/** The log line of the request shows it. When the caller hung up, that line has been written already. */
function logFailure(
  { context }: Request,
  res: Response,
  { error, isBug, logger }: { error: Error; isBug: boolean; logger: Logger },
): void {
  if (!res.closed) context.failure = error
  else if (isBug && error.name !== 'AbortError')
    logger.error({ err: error, request_id: context.id }, 'failed after the caller hung up')
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`))

const TITLES: Readonly<Record<number, string>> = {
  422: 'Something in the form is not right',
  429: 'Please wait a moment',
  500: 'Something went wrong on our side',
  503: 'This does not work at the moment',
}

/** An error for a person who sent a form or opened a link. It has the sentence of the error, and where that is explained. */
function errorPage({ status, body }: WireError, requestId: string): PageReply {
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
