import type { RequestHandler } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import type { Endpoint } from '../endpoints/endpoint-table.ts'
import { endpointOf } from './request-context.ts'

/** The stage that refuses what is in the contract but not built yet. It follows validation, so a request is valid first. */
export const refusePending: RequestHandler = (req, _res, next) => {
  throwIfPending(endpointOf(req), req.context.body)
  next()
}

/** @throws ServiceError `not_implemented` for an endpoint, or for a feature that the body requests. */
export function throwIfPending({ pending, pendingFeatures }: Endpoint, body: unknown): void {
  if (pending) throw new ServiceError('not_implemented', 'This operation is not part of this version of the server.')

  const feature = pendingFeatures.find(({ part }) => contains(body, part))
  if (feature) throw new ServiceError('not_implemented', feature.sentence)
}

/** Whether `value` has all fields of `part`. In `part`, null stands for any value but an empty text. */
function contains(value: unknown, part: unknown): boolean {
  if (part === null) return value !== undefined && value !== null && value !== ''
  if (typeof part !== 'object') return value === part
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(part).every(([name, inner]) => contains((value as Record<string, unknown>)[name], inner))
}
