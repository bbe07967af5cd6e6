import type { Config } from '../base/config/server-config.ts'
import { lazily } from '../base/lazily.ts'
import { type Catalogue, catalogueOf } from '../base/plans/plan-catalogue.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import type { CreditLedger } from '../credits/credit-ledger.ts'
import type { Db } from '../database/open-database.ts'
import type { EventLog } from '../events/log/event-log.ts'
import { createApiClient } from '../net/api/api-client.ts'
import type { Net } from '../net/net-part.ts'
import { createAppstoreBooks } from './appstore/appstore-books.ts'
import { createAppstorePurchases } from './appstore/appstore-purchases.ts'
import { createBookAppstore } from './appstore/book-appstore.ts'
import { createBookCardpay } from './cardpay/book-cardpay.ts'
import { createCardSubscriptions } from './cardpay/card-subscriptions.ts'
import { createGivenPlans } from './given-plans.ts'
import { createBookRegionalpay } from './inbound/book-regionalpay.ts'
import { createInboundEvents } from './inbound/inbound-events.ts'
import { createPlanPayments } from './plan-payments.ts'
import { createPurchaseBooks } from './purchase-books.ts'
import { createReconcileSubscriber } from './subscriber/reconcile-subscriber.ts'
import { createSubscriberApi } from './subscriber/subscriber-api.ts'
import { createSubscribers } from './subscriber/subscribers.ts'
import { createSubscriptionBooks } from './subscription-books.ts'

export interface PaymentDependencies {
  readonly config: Config
  readonly db: Db
  readonly ids: Ids
  readonly clock: Clock
  readonly ledger: CreditLedger
  readonly events: Pick<EventLog, 'append'>
  readonly net: Pick<Net, 'forApis'>
  readonly catalogue: Catalogue
}

export type Payments = ReturnType<typeof createPayments>

/** A person may wait for the provider meanwhile. */
const PROVIDER_MS = 10_000
const MAX_REPLY_BYTES = 2_000_000

/** Payments of all providers: their books, subscriptions, and the events that they send. */
export function createPayments(dependencies: PaymentDependencies) {
  const { config, net } = dependencies
  const { appstore: settings, subscriptions: provider, eventDays: contentDays } = config.payments
  const books = createPurchaseBooks(dependencies)
  const catalogue = catalogueOf(settings.bundleId, dependencies.catalogue)
  const given = createGivenPlans({ ...dependencies, plans: catalogue.plans })
  const subscriptions = createSubscriptionBooks({ ...dependencies, books, given })
  const plans = createPlanPayments({ ...dependencies, books, subscriptions })
  const known = { ...dependencies, books, plans, subscriptions, catalogue }

  const client = lazily(() =>
    createApiClient({
      service: 'the subscription provider',
      operatorHosts: new Set(provider.url === undefined ? [] : [new URL(provider.url).host]),
      ...net.forApis,
      secrets: provider.key === undefined ? [] : [provider.key],
      timeoutMs: PROVIDER_MS,
      maxBytes: MAX_REPLY_BYTES,
    }),
  )
  const api = createSubscriberApi(provider, (url, init) => client().fetch(url, init))
  const reconcile = createReconcileSubscriber({ ...known, environments: settings.environments })
  const subscribers = createSubscribers({ ...dependencies, api, reconcile })
  const appstoreBooks = createAppstoreBooks(known)
  const bookers = {
    cardpay: createBookCardpay({ ...known, subscriptions: createCardSubscriptions(known) }),
    regionalpay: createBookRegionalpay(known),
    appstore: createBookAppstore(appstoreBooks),
    subscriptions: subscribers.book,
  }
  const inbound = createInboundEvents({ ...dependencies, bookers, contentDays })
  const appstore = createAppstorePurchases({ ...dependencies, settings, books: appstoreBooks, inbound })
  return { books, catalogue, subscriptions, subscribers, appstore, inbound, close: () => client().close() }
}
