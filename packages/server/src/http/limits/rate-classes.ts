import type { Account } from '../../base/account-plan.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '../../base/durations.ts'
import type { Catalogue } from '../../base/plans/plan-catalogue.ts'
import type { OperationObject } from '../../contract/openapi-types.ts'
import type { Limit } from './rate-counters.ts'

/**
 * The rate classes. They decide which limits a request counts against:
 *
 * - `v1`, `api`: the two families; per account, shared by all its keys.
 * - `public`: without a credential; per address. `careful` is for sign-in, forms and everything that sends mail.
 * - `receiver`: events of payment providers, which have limits of their own.
 * - `service`: what anybody may ask about the server. It has limits of its own, so it uses up none of the others.
 * - `free`: what is asked for often, and costs little. It has only the limit against floods.
 */
export const RATE_CLASSES = ['v1', 'api', 'public', 'careful', 'receiver', 'service', 'free'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

/** The rate class of an endpoint in the document. @throws Error when it has none */
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
/** The limit of one address for wrong credentials, unknown paths and unknown methods. It is separate from all other limits. */
export const MISTAKE_LIMITS = [window('mistakes', MINUTE_SECONDS, 120)]

/**
 * The limit of one address for what has no other: files, `/health`, preflights of browsers. It is far above what people and
 * monitoring ask for, and counts in each process by itself, because none of these may wait for a database.
 */
export const FLOOD_LIMITS = [window('flood', MINUTE_SECONDS, 6_000)]

/** The limits of an address without an account. Replies of the service endpoints show the ordinary public limit. */
export const publicLimits = (rateClass: RateClass): readonly Limit[] => {
  if (rateClass === 'careful') return CAREFUL_LIMITS
  return rateClass === 'receiver' ? RECEIVER : PUBLIC
}

/** The limits of an account in a rate class. An empty list means unlimited. */
export type AccountLimits = (rateClass: RateClass, account: Account) => readonly Limit[]

/** The limits of accounts: those of the plan, or the account's own where the plan has none. */
export function createAccountLimits(plans: Catalogue['plans']): AccountLimits {
  const ofPlan = Object.fromEntries(
    Object.entries(plans).map(([plan, { api, v1 }]) => [
      plan,
      {
        api: api && [window('minute', MINUTE_SECONDS, api.perMinute), window('day', DAY_SECONDS, api.perDay)],
        v1: v1 && [bucket(v1.perMinute, v1.burst)],
      },
    ]),
  )
  return (rateClass, account) => {
    if (rateClass === 'careful') return CAREFUL_LIMITS
    return ofPlan[account.plan]?.[rateClass === 'v1' ? 'v1' : 'api'] ?? ownLimits(rateClass, account)
  }
}

function ownLimits(rateClass: RateClass, { customPerMinute, customPerDay }: Account): readonly Limit[] {
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
