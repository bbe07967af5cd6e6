import cors from 'cors'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'

/** For answers that are data: nothing in them may run, and pictures may be shown on any page. */
export const createSecurityHeaders = (): RequestHandler =>
  alike(
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

/** Credentials travel in a header that no browser adds by itself, so any page may call, without cookies. */
export function createCrossOrigin(methods: ReadonlySet<string>): RequestHandler {
  const asked = cors({
    origin: '*',
    methods: [...new Set(['GET', 'HEAD', ...methods])],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
  })
  const others = alike(asked)
  return (req, res, next) => (req.method === 'OPTIONS' ? asked(req, res, next) : others(req, res, next))
}

/** A middleware that sets the same headers on every answer is asked once for all of them. */
function alike(middleware: RequestHandler): RequestHandler {
  const headers: [string, string][] = []
  const noting = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  middleware({ method: 'GET', headers: {} } as Request, noting as unknown as Response, () => undefined)
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}
