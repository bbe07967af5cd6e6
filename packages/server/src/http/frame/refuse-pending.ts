import type { RequestHandler } from 'express'
import { ServiceError } from '../../base/service-error.ts'
import type { Endpoint } from './endpoint-table.ts'
import { endpointOf } from './request-context.ts'

/** Refuses what is in the contract and not built yet, after everything that the contract asks of the caller. */
export const refusePending: RequestHandler = (req, _res, next) => {
  throwIfPending(endpointOf(req), req.context.body)
  next()
}

/** @throws ServiceError `not_implemented` for an endpoint, or a feature that the body asks for. */
export function throwIfPending({ pending, pendingFeatures }: Endpoint, body: unknown): void {
  if (pending) throw new ServiceError('not_implemented', 'This operation is not part of this version of the server.')

  const feature = pendingFeatures.find(({ part }) => contains(body, part))
  if (feature) throw new ServiceError('not_implemented', feature.sentence)
}

/** Whether `value` has everything that `part` has; further fields do not matter. A part null is there unless it is empty. */
function contains(value: unknown, part: unknown): boolean {
  if (part === null) return value !== undefined && value !== null && value !== ''
  if (typeof part !== 'object') return value === part
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(part).every(([name, inner]) => contains((value as Record<string, unknown>)[name], inner))
}
