import type { Routes } from '../../contract/index.ts'
import type { AccountService } from './service.ts'

export const accountRoutes = ({
  accounts,
}: {
  accounts: AccountService
}): Routes<'account', 'delete' | 'transactions' | 'generations'> => ({
  credits: ({ user }) => accounts.credits(user.account),
})
