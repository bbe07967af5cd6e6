import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import type { Db } from '../database/open-database.ts'
import type { EventLog } from '../events/log/event-log.ts'
import { catalogueOf } from './catalogue.ts'
import { createBookCardpay } from './inbound/book-cardpay.ts'
import { createBookRegionalpay } from './inbound/book-regionalpay.ts'
import { createInboundEvents } from './inbound/inbound-events.ts'
import { createPurchaseBooks } from './purchase-books.ts'
import { createSubscriptionBooks } from './subscription-books.ts'

export interface PaymentDependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly events: Pick<EventLog, 'append'>
}

export type Payments = ReturnType<typeof createPayments>

/** Payments of all providers: their books, subscriptions, and the events that they send. */
export function createPayments(dependencies: PaymentDependencies) {
  const books = createPurchaseBooks(dependencies)
  const known = { books, catalogue: catalogueOf(undefined) }
  const bookers = { cardpay: createBookCardpay(known), regionalpay: createBookRegionalpay(known) }
  const subscriptions = createSubscriptionBooks({ ...dependencies, books })
  return { books, subscriptions, inbound: createInboundEvents({ ...dependencies, bookers }) }
}
