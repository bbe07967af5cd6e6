import type { RequestHandler } from 'express'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { HOUR_MS } from '../../base/durations.ts'

/** A proxy whose callers share the limits of one address, because too few proxies are trusted. */
export interface UncoveredProxy {
  readonly address: string
  /** The number of proxies that are trusted. */
  readonly trusted: number
}

/** Addresses that callers from elsewhere do not have. */
const INNER = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/**
 * The stage that notices a proxy that is not covered: a request has more forwarded addresses than proxies are trusted, and what
 * counts as its caller is an address of an inner network. The log says so once.
 *
 * @param deps.note Remembers it for other processes, once an hour.
 */
export function createProxyWatch(deps: {
  readonly trustProxy: number
  readonly logger: Pick<Logger, 'warn'>
  readonly noteProxy?: ((proxy: UncoveredProxy) => void) | undefined
  /** Milliseconds of a clock that cannot be set. */
  readonly elapsed?: () => number
}): RequestHandler {
  const { trustProxy: trusted, logger, noteProxy, elapsed = () => performance.now() } = deps
  let noted = Number.NEGATIVE_INFINITY
  return (req, _res, next) => {
    const forwarded = req.headers['x-forwarded-for']
    if (forwarded === undefined || elapsed() - noted < HOUR_MS) return next()
    const isLonger = String(forwarded).split(',').length > trusted
    if (isLonger && req.ip !== undefined && isInner(req.ip)) {
      const isFirst = noted === Number.NEGATIVE_INFINITY
      noted = elapsed()
      if (isFirst) logger.warn({ proxy: req.ip, trusted }, uncovered({ address: req.ip, trusted }))
      noteProxy?.({ address: req.ip, trusted })
    }
    next()
  }
}

const isInner = (address: string): boolean => ipaddr.isValid(address) && INNER.has(ipaddr.process(address).range())

/** A sentence for the operator. */
export const uncovered = ({ address, trusted }: UncoveredProxy): string =>
  `requests come through a proxy at ${address} that PLATELIGHT_TRUST_PROXY (${trusted}) does not cover, so all its callers share the limits of one address: set it to the number of proxies in front, ${trusted + 1} if this is the last one`
