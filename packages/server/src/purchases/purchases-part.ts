import { part } from '../base/compose.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { ownedTables } from '../database/owned-tables.ts'
import { createPayments, type PaymentDependencies } from './payments.ts'
import { subscriptionRepository } from './subscription-repository.ts'

/** Payments of all providers, and the subscriptions that end by themselves. */
export const purchasesPart = part((needs: PaymentDependencies) => {
  const payments = createPayments(needs)
  return {
    provides: { payments },
    timetable: [
      {
        name: 'lapsed-subscriptions',
        every: 'minute',
        work: () => payments.subscriptions.endLapsed(),
        failure: 'lapsed subscriptions could not be ended',
      },
    ],
    owns: ownedTables({
      // Purchases are kept with the ledger, so that none is booked again.
      purchases: { key: 'transaction_id', file: 'purchases', erasedApart: true },
      subscriptions: { key: 'id', file: 'subscriptions', erasedApart: true },
      store_identifiers: { key: 'value', file: 'store-identifiers' },
    }),
    erase: ({ id }) => inTransaction(needs.db, (tx) => subscriptionRepository(tx).detach(id)),
  }
})
