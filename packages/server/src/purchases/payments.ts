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

interface Dependencies {
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly events: Pick<EventLog, 'append'>
}

/** Payments of all providers: their books, and the events that they send. */
export function createPayments(dependencies: Dependencies) {
  const books = createPurchaseBooks(dependencies)
  const known = { books, catalogue: catalogueOf(undefined) }
  const bookers = { cardpay: createBookCardpay(known), regionalpay: createBookRegionalpay(known) }
  return { books, inbound: createInboundEvents({ ...dependencies, bookers }) }
}
