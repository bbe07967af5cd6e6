import type { RequestHandler } from 'express'
import { type ErrorCode, ServiceError } from '../../base/service-error.ts'
import type { RouteTable } from '../endpoints/route-table.ts'
import type { RateLimit } from './rate-limit-stage.ts'
import { endpointOf } from './request-context.ts'

/** The stage that finds the endpoint: 404 for an unknown path, 405 for another method. */
export const createRouting =
  ({ routes, countMistake }: { routes: RouteTable } & Pick<RateLimit, 'countMistake'>): RequestHandler =>
  async (req, res, next) => {
    const found = routes.find(req.method, req.path)
    if (!found || 'allow' in found) await countMistake(req, res)
    if (!found) throw noSuchEndpoint(req.path)
    if ('allow' in found) {
      res.setHeader('Allow', found.allow.join(', '))
      throw new ServiceError('method_not_allowed', `This endpoint takes ${found.allow.join(', ')}, not ${req.method}.`)
    }
    req.context.endpoint = found.endpoint
    req.context.path = found.path
    next()
  }

export const noSuchEndpoint = (path: string) =>
  new ServiceError('not_found', `There is no endpoint ${path.slice(0, 200)}.`)

/** The stage that refuses retired endpoints with 410 and says what replaced them. */
export const createRetiredCheck =
  ({ docsUrl }: { docsUrl: (code: ErrorCode) => string }): RequestHandler =>
  (req, res, next) => {
    const { retired } = endpointOf(req)
    if (retired === undefined) return next()
    res.setHeader('Deprecation', RETIRED_SINCE)
    res.setHeader('Link', `<${docsUrl('endpoint_retired')}>; rel="deprecation"; type="text/html"`)
    throw new ServiceError('endpoint_retired', retired)
  }

/**
 * RFC 9745 requires a date. All retired endpoints were retired before the first release, so the date is the start of that year.
 */
const RETIRED_SINCE = `@${Date.UTC(2026, 0, 1) / 1000}`
