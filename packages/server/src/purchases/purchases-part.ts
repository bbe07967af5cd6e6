import { part } from '../base/compose.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { ownedTables } from '../database/owned-tables.ts'
import { createPayments, type PaymentDependencies } from './payments.ts'
import { subscriptionRepository } from './subscription-repository.ts'

/** Payments of all providers, and the subscriptions that renew or end by themselves. */
export const purchasesPart = part((needs: PaymentDependencies) => {
  const payments = createPayments(needs)
  return {
    provides: { payments },
    timetable: [
      {
        name: 'renew-subscriptions',
        every: 'minute',
        work: () => payments.subscriptions.settleDue(),
        failure: 'not all subscriptions that are due were renewed or ended',
      },
      {
        name: 'book-payment-events',
        every: 'minute',
        work: payments.inbound.bookDue,
        failure: 'payment events that are due were not booked',
      },
      {
        name: 'clear-payment-events',
        every: 'hour',
        work: payments.inbound.clear,
        failure: 'the content of old payment events was not cleared',
      },
    ],
    owns: ownedTables({
      // Purchases are kept with the ledger, so that none is booked again.
      purchases: { key: 'transaction_id', file: 'purchases', erasedApart: true },
      subscriptions: { key: 'id', file: 'subscriptions', erasedApart: true },
      store_identifiers: { key: 'value', file: 'store-identifiers' },
      // Ids and outcomes stay, so that a repetition is still known; what they say about the account is cleared.
      inbound_events: { key: 'id', file: null, erasedApart: true },
    }),
    async erase({ id }) {
      await inTransaction(needs.db, (tx) => subscriptionRepository(tx).detach(id))
      await payments.inbound.clearOf(id)
    },
    close: payments.close,
  }
})
