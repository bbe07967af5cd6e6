import type { Request, RequestHandler, Response } from 'express'
import { ServiceError } from '../errors.ts'
import { addressSubject } from './address.ts'
import { accountLimits, publicLimits } from './allowances.ts'
import { operationOf } from './exchange.ts'
import type { RateCounters, Standing } from './rates.ts'

export interface RateLimit {
  /** The stage: counts the request against its account, or its address where no account is known. */
  readonly count: RequestHandler
  /** Counts a request that belongs to no operation against its address. @throws ServiceError `rate_limited` */
  readonly countAddress: (req: Request, res: Response) => void
  /** Puts the headers on an answer that was not counted; does nothing when they are there. */
  readonly show: (req: Request, res: Response) => void
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

  const count: RequestHandler = (req, res, next) => {
    const { allowance } = operationOf(req)
    if (allowance === 'free') {
      show(req, res)
      return next()
    }

    const { principal } = req.exchange
    const standing = principal
      ? rates.take(principal.account.id, accountLimits(allowance, principal.account))
      : rates.take(addressSubject(req.ip), publicLimits(allowance))
    admit(req, res, standing)
    next()
  }

  const countAddress = (req: Request, res: Response) =>
    admit(req, res, rates.take(addressSubject(req.ip), publicLimits('public')))

  return { count, countAddress, show }
}

function admit(req: Request, res: Response, standing: Standing) {
  setHeaders(req, res, standing)
  if (!standing.allowed) throw tooMany(standing.retryAfterSeconds)
}

function setHeaders(req: Request, res: Response, standing: Standing) {
  req.exchange.standing = standing
  res.setHeader('X-RateLimit-Remaining', standing.remaining)
  res.setHeader('X-RateLimit-Reset', standing.resetAt)
}

const tooMany = (seconds: number) =>
  new ServiceError(
    'rate_limited',
    `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    {},
    seconds,
  )
