import type { Account, Plan } from '../../base/account-plan.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '../../base/durations.ts'
import type { OperationObject } from '../../contract/openapi-types.ts'
import type { Limit } from './rate-counters.ts'

/**
 * Which limits a request counts against:
 *
 * - `v1`, `api`: the two families, per account, shared by all its keys;
 * - `public`: without a credential, per address; `careful` for sign-in, forms and whatever sends mail;
 * - `receiver`: events of payment providers, a bucket of their own;
 * - `service`: what anybody may ask about the server, a bucket of its own that takes nothing from the others;
 * - `free`: carries the headers and counts nothing.
 */
export const RATE_CLASSES = ['v1', 'api', 'public', 'careful', 'receiver', 'service', 'free'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

/** What the document marks an operation with. @throws Error where it marks it with none of them */
export function rateClassOf({ operationId, 'x-rate-class': marked }: OperationObject): RateClass {
  const found = RATE_CLASSES.find((one) => one === marked)
  if (!found) throw new Error(`${operationId} is in no rate class: x-rate-class is ${String(marked)}.`)
  return found
}

const window = (name: string, seconds: number, max: number): Limit => ({ kind: 'window', name, seconds, max })
const bucket = (perMinute: number, burst: number): Limit => ({ kind: 'bucket', name: 'v1', size: burst, perMinute })

const PUBLIC = [window('public', MINUTE_SECONDS, 60)]
const CAREFUL_LIMITS = [window('careful', MINUTE_SECONDS, 5)]
const RECEIVER = [window('receiver', MINUTE_SECONDS, 1000)]
export const SERVICE_LIMITS = [window('service', MINUTE_SECONDS, 300)]
/** Wrong credentials, unknown paths and methods from one address, which do not count against its other limits. */
export const MISTAKE_LIMITS = [window('mistakes', MINUTE_SECONDS, 120)]

/** Starter, Growth and Pro are shown alike; Free gets Starter's numbers. */
const API = [window('minute', MINUTE_SECONDS, 60), window('day', DAY_SECONDS, 1000)]

const V1: Readonly<Record<Exclude<Plan, 'Enterprise'>, readonly Limit[]>> = {
  Free: [bucket(10, 20)],
  Starter: [bucket(30, 60)],
  Growth: [bucket(60, 120)],
  Pro: [bucket(120, 240)],
}

/** The limits of an address without an account. Replies of the service endpoints show the ordinary public limit. */
export const publicLimits = (rateClass: RateClass): readonly Limit[] => {
  if (rateClass === 'careful') return CAREFUL_LIMITS
  return rateClass === 'receiver' ? RECEIVER : PUBLIC
}

/** What an account may do; no limits at all is unlimited. */
export function accountLimits(rateClass: RateClass, account: Account): readonly Limit[] {
  if (rateClass === 'careful') return CAREFUL_LIMITS
  if (account.plan !== 'Enterprise') return rateClass === 'v1' ? V1[account.plan] : API

  const { customPerMinute, customPerDay } = account
  const perMinute =
    customPerMinute === null
      ? []
      : // As on every plan of the /v1 family, a burst is two minutes' worth.
        [
          rateClass === 'v1'
            ? bucket(customPerMinute, 2 * customPerMinute)
            : window('minute', MINUTE_SECONDS, customPerMinute),
        ]
  return customPerDay === null ? perMinute : [...perMinute, window('day', DAY_SECONDS, customPerDay)]
}
