import type { RequestHandler } from 'express'
import type { HasAnonymousSession } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { anonymousTokenOf } from '../../base/visitors/anonymous-token.ts'
import { createCookies } from './handler-cookies.ts'
import { endpointOf } from './request-context.ts'

/**
 * The stage that requires an anonymous session where the document marks it, before the body is read. So a stranger who has no
 * session cannot send a photo.
 */
export const createAnonymousSessionCheck =
  ({
    hasAnonymousSession,
    secureCookies,
  }: {
    readonly hasAnonymousSession: HasAnonymousSession
    readonly secureCookies: () => boolean
  }): RequestHandler =>
  async (req, res, next) => {
    if (!endpointOf(req).needsAnonymousSession) return next()
    const token = anonymousTokenOf({
      header: (name) => req.get(name),
      cookies: createCookies(req, res, secureCookies()),
    })
    if (token === undefined || !(await hasAnonymousSession(token))) throw noAnonymousSession(token)
    next()
  }

const noAnonymousSession = (token: string | undefined) =>
  new ServiceError(
    'unauthorized',
    token === undefined
      ? 'Send the token of an anonymous session as header X-Anonymous-Session or cookie pl_anon. POST /api/mobile/anonymous-session creates one.'
      : 'The anonymous session is unknown, or its 24 hours are over. POST /api/mobile/anonymous-session creates a new one.',
  )
