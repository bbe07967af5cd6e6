import type { Request } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import type { BodyKind, Endpoint } from '../endpoints/endpoint-table.ts'

/**
 * The kind of body that a request sends.
 *
 * @throws ServiceError `unsupported_media_type`
 */
export function bodyKind(req: Request, { body }: Endpoint): BodyKind {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (body?.json && (type === 'application/json' || /^application\/[^/]+\+json$/.test(type))) return 'json'
  if (body?.form && type === 'multipart/form-data') return 'form'
  if (body?.urlencoded && type === 'application/x-www-form-urlencoded') return 'urlencoded'

  const supported = [
    body?.json && 'application/json',
    body?.form && 'multipart/form-data',
    body?.urlencoded && 'application/x-www-form-urlencoded',
  ].filter(Boolean)
  throw new ServiceError(
    'unsupported_media_type',
    `Send ${supported.join(' or ')}${type && `, not ${type.slice(0, 100)}`}.`,
  )
}
