import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Draining } from '../../base/running/draining.ts'
import type { Violation } from '../../base/service-error.ts'
import type { Warning } from '../../base/warning-codes.ts'
import type { Principal, UploadedFile } from '../../contract/index.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'
import type { RateLimitStatus } from '../limits/rate-counters.ts'

/** What is known about a request. Each stage adds its part. */
export interface RequestContext {
  readonly id: string
  readonly v1: boolean
  endpoint?: Endpoint
  principal?: Principal
  /** The session of a visitor without an account. */
  visitor?: string
  rateLimit?: RateLimitStatus
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  /** Set when a body was sent. */
  received?: ReceivedBody
  rawBody?: Buffer
  files: readonly UploadedFile[]
  /** Names of fields that were dropped, for X-Ignored-Fields. */
  ignoredFields: string[]
  /** About values that were replaced by a default or have no effect, for the reply. */
  warnings: Warning[]
  maxCredits?: number
  idempotencyKey?: string
  /** What kept the request from the reply that its caller wanted, for the log: a bug, or why the status is 5xx. */
  failure?: Error
  /** Settles when nothing uses the request or its files any more. */
  pendingWork: Promise<unknown>
  /** Run when the reply has been sent or given up, and `pendingWork` has settled. */
  readonly cleanUps: (() => Promise<void>)[]
}

/** What was found while the body was read. */
export interface ReceivedBody {
  readonly kind: BodyKind
  readonly violations: readonly Violation[]
}

declare global {
  namespace Express {
    interface Request {
      context: RequestContext
    }
  }
}

/** Ids of callers that are taken over into headers and logs. */
const ACCEPTED_ID = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`

/** The first stage. The request keeps the caller's X-Request-Id when it is well formed, so that both logs have the same id. */
export const attachContext: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id')
  const id = given !== undefined && ACCEPTED_ID.test(given) ? given : newRequestId()
  req.context = {
    id,
    v1: req.path === '/v1' || req.path.startsWith('/v1/'),
    path: {},
    query: {},
    body: undefined,
    files: [],
    ignoredFields: [],
    warnings: [],
    pendingWork: Promise.resolve(),
    cleanUps: [],
  }
  res.setHeader('X-Request-Id', id)
  next()
}

/** The stage that counts the request as open until its end, so that a process that stops waits for it, and then runs `cleanUps`. */
export const createCleanUp =
  ({ logger, draining }: { logger: Logger; draining: Pick<Draining, 'enter'> }): RequestHandler =>
  (req, res, next) => {
    const leave = draining.enter(res)
    // One listener for both, because more than ten on one reply count as a leak.
    res.once('close', async () => {
      leave()
      const { pendingWork, cleanUps, id } = req.context
      if (cleanUps.length === 0) return
      await pendingWork
      for (const clean of cleanUps) {
        await clean().catch((err: unknown) => logger.error({ err, request_id: id }, 'cleaning up failed'))
      }
    })
    next()
  }

/** Keeps the request's files until the promise has settled. Returns the promise. */
export function trackWork<T>({ context }: Request, work: Promise<T>): Promise<T> {
  context.pendingWork = Promise.allSettled([context.pendingWork, work])
  return work
}

/** The endpoint of a request that has been routed. */
export function endpointOf({ context }: Request): Endpoint {
  if (!context.endpoint) throw new Error('A stage ran before the route was known.')
  return context.endpoint
}

/** Whether the headers announce a body. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
