import type { RequestHandler } from 'express'
import { ServiceError } from '../errors.ts'
import { operationOf } from './exchange.ts'
import type { Operation } from './operations.ts'

/** Refuses what is in the contract and not built yet, after everything that the contract asks of the caller. */
export const refusePending: RequestHandler = (req, _res, next) => {
  throwIfPending(operationOf(req), req.exchange.body)
  next()
}

/** @throws ServiceError `not_implemented` for an operation, or a feature that the body asks for. */
export function throwIfPending({ pending, pendingFeatures }: Operation, body: unknown): void {
  if (pending) throw new ServiceError('not_implemented', 'This operation is not built yet.')

  const feature = pendingFeatures.find((part) => contains(body, part))
  if (feature !== undefined) {
    throw new ServiceError('not_implemented', `${named(feature).join(', ')} is not built yet; leave it out.`)
  }
}

/** The fields of a feature as a caller would name them: `options.remove_background`. */
function named(part: unknown, path = ''): string[] {
  if (typeof part !== 'object' || part === null) return [path]
  return Object.entries(part).flatMap(([name, inner]) => named(inner, path === '' ? name : `${path}.${name}`))
}

/** Whether `value` has everything that `part` has; further fields do not matter. A part null is there unless it is empty. */
function contains(value: unknown, part: unknown): boolean {
  if (part === null) return value !== undefined && value !== null && value !== ''
  if (typeof part !== 'object') return value === part
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(part).every(([name, inner]) => contains((value as Record<string, unknown>)[name], inner))
}
