import type { ErrorRequestHandler, Request, Response } from 'express'
import type { DiskSpace } from '../../base/ports.ts'
import { ERROR_STATUS, type ErrorCode, InvalidRequest, orStorageFull, ServiceError } from '../../base/service-error.ts'
import type { RequestContext } from '../frame/request-context.ts'
import { sendJson } from './send-json.ts'

export interface WireError {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, unknown>> } | { readonly detail: InvalidRequest['detail'] }
  readonly retryAfterSeconds: number | undefined
  /** Whether it is a mistake of ours: logged whole, told to nobody. */
  readonly bug: boolean
}

/** Listing more does not help anybody, and the list is as long as the caller likes. */
const MAX_VIOLATIONS = 1000

/**
 * Turns anything thrown into what the caller sees, in the dialect of the family.
 *
 * @param docsUrl the page of an error
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

/** The billing page is no part of the /v1 dialect. */
const camelCase = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'upgrade_url')
      .map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )

interface ErrorReplyDependencies {
  /** The page of an error. */
  readonly docsUrl: (code: ErrorCode) => string
  /** Puts the X-RateLimit headers on a response that was refused before they were known. */
  readonly showRateLimit: (req: Request, res: Response) => void
  /** Looks whether the document knows this answer; returns the error to answer instead where it must. */
  readonly checkReply: (req: Request, wire: WireError) => unknown
  /** Takes note of a full disk. */
  readonly diskSpace: Pick<DiskSpace, 'note'>
}

/** The last stage: whatever went wrong before becomes an answer here, and nowhere else. */
export const createErrorReply =
  ({ docsUrl, showRateLimit, checkReply, diskSpace }: ErrorReplyDependencies): ErrorRequestHandler =>
  (thrown: unknown, req, res, _next) => {
    diskSpace.note(thrown)
    const error = orStorageFull(thrown)
    const first = wireError(error, req.context, docsUrl)
    const worse = first.bug ? undefined : checkReply(req, first)
    const wire = worse === undefined ? first : wireError(worse, req.context, docsUrl)
    if (wire.bug) logBug(req, res, asError(worse ?? error))

    // Part of an answer is out already, or nobody is there to read one.
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

/** The line of a request tells its bug; after a caller has hung up that line is out already. */
function logBug(req: Request, res: Response, error: Error) {
  if (!res.closed) res.err = error
  else if (error.name !== 'AbortError') req.log.error({ err: error }, 'failed after the caller hung up')
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`))
