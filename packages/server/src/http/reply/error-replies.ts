import type { ErrorRequestHandler, Request, Response } from 'express'
import { orUnavailable } from '../../base/database-error.ts'
import type { DiskSpace } from '../../base/ports.ts'
import { ERROR_STATUS, type ErrorCode, InvalidRequest, orStorageFull, ServiceError } from '../../base/service-error.ts'
import type { RequestContext } from '../stages/request-context.ts'
import { sendJson } from './send-json.ts'

export interface WireError {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, unknown>> } | { readonly detail: InvalidRequest['detail'] }
  readonly retryAfterSeconds: number | undefined
  /** Whether the error is a bug. The log has all of it, and the caller gets no details. */
  readonly bug: boolean
}

/** The caller decides how many violations there are, and a longer list helps nobody. */
const MAX_VIOLATIONS = 1000

/**
 * The reply to anything thrown. The /v1 family spells the fields in camelCase.
 *
 * @param docsUrl The web page of an error code.
 */
export function wireError(
  error: unknown,
  { id, v1 }: Pick<RequestContext, 'id' | 'v1'>,
  docsUrl: (code: ErrorCode) => string,
): WireError {
  const bodyOf = (code: ErrorCode, message: string, given: ServiceError['fields']) => {
    const fields = { ...given, docs_url: docsUrl(code) }
    return { error: { code, message, ...(v1 ? camelCase(fields) : fields) } }
  }

  if (error instanceof InvalidRequest) {
    const detail = error.detail.slice(0, MAX_VIOLATIONS)
    return { status: error.status, body: { detail }, retryAfterSeconds: undefined, bug: false }
  }
  if (error instanceof ServiceError && error.code !== 'internal_error') {
    const { status, code, message, fields, retryAfterSeconds } = error
    return { status, body: bodyOf(code, message, fields), retryAfterSeconds, bug: false }
  }
  const body = bodyOf('internal_error', 'Something went wrong on our side.', { request_id: id })
  return { status: ERROR_STATUS.internal_error, body, retryAfterSeconds: undefined, bug: true }
}

/** The /v1 family has no `upgrade_url`. */
const camelCase = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'upgrade_url')
      .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )

interface ErrorReplyDependencies {
  /** The web page of an error code. */
  readonly docsUrl: (code: ErrorCode) => string
  /** Sets the X-RateLimit headers when the request was refused before they were known. */
  readonly showRateLimit: (req: Request, res: Response) => void
  /** Compares the reply with the document. Returns an error when that must be sent instead (in tests). */
  readonly checkReply: (req: Request, wire: WireError) => unknown
  /** Notes errors of a full disk. */
  readonly diskSpace: Pick<DiskSpace, 'note'>
}

/** The last stage: every error becomes a reply here, and nowhere else. */
export const createErrorReply =
  ({ docsUrl, showRateLimit, checkReply, diskSpace }: ErrorReplyDependencies): ErrorRequestHandler =>
  (thrown: unknown, req, res, _next) => {
    diskSpace.note(thrown)
    const error = orUnavailable(orStorageFull(thrown))
    const first = wireError(error, req.context, docsUrl)
    const worse = first.bug ? undefined : checkReply(req, first)
    const wire = worse === undefined ? first : wireError(worse, req.context, docsUrl)
    if (wire.bug) logBug(req, res, asError(worse ?? error))

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
    sendJson(req, res, wire.status, JSON.stringify(wire.body))
  }

/** The log line of the request shows the bug. When the caller hung up, that line has been written already. */
function logBug(req: Request, res: Response, error: Error) {
  if (!res.closed) res.err = error
  else if (error.name !== 'AbortError') req.log.error({ err: error }, 'failed after the caller hung up')
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`))
