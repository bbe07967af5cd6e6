import cors from 'cors'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** For answers that are data: nothing in them may run, and pictures may be shown on any page. */
export const createSecurityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })

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
export const createCrossOrigin = (): RequestHandler =>
  cors({
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
  })
