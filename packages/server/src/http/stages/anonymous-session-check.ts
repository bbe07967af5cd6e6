import type { RequestHandler } from 'express'
import type { HasAnonymousSession } from '../../base/ports.ts'
import { ServiceError } from '../../base/service-error.ts'
import { anonymousTokenOf } from '../../base/visitors/anonymous-token.ts'
import { createCookies } from './handler-cookies.ts'
import { endpointOf, hasBody } from './request-context.ts'

/**
 * The stages that require an anonymous session where the document marks it. Its token may stand in a field of the form, which is
 * known only after the body. So an unknown token in the header is refused before a photo is received, and so is a request without
 * a body; any other is refused after it.
 */
export function createAnonymousSessionChecks({
  hasAnonymousSession,
  secureCookies,
}: {
  readonly hasAnonymousSession: HasAnonymousSession
  readonly secureCookies: () => boolean
}): { readonly beforeBody: RequestHandler; readonly afterBody: RequestHandler } {
  const check: RequestHandler = async (req, res, next) => {
    if (!endpointOf(req).needsAnonymousSession) return next()
    const { session_token: field } = (req.context.body ?? {}) as { session_token?: unknown }
    const token = anonymousTokenOf({
      header: (name) => req.get(name),
      field: typeof field === 'string' ? field : undefined,
      cookies: createCookies(req, res, secureCookies()),
    })
    if (token === undefined || !(await hasAnonymousSession(token))) throw noAnonymousSession(token)
    req.context.visitor = token
    next()
  }
  return {
    beforeBody: (req, res, next) => {
      const isKnownLater = hasBody(req) && anonymousTokenOf({ header: (name) => req.get(name) }) === undefined
      return isKnownLater ? next() : check(req, res, next)
    },
    afterBody: check,
  }
}

const noAnonymousSession = (token: string | undefined) =>
  new ServiceError(
    'unauthorized',
    token === undefined
      ? 'Send the token of an anonymous session as header X-Anonymous-Session, field session_token or cookie pl_anon. POST /api/mobile/anonymous-session creates one.'
      : 'The anonymous session is unknown, or its 24 hours are over. POST /api/mobile/anonymous-session creates a new one.',
  )
