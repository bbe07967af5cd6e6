import type { Request } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import type { Endpoint } from '../frame/endpoint-table.ts'
import type { BodyKind } from '../validation/sub-document.ts'

/** Which of the media types of an endpoint a request sends. */
export function bodyKind(req: Request, { body }: Endpoint): BodyKind {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (body?.json && (type === 'application/json' || /^application\/[^/]+\+json$/.test(type))) return 'json'
  if (body?.form && type === 'multipart/form-data') return 'form'
  if (body?.urlencoded && type === 'application/x-www-form-urlencoded') return 'urlencoded'

  const wanted = [
    body?.json && 'application/json',
    body?.form && 'multipart/form-data',
    body?.urlencoded && 'application/x-www-form-urlencoded',
  ].filter(Boolean)
  throw new ServiceError(
    'unsupported_media_type',
    `Send ${wanted.join(' or ')}${type && `, not ${type.slice(0, 100)}`}.`,
  )
}

/**
 * What stands in for a body that was not sent: an empty one where that brings the defaults, or where a required
 * one is missing and each of its fields is to be named; nothing where the body is optional but has a shape.
 */
export function absentBody({ body }: Endpoint): { kind: BodyKind | undefined; body: unknown } {
  const kind = body && (['json', 'form', 'urlencoded'] as const).find((one) => body[one])
  const schema = kind && body[kind]
  const empty = schema !== undefined && (body?.required || (schema.required ?? []).length === 0)
  return empty ? { kind, body: {} } : { kind: undefined, body: undefined }
}
