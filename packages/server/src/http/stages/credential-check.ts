import type { RequestHandler } from 'express'
import type { Authenticate } from '../../base/ports.ts'
import { accountDisabled, ServiceError } from '../../base/service-error.ts'
import type { RateLimit } from './rate-limit-stage.ts'
import { endpointOf, hasBody } from './request-context.ts'

/** Longer credentials are refused without a look-up. A session token has a few hundred characters. */
const CREDENTIAL = /^Bearer +([\x21-\x7e]{1,4096}) *$/i

/**
 * The stage that identifies the caller of a bearer endpoint. Wrong credentials count against their address. A good
 * credential from the same address is served, however many others were wrong.
 */
export const createCredentialCheck =
  ({ authenticate, countMistake }: { authenticate: Authenticate } & Pick<RateLimit, 'countMistake'>): RequestHandler =>
  async (req, res, next) => {
    if (!endpointOf(req).bearer) return next()
    const header = req.headers.authorization
    const principal = await callerOf(header, authenticate)
    if (!principal) {
      if (header !== undefined) await countMistake(req, res)
      throw unauthorized(header)
    }
    if (principal.account.disabled) throw accountDisabled()
    req.context.principal = principal
    next()
  }

/**
 * The stage that checks the credential again after a body has been read. The caller decides how long that takes, and the
 * credential may have ended meanwhile: by a password reset, a revocation or the first verification of the address.
 */
export const createCredentialRecheck =
  ({ authenticate }: { authenticate: Authenticate }): RequestHandler =>
  async (req, _res, next) => {
    if (!req.context.principal || !hasBody(req)) return next()
    const header = req.headers.authorization
    const principal = await callerOf(header, authenticate)
    if (!principal) throw unauthorized(header)
    if (principal.account.disabled) throw accountDisabled()
    req.context.principal = principal
    next()
  }

const callerOf = async (header: string | undefined, authenticate: Authenticate) => {
  const credential = header === undefined ? undefined : CREDENTIAL.exec(header)?.[1]
  return credential === undefined ? undefined : authenticate(credential)
}

const unauthorized = (header: string | undefined) =>
  new ServiceError(
    'unauthorized',
    header === undefined
      ? 'Send an API key or a session token as "Authorization: Bearer …".'
      : 'The credential is not valid. It is unknown, revoked or expired, or it does not have the form "Bearer …".',
  )

/** The stage that checks the scopes of the credential. */
export const checkScope: RequestHandler = (req, _res, next) => {
  const { scopes } = endpointOf(req)
  const { principal } = req.context
  if (!principal) return next()
  if (scopes.includes('admin') && principal.account.role !== 'admin') {
    throw new ServiceError('admin_only', 'This endpoint is for administrators of this server.')
  }
  const scope = scopes.find((one) => !principal.scopes.has(one))
  if (scope !== undefined) {
    throw new ServiceError('scope_missing', `This credential lacks the scope "${scope}".`, { scope })
  }
  next()
}

/**
 * The stage that requires a verified e-mail address for every change. The document marks the exceptions, so an endpoint
 * that is added later is protected by default.
 */
export const checkVerified: RequestHandler = (req, _res, next) => {
  const { account } = req.context.principal ?? {}
  if (!account || account.emailVerified || endpointOf(req).allowedUnverified) return next()
  throw new ServiceError(
    'email_not_verified',
    `The address ${account.email} of this account is not verified yet. Until then the account can read, upload photos and change settings. Open the link in the e-mail, or request a new one with POST /api/auth/resend-verification.`,
  )
}
