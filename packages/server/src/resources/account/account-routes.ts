import type { Routes } from '../../contract/index.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'
import type { AccountService } from './account-service.ts'
import { transaction } from './transaction-view.ts'

export const accountRoutes = (deps: {
  accounts: AccountService
  runs: Runs
  views: Views
}): Routes<'account', 'delete'> => {
  const { accounts, runs, views } = deps
  return {
    credits: async ({ user }) => {
      const { credits, plan, status, usedThisMonth, nextRenewal } = await accounts.credits(user.account)
      const storage = await accounts.storage(user.account)
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
      const { rows, nextCursor } = await accounts.transactions(user.account, query)
      return { transactions: rows.map(transaction), next_cursor: nextCursor }
    },

    generations: async ({ user, query }) => {
      const { rows, nextCursor } = await runs.listMade(user.account.id, query)
      return { generations: rows.map(views.generation), next_cursor: nextCursor }
    },
  }
}
