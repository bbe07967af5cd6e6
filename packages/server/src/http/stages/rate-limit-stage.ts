import { setTimeout as sleep } from 'node:timers/promises'
import type { Request, RequestHandler, Response } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import { rateLimitSubject } from '../limits/client-address.ts'
import type { MemoryRateCounters } from '../limits/memory-rate-counters.ts'
import {
  type AccountLimits,
  FLOOD_LIMITS,
  MISTAKE_LIMITS,
  publicLimits,
  SERVICE_LIMITS,
} from '../limits/rate-classes.ts'
import type { Limit, RateCounters, RateLimitStatus } from '../limits/rate-counters.ts'
import { endpointOf } from './request-context.ts'

export interface RateLimit {
  /** The stage that counts a request against its account, or against its address when there is no account. */
  readonly count: RequestHandler
  /** Counts a request for a web page against its address. @throws ServiceError `rate_limited` */
  readonly countAddress: (req: Request, res: Response, rateClass: 'public' | 'service') => Promise<void>
  /** Counts a request that has no other limit. @throws ServiceError `rate_limited` for a flood */
  readonly countFree: (req: Request, res: Response) => void
  /** Sets the headers on a reply that was not counted. Does nothing when they are set. */
  readonly showHeaders: (req: Request, res: Response) => void
  /**
   * Counts a request that is refused before its own limit: an unknown path or method, a wrong credential.
   *
   * @throws ServiceError `rate_limited` after too many such mistakes of one address. Good requests are not affected.
   */
  readonly countMistake: (req: Request, res: Response) => Promise<void>
  /** The headers for an address whose request cannot be read. */
  readonly headersFor: (address: string | undefined) => Readonly<Record<string, number>>
}

/** The time that counting a request about the server may take. After it, the request is served uncounted. */
const PATIENCE_MS = 1_000

export interface RateLimitDependencies {
  readonly rates: RateCounters
  /** For what has no other limit. */
  readonly floods: MemoryRateCounters
  readonly accountLimits: AccountLimits
}

export function createRateLimit({ rates, floods, accountLimits }: RateLimitDependencies): RateLimit {
  const showHeaders = (req: Request, res: Response) => {
    if (req.context.rateLimit) return
    const { principal, endpoint } = req.context
    setHeaders(
      req,
      res,
      principal && endpoint
        ? rates.peek(principal.account.id, accountLimits(endpoint.rateClass, principal.account))
        : rates.peek(rateLimitSubject(req.ip), publicLimits(endpoint?.rateClass ?? 'public')),
    )
  }

  const take = async (req: Request, res: Response, subject: string, limits: readonly Limit[]): Promise<void> => {
    const status = await rates.take(subject, limits)
    setHeaders(req, res, status)
    if (!status.allowed) throw tooMany(status.retryAfterSeconds)
  }

  const countAddress: RateLimit['countAddress'] = async (req, res, rateClass) => {
    const address = rateLimitSubject(req.ip)
    if (rateClass === 'public') return take(req, res, address, publicLimits('public'))
    const counting = Promise.resolve(rates.take(address, SERVICE_LIMITS))
    counting.catch(() => {})
    // A check of the health must not wait for a database that does not answer.
    const status = await Promise.race([counting, sleep(PATIENCE_MS, undefined, { ref: false })])
    if (status && !status.allowed) {
      setHeaders(req, res, status)
      throw tooMany(status.retryAfterSeconds)
    }
    setHeaders(req, res, rates.peek(address, publicLimits(rateClass)))
  }

  const countFree = (req: Request, res: Response) => {
    const status = floods.take(rateLimitSubject(req.ip), FLOOD_LIMITS)
    if (status.allowed) return showHeaders(req, res)
    setHeaders(req, res, status)
    throw tooMany(status.retryAfterSeconds)
  }

  const count: RequestHandler = async (req, res, next) => {
    const { rateClass } = endpointOf(req)
    const { principal } = req.context
    const address = rateLimitSubject(req.ip)
    if (rateClass === 'service') await countAddress(req, res, rateClass)
    else if (rateClass === 'free') countFree(req, res)
    else if (principal) await take(req, res, principal.account.id, accountLimits(rateClass, principal.account))
    else await take(req, res, address, publicLimits(rateClass))
    next()
  }

  const countMistake = (req: Request, res: Response) => take(req, res, rateLimitSubject(req.ip), MISTAKE_LIMITS)

  const headersFor = (address: string | undefined) =>
    headersOf(rates.peek(rateLimitSubject(address), publicLimits('public')))

  return { count, countAddress, countFree, showHeaders, countMistake, headersFor }
}

function setHeaders(req: Request, res: Response, status: RateLimitStatus) {
  req.context.rateLimit = status
  for (const [name, value] of Object.entries(headersOf(status))) res.setHeader(name, value)
}

const headersOf = ({ remaining, resetAt }: RateLimitStatus) => ({
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': resetAt,
})

const tooMany = (seconds: number) =>
  new ServiceError(
    'rate_limited',
    `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {},
    seconds,
  )
