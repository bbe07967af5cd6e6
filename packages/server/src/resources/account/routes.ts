import type { Routes } from '../../contract/index.ts'
import type { AccountService } from './service.ts'

export const accountRoutes = ({
  accounts,
}: {
  accounts: AccountService
}): Routes<'account', 'delete' | 'transactions' | 'generations'> => ({
  credits: async ({ user }) => {
    const { credits, plan, status, usedThisMonth, nextRenewal } = await accounts.credits(user.account)
    return {
      credits,
      subscription_plan: plan,
      subscription_status: status,
      credits_used_this_month: usedThisMonth,
      next_renewal: nextRenewal,
    }
  },
})
