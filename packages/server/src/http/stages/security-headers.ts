import cors from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { DAY_SECONDS } from '../../base/durations.ts'

/** Headers for replies that are data: nothing in them may run, and any page may show the pictures. */
export const createSecurityHeaders = (): RequestHandler =>
  sameForAll(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  )

const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Ignored-Fields',
  'Idempotency-Replayed',
  'Deprecation',
  'Link',
  'Allow',
  'ETag',
  'Content-Range',
  'Content-Disposition',
]

/** Any page may call the API: credentials travel in a header that no browser adds by itself. Cookies stay behind. */
export function createCrossOrigin(methods: ReadonlySet<string>): RequestHandler {
  const preflight = cors({
    origin: '*',
    methods: [...new Set(['GET', 'HEAD', ...methods])],
    exposedHeaders: EXPOSED,
    maxAge: DAY_SECONDS,
  })
  const others = sameForAll(preflight)
  return (req, res, next) => (req.method === 'OPTIONS' ? preflight(req, res, next) : others(req, res, next))
}

/** Runs a middleware that sets the same headers on every reply once, and then sets the headers it set. */
function sameForAll(middleware: RequestHandler): RequestHandler {
  const headers: [string, string][] = []
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  middleware({ method: 'GET', headers: {} } as Request, recorder as unknown as Response, () => undefined)
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}
