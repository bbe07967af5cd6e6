import type { RequestHandler } from 'express'
import { ServiceError } from '../errors.ts'
import type { Authenticate } from '../ports.ts'
import { operationOf } from './exchange.ts'

/** The longest credential worth looking up; a session token is some hundred characters. */
const CREDENTIAL = /^Bearer +([\x21-\x7e]{1,4096}) *$/i

/** Asks who is calling, where the document says bearer. */
export const createCredentialCheck =
  ({ authenticate }: { authenticate: Authenticate }): RequestHandler =>
  async (req, _res, next) => {
    if (!operationOf(req).bearer) return next()
    const header = req.headers.authorization
    const credential = header === undefined ? undefined : CREDENTIAL.exec(header)?.[1]
    const principal = credential === undefined ? undefined : await authenticate(credential)
    if (!principal) throw unauthorized(header)
    req.exchange.principal = principal
    next()
  }

const unauthorized = (header: string | undefined) =>
  new ServiceError(
    'unauthorized',
    header === undefined
      ? 'Send an API key or a session token as "Authorization: Bearer …".'
      : 'The credential is not valid: unknown, revoked, expired or not of the form "Bearer …".',
  )

/** Asks whether the credential may do this. */
export const checkScope: RequestHandler = (req, _res, next) => {
  const { scope } = operationOf(req)
  const { principal } = req.exchange
  if (scope === undefined || !principal) return next()
  if (scope === 'admin' && principal.account.role !== 'admin') {
    throw new ServiceError('admin_only', 'This is for administrators of this server.')
  }
  if (!principal.scopes.has(scope)) {
    throw new ServiceError('scope_missing', `This credential lacks the scope "${scope}".`, { scope })
  }
  next()
}
