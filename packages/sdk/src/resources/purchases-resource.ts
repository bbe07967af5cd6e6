import type { WriteOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** Credits and plans that are bought in an app store. */
export const purchases = ({ get, post, send }: ResourceMethods) => ({
  /** Lists the products of the app store and the credits that each of them grants. Requires no key. */
  appstoreProducts: get('/api/mobile/appstore/products'),

  /**
   * Verifies a transaction of the app store and grants its credits, once however often it is sent.
   *
   * @throws BadRequestError `transaction_invalid` with `details.reason`; ConflictError `already_done` if another account has it.
   *
   * @example
   * const { credits } = await client.purchases.appstoreVerify({ signed_transaction: jwsRepresentation })
   */
  appstoreVerify: post('/api/mobile/appstore/verify-transaction'),

  /** Verifies the transactions of a restore, each for itself, and grants missing credits. */
  appstoreRestore: post('/api/mobile/appstore/restore'),

  /** Returns what an app reads before it offers a plan, with the ids under which stores and providers know the account. */
  subscriptionsConfig: get('/api/mobile/subscriptions/config'),

  /**
   * Reads the account's subscription from the subscription provider and grants missing credits. A repeat grants nothing more.
   *
   * @throws ServerError `provider_unavailable` while the provider does not answer.
   */
  subscriptionsSync: (options?: WriteOptions) => send('POST', '/api/mobile/subscriptions/sync', {}, options),
})
