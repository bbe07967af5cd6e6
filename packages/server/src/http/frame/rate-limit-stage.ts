import type { Request, RequestHandler, Response } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import { addressSubject } from '../limits/client-address.ts'
import { accountLimits, MISTAKE_LIMITS, publicLimits, SERVICE_LIMITS } from '../limits/rate-classes.ts'
import type { Limit, RateCounters, Standing } from '../limits/rate-counters.ts'
import { operationOf } from './request-context.ts'

export interface RateLimit {
  /** The stage: counts the request against its account, or its address where no account is known. */
  readonly count: RequestHandler
  /** Counts a request that belongs to no operation against its address. @throws ServiceError `rate_limited` */
  readonly countAddress: (req: Request, res: Response, allowance: 'public' | 'service') => void
  /** Puts the headers on an answer that was not counted; does nothing when they are there. */
  readonly show: (req: Request, res: Response) => void
  /**
   * Counts a request that is refused before it counts elsewhere: an unknown path, a wrong credential.
   *
   * @throws ServiceError `rate_limited` when its address made too many such mistakes. Good requests are never asked.
   */
  readonly countMistake: (req: Request, res: Response) => void
  /** The same headers, for an address whose request cannot be read. */
  readonly headersFor: (address: string | undefined) => Readonly<Record<string, number>>
}

export function createRateLimit({ rates }: { rates: RateCounters }): RateLimit {
  const show = (req: Request, res: Response) => {
    if (req.exchange.standing) return
    const { principal, operation } = req.exchange
    setHeaders(
      req,
      res,
      principal && operation
        ? rates.peek(principal.account.id, accountLimits(operation.allowance, principal.account))
        : rates.peek(addressSubject(req.ip), publicLimits(operation?.allowance ?? 'public')),
    )
  }

  const take = (req: Request, res: Response, subject: string, limits: readonly Limit[]) => {
    const standing = rates.take(subject, limits)
    setHeaders(req, res, standing)
    if (!standing.allowed) throw tooMany(standing.retryAfterSeconds)
  }

  const countAddress: RateLimit['countAddress'] = (req, res, allowance) => {
    const address = addressSubject(req.ip)
    if (allowance === 'public') return take(req, res, address, publicLimits('public'))
    take(req, res, address, SERVICE_LIMITS)
    setHeaders(req, res, rates.peek(address, publicLimits(allowance)))
  }

  const count: RequestHandler = (req, res, next) => {
    const { allowance } = operationOf(req)
    const { principal } = req.exchange
    const address = addressSubject(req.ip)
    if (allowance === 'service') countAddress(req, res, allowance)
    else if (allowance === 'free') show(req, res)
    else if (principal) take(req, res, principal.account.id, accountLimits(allowance, principal.account))
    else take(req, res, address, publicLimits(allowance))
    next()
  }

  const countMistake = (req: Request, res: Response) => take(req, res, addressSubject(req.ip), MISTAKE_LIMITS)

  const headersFor = (address: string | undefined) =>
    headersOf(rates.peek(addressSubject(address), publicLimits('public')))

  return { count, countAddress, show, countMistake, headersFor }
}

function setHeaders(req: Request, res: Response, standing: Standing) {
  req.exchange.standing = standing
  for (const [name, value] of Object.entries(headersOf(standing))) res.setHeader(name, value)
}

const headersOf = ({ remaining, resetAt }: Standing) => ({
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
