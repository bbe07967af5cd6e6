import { randomUUID } from 'node:crypto'
import { accountRepository } from '../../accounts/account-repository.ts'
import { part } from '../../base/compose.ts'
import type { Config } from '../../base/config/server-config.ts'
import type { Product } from '../../base/plans/plan-catalogue.ts'
import type { Routes } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import type { Db } from '../../database/open-database.ts'
import type { Payments } from '../../purchases/payments.ts'
import { storeIdentifierRepository } from '../../purchases/store-identifier-repository.ts'

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly accountCredits: AccountCredits
  readonly payments: Payments
}

/** Purchases in the app store, and subscribers of the subscription provider. */
export const purchasesNoun = part(({ config, db, accountCredits, payments }: Needs) => {
  const { appstore, catalogue, inbound, subscribers } = payments
  const products = catalogue.products.map(shown)

  /** One of them if two requests make one at the same time; both are known. */
  const accountToken = async (accountId: string): Promise<string> => {
    const identifiers = storeIdentifierRepository(db)
    const [known] = await identifiers.valuesOf(accountId, 'app_account_token')
    if (known !== undefined) return known
    const value = randomUUID()
    await identifiers.add(accountId, { kind: 'app_account_token', value })
    return value
  }

  const purchases: Routes<'purchases'> = {
    appstoreProducts: async () => ({ products }),

    appstoreVerify: ({ user, body }) => appstore.verify(user.account.id, body.signed_transaction),

    appstoreRestore: ({ user, body }) => appstore.restore(user.account.id, body.signed_transactions),

    subscriptionsConfig: async ({ user }) => ({
      enabled: config.payments.subscriptions.missing === undefined,
      app_user_id: user.account.id,
      app_account_token: await accountToken(user.account.id),
      products,
    }),

    subscriptionsSync: async ({ user }) => {
      const { credits: credits_granted, known } = await subscribers.sync(user.account.id)
      await inbound.wake(...known)
      const { credits, plan, status, nextRenewal } = await accountCredits.summary(
        // Its plan may be another now.
        (await accountRepository(db).byId(user.account.id)) ?? user.account,
      )
      return {
        status: 'synced',
        subscription_plan: plan,
        subscription_status: status,
        credits_granted,
        credits,
        next_renewal: nextRenewal,
      }
    },
  }
  return { routes: { purchases } }
})

const shown = ({ id, name, credits, plan, period }: Product) => ({
  product_id: id,
  type: plan === null ? ('consumable' as const) : ('subscription' as const),
  name,
  credits,
  plan,
  period,
})
