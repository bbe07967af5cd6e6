import type { AppstoreSettings } from '../../base/config/payment-settings.ts'
import { ServiceError } from '../../base/service-error.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import type { InboundEvents } from '../inbound/inbound-events.ts'
import { notConfigured } from '../not-configured.ts'
import { purchaseRepository } from '../purchase-repository.ts'
import { type AppstoreBooks, tokenOf } from './appstore-books.ts'
import { createAppstoreVerifier, payloadOf, type Transaction } from './appstore-verifier.ts'

interface Dependencies {
  readonly db: Db
  readonly settings: AppstoreSettings
  readonly books: AppstoreBooks
  readonly inbound: InboundEvents
}

/** What became of a transaction. */
interface Granted {
  readonly transaction_id: string
  readonly product_id: string
  readonly status: 'granted' | 'already_granted'
  readonly credits_granted: number
}

/** What became of one that was restored. What was not verified names itself. */
type Restored =
  | (Granted & { readonly error: null })
  | {
      readonly transaction_id: string | null
      readonly product_id: string | null
      readonly status: 'rejected'
      readonly credits_granted: 0
      readonly error: string
    }

/** Purchases in the app store that an app shows for its account. */
export function createAppstorePurchases({ db, settings, books, inbound }: Dependencies) {
  const verifier = createAppstoreVerifier(settings)
  const balance = (accountId: string) => ledgerRepository(db).balance(accountId)

  const grant = async (accountId: string, jws: string): Promise<Granted> => {
    const transaction = await verifier.transaction(jws)
    const sold = books.soldBy(transaction)
    if ('fault' in sold) throw invalid('not_sold', `Nothing can be granted for this transaction: ${sold.fault}.`)
    const isRevoked = transaction.revocationDate !== undefined
    // What the store says later about the same purchase is never overruled by a transaction that an app has kept.
    const statedAt = isRevoked ? new Date(transaction.signedDate ?? transaction.revocationDate ?? 0) : sold.start
    const report = { transaction, statedAt, refund: isRevoked ? 'refunded' : undefined } as const
    const { isOthers, isNew, purchase } = await inTransaction(db, async (tx) => {
      const { isOthers = false, isNew = false } = await books.book(tx, report, accountId)
      return { isOthers, isNew, purchase: await purchaseRepository(tx, 'appstore').find(sold.id) }
    })
    if (isRevoked) throw invalid('revoked', 'The store has given the money for this transaction back.')
    if (isOthers)
      throw new ServiceError('already_done', 'This was bought for another account. Sign in to the account that has it.')
    const token = tokenOf(transaction)
    await inbound.wake(`appstore:${sold.originalId}`, ...(token ? [token] : []))
    return {
      transaction_id: transaction.transactionId ?? '',
      product_id: sold.product.id,
      status: isNew ? 'granted' : 'already_granted',
      credits_granted: purchase?.credits ?? 0,
    }
  }

  const requireSettings = (): void => {
    if (settings.missing !== undefined) throw notConfigured(settings.missing)
  }

  return {
    /** The verifier of what the store sends. @throws ServiceError `not_configured` */
    verifier() {
      requireSettings()
      return verifier
    },

    /**
     * Verifies a transaction and grants its credits, once.
     *
     * @throws ServiceError `not_configured`, `transaction_invalid`, `already_done`
     */
    async verify(accountId: string, jws: string): Promise<Granted & { credits: number }> {
      requireSettings()
      return { ...(await grant(accountId, jws)), credits: await balance(accountId) }
    },

    /** Verifies each transaction for itself. @throws ServiceError `not_configured` */
    async restore(accountId: string, all: readonly string[]): Promise<{ restored: Restored[]; credits: number }> {
      requireSettings()
      const restored: Restored[] = []
      for (const jws of all) {
        try {
          restored.push({ ...(await grant(accountId, jws)), error: null })
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          const { transactionId = null, productId = null } = payloadOf<Transaction>(jws) ?? {}
          const named = { transaction_id: textOrNull(transactionId), product_id: textOrNull(productId) }
          restored.push({ ...named, status: 'rejected', credits_granted: 0, error: error.message })
        }
      }
      return { restored, credits: await balance(accountId) }
    },
  }
}

const invalid = (reason: string, message: string): ServiceError =>
  new ServiceError('transaction_invalid', message, { reason })

/** What was not verified may be anything. */
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 100) : null)
