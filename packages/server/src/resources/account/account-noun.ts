import type { AccountDeletion } from '../../account-data/deletion/account-deletion.ts'
import type { AccountExports } from '../../account-data/export/account-exports.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { part } from '../../base/compose.ts'
import type { StorageQuota } from '../../blobs/storage-quota.ts'
import type { Principal, Routes, Schemas } from '../../contract/index.ts'
import type { AccountCredits } from '../../credits/account-credits.ts'
import type { Transaction } from '../../credits/credit-transaction-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Views } from '../../runs/views/run-views.ts'

interface Needs {
  readonly db: Db
  readonly accountCredits: AccountCredits
  readonly accountExports: Pick<AccountExports, 'start' | 'latest'>
  readonly deleteAccount: AccountDeletion
  readonly quota: Pick<StorageQuota, 'usage'>
  readonly runs: Runs
  readonly sessions: Pick<Sessions, 'list' | 'revokeOne'>
  readonly views: Views
}

/** What belongs to an account, its export and its deletion. */
export const accountNoun = part((needs: Needs) => {
  const { db, accountCredits, accountExports, deleteAccount, quota, runs, sessions, views } = needs
  const account: Routes<'account'> = {
    credits: async ({ user }) => {
      const { credits, plan, status, usedThisMonth, nextRenewal, renews, debt } = await accountCredits.summary(
        user.account,
      )
      const storage = await quota.usage(db, user.account.id)
      return {
        credits,
        subscription_plan: plan,
        subscription_status: status,
        credits_used_this_month: usedThisMonth,
        next_renewal: nextRenewal,
        renews,
        debt,
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

    startExport: ({ user }) => accountExports.start(user.account.id),

    export: ({ user }) => accountExports.latest(user.account.id),

    delete: async ({ user }) => {
      const { erased, deletedAt } = await deleteAccount(user.account.id)
      const { photos, files, projects, keys, webhookEndpoints } = erased
      return {
        status: 'deleted',
        message:
          'The account is deleted, and everything that belongs to it is being erased. Subscriptions bought in an app store are not cancelled: cancel them in the store.',
        app_store_subscriptions_cancelled: false,
        erased: { photos, files, projects, keys, webhook_endpoints: webhookEndpoints },
        deleted_at: deletedAt,
      }
    },

    sessions: async ({ user, query }) => {
      const { rows, nextCursor } = await sessions.list(user.account.id, query)
      return { sessions: rows.map((row) => session(row, user)), next_cursor: nextCursor }
    },

    revokeSession: async ({ user, path }) => ({
      id: path.session_id,
      status: 'revoked',
      revoked_at: await sessions.revokeOne(user.account.id, path.session_id),
    }),
  }
  return { routes: { account } }
})

type SessionRow = Awaited<ReturnType<Sessions['list']>>['rows'][number]

const session = ({ id, created_at, expires_at, last_used_at, user_agent }: SessionRow, user: Principal) => ({
  id,
  created_at,
  last_used_at,
  expires_at,
  user_agent,
  current: user.kind === 'session' && user.credentialId === id,
})

/** A ledger entry in the form of /api/account/transactions. */
const transaction = (entry: Transaction): Schemas['Transaction'] => ({
  // Entries are never changed or renumbered, so the number is a permanent id.
  id: `txn_${entry.number.toString(36).padStart(8, '0')}`,
  type: entry.kind,
  amount: entry.amount,
  balance_after: entry.balanceAfter,
  description: entry.note ?? describe(entry),
  operation: entry.operation,
  reference: entry.reference,
  created_at: entry.at,
})

const describe = ({ kind, operation, state }: Transaction): string => {
  const what = operation ? sentenceCase(operation) : 'Work'
  switch (kind) {
    case 'grant':
      return 'Credits granted'
    case 'purchase':
      return 'Credits purchased'
    case 'take_back':
      return 'Purchase refunded, credits taken back'
    case 'debt':
      return 'Debt of a refunded purchase settled'
    case 'hold':
      return `${what} accepted`
    case 'charge':
      return `${what} finished`
    case 'release':
      return `${what} ${state === 'revoked' ? 'cancelled' : 'failed'}, credits given back`
    case 'refund':
      return 'Refunded'
    case 'adjust':
      return 'Adjusted by an operator'
  }
}

/** `remove_background` as `Remove background`. */
const sentenceCase = (name: string): string => {
  const words = name.replace(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
