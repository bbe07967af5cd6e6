import { InvalidArgumentError } from 'commander'
import { PLANS, type Plan } from '../base/account-plan.ts'
import { ServiceError } from '../base/service-error.ts'
import { isMoment } from '../contract/date-time-format.ts'
import { LEAD_KINDS, type LeadKind } from '../leads/lead-rules.ts'

/** Types of option values. Commander prints the sentence of a refusal after the option's name. */

export function emailAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) || text.length > 254)
    throw new InvalidArgumentError('It is not an e-mail address.')
  return text
}

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 1_000_000_000)
    throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  return value
}

export function positiveNumber(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be at least 1.')
  return value
}

/** A limit, or none. Not null, which commander would replace by an empty text. */
export const limitOrNone = (text: string): number | 'none' => (text === 'none' ? text : positiveNumber(text))

export function leadKind(text: string): LeadKind {
  const found = LEAD_KINDS.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(`It must be one of ${LEAD_KINDS.join(', ')}.`)
  return found
}

export function keyPrefix(text: string): string {
  if (!/^pl_live_[0-9A-Za-z]+$/.test(text)) throw new InvalidArgumentError('It must begin like a key: pl_live_4Qm2.')
  return text
}

export function plan(text: string): Plan {
  const found = PLANS.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!found) throw new InvalidArgumentError(`It must be one of ${PLANS.join(', ')}.`)
  return found
}

export function moment(text: string): string {
  if (isMoment(text)) return new Date(text).toISOString()
  throw new InvalidArgumentError('It must be a time such as 2026-11-21T10:00:00Z.')
}

/**
 * What a command erases: something by its id, or everything about an address.
 *
 * @throws ServiceError `bad_request` for both or neither.
 */
export function idOrEmail(
  id: string | undefined,
  { email }: { readonly email?: string },
): { readonly id: string } | { readonly email: string } {
  if (id !== undefined && email === undefined) return { id }
  if (email !== undefined && id === undefined) return { email }
  throw new ServiceError('bad_request', 'Name what is to be erased: either an id, or --email with an address.')
}
