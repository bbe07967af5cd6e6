import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Principal, UploadedFile } from '../../contract/index.ts'
import type { Standing } from '../limits/rate-counters.ts'
import type { Operation } from './endpoint-table.ts'

/** What is known about one request on its way in; each stage adds its part. */
export interface Exchange {
  readonly id: string
  readonly v1: boolean
  operation?: Operation
  principal?: Principal
  standing?: Standing
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  rawBody?: Buffer
  files: readonly UploadedFile[]
  /** Names of fields that were dropped: the document does not know them, or they have no effect. */
  ignored: string[]
  /** Sentences about values that were taken as others, for the reply. */
  warnings: string[]
  maxCredits?: number
  idempotencyKey?: string
  /** Settles when nothing reads the request or its files any more. */
  work: Promise<unknown>
  /** Done when the answer is out and `work` has settled, whatever became of either. */
  readonly afterwards: (() => Promise<void>)[]
}

declare global {
  namespace Express {
    interface Request {
      exchange: Exchange
    }
  }
}

/** What may come back in headers and logs as it was sent. */
const SANE_ID = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => `req_${randomUUID().replaceAll('-', '')}`

/** Gives every request its id: the caller's, when it is a sane one, so that both logs say the same. */
export const beginExchange: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id')
  const id = given !== undefined && SANE_ID.test(given) ? given : newRequestId()
  req.exchange = {
    id,
    v1: req.path === '/v1' || req.path.startsWith('/v1/'),
    path: {},
    query: {},
    body: undefined,
    files: [],
    ignored: [],
    warnings: [],
    work: Promise.resolve(),
    afterwards: [],
  }
  res.setHeader('X-Request-Id', id)
  next()
}

/** Cleans up once the connection has no use for the response any more. */
export const createCleanUp =
  ({ logger }: { logger: Logger }): RequestHandler =>
  (req, res, next) => {
    res.once('close', async () => {
      const { work, afterwards, id } = req.exchange
      if (afterwards.length === 0) return
      await work
      for (const clean of afterwards) {
        await clean().catch((err: unknown) => logger.error({ err, request_id: id }, 'cleaning up failed'))
      }
    })
    next()
  }

/** Keeps the request's files until `doing` has settled; gives it back. */
export function during<T>({ exchange }: Request, doing: Promise<T>): Promise<T> {
  exchange.work = Promise.allSettled([exchange.work, doing])
  return doing
}

/** The operation of a request that has passed the route stage. */
export function operationOf({ exchange }: Request): Operation {
  if (!exchange.operation) throw new Error('A stage ran before the route was known.')
  return exchange.operation
}

/** Whether the caller sends a body, going by the headers. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
