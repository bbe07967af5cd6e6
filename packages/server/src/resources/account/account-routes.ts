import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { Routes } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import type { Db } from '../../database/open-database.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import { transaction } from './transaction-view.ts'

export const accountRoutes = (deps: {
  db: Db
  accountCredits: AccountCredits
  quota: Pick<StorageQuota, 'usage'>
  runs: Runs
  views: Views
}): Routes<'account'> => {
  const { db, accountCredits, quota, runs, views } = deps
  return {
    credits: async ({ user }) => {
      const { credits, plan, status, usedThisMonth, nextRenewal } = await accountCredits.summary(user.account)
      const storage = await quota.usage(db, user.account.id)
      return {
        credits,
        subscription_plan: plan,
        subscription_status: status,
        credits_used_this_month: usedThisMonth,
        next_renewal: nextRenewal,
        storage_used_bytes: storage.used,
        storage_limit_bytes: storage.limit,
      }
    },

    transactions: async ({ user, query }) => {
      const { rows, nextCursor } = await accountCredits.transactions(user.account, query)
      return { transactions: rows.map(transaction), next_cursor: nextCursor }
    },

    generations: async ({ user, query }) => {
      const { rows, nextCursor } = await runs.listGenerations(user.account.id, query)
      return { generations: rows.map(views.generation), next_cursor: nextCursor }
    },
  }
}
