import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Principal, UploadedFile } from '../../contract/index.ts'
import type { RateLimitStatus } from '../limits/rate-counters.ts'
import type { Endpoint } from './endpoint-table.ts'

/** What is known about one request on its way in; each stage adds its part. */
export interface RequestContext {
  readonly id: string
  readonly v1: boolean
  endpoint?: Endpoint
  principal?: Principal
  rateLimit?: RateLimitStatus
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  rawBody?: Buffer
  files: readonly UploadedFile[]
  /** Names of fields that were dropped: the document does not know them, or they have no effect. */
  ignoredFields: string[]
  /** Sentences about values that were taken as others, for the reply. */
  warnings: string[]
  maxCredits?: number
  idempotencyKey?: string
  /** Settles when nothing reads the request or its files any more. */
  pendingWork: Promise<unknown>
  /** Done when the answer is out and `work` has settled, whatever became of either. */
  readonly cleanUps: (() => Promise<void>)[]
}

declare global {
  namespace Express {
    interface Request {
      context: RequestContext
    }
  }
}

/** What may come back in headers and logs as it was sent. */
const ACCEPTED_ID = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`

/** Gives every request its id: the caller's, when it is a sane one, so that both logs say the same. */
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

/** Cleans up once the connection has no use for the response any more. */
export const createCleanUp =
  ({ logger }: { logger: Logger }): RequestHandler =>
  (req, res, next) => {
    res.once('close', async () => {
      const { pendingWork, cleanUps, id } = req.context
      if (cleanUps.length === 0) return
      await pendingWork
      for (const clean of cleanUps) {
        await clean().catch((err: unknown) => logger.error({ err, request_id: id }, 'cleaning up failed'))
      }
    })
    next()
  }

/** Keeps the request's files until `doing` has settled; gives it back. */
export function trackWork<T>({ context }: Request, doing: Promise<T>): Promise<T> {
  context.pendingWork = Promise.allSettled([context.pendingWork, doing])
  return doing
}

/** The endpoint of a request that has passed the route stage. */
export function endpointOf({ context }: Request): Endpoint {
  if (!context.endpoint) throw new Error('A stage ran before the route was known.')
  return context.endpoint
}

/** Whether the caller sends a body, going by the headers. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
