import type { RequestHandler } from 'express'
import { type ErrorCode, ServiceError } from '../../base/service-error.ts'
import { hasUnknownExpectation } from './expect-continue.ts'

/** The stage that refuses requests that HTTP forbids, or that a proxy could understand differently. */
export const refuseMalformed: RequestHandler = (req, res, next) => {
  const found = problemOf(hasUnknownExpectation(req), req.httpVersion, req.rawHeaders)
  if (!found) return next()
  res.setHeader('Connection', 'close')
  throw new ServiceError(...found)
}

function problemOf(
  expectsMore: boolean,
  httpVersion: string,
  rawHeaders: readonly string[],
): [ErrorCode, string] | undefined {
  if (expectsMore)
    return ['expectation_failed', 'The Expect header may only be 100-continue. Send the request without it.']
  // Names have even indexes, values odd ones.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return ['bad_request', 'The request has more than one Host header. Send exactly one.']
  if (hosts === 0 && httpVersion === '1.1') return ['bad_request', 'An HTTP/1.1 request needs a Host header.']
  return undefined
}
