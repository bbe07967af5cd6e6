import { accountRepository } from '../accounts/account-repository.ts'
import type { Account, Plan } from '../base/account-plan.ts'
import { notFound } from '../base/service-error.ts'
import { storedBytesRepository } from '../blobs/stored-bytes-repository.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { lock } from '../database/transaction-lock.ts'
import { keyRepository } from '../keys/key-repository.ts'
import { prefixOf } from '../keys/key-secret.ts'
import { createGivenPlans } from '../purchases/given-plans.ts'
import type { Core } from './open-core.ts'

/** Limits of an account on the plan Enterprise; null for none. */
export interface CustomLimits {
  readonly perMinute?: number | null
  readonly perDay?: number | null
}

/** What an operator may see and change of accounts that exist. */
export const createAccountOperator = ({ database, clock, sessions, ledger, catalogue }: Core) => {
  const { db } = database
  const given = createGivenPlans({ clock, ledger, plans: catalogue.plans })

  /** @throws ServiceError `not_found` when no account has the address. */
  const find = async (email: string): Promise<Account> => {
    const account = await accountRepository(db).byEmail(email)
    if (!account) throw notFound(`account ${email}`)
    return account
  }

  const show = async (email: string) => {
    const account = await find(email)
    const { name, businessName, credits, createdAt } = await accountRepository(db).profile(account.id)
    const { used } = await storedBytesRepository(db).get(account.id)
    const keys = await keyRepository(db).active(account.id, clock.now().toISOString())
    return {
      id: account.id,
      email: account.email,
      email_verified: account.emailVerified,
      name,
      business_name: businessName,
      plan: account.plan,
      role: account.role,
      credits,
      requests_per_minute: account.customPerMinute,
      requests_per_day: account.customPerDay,
      stored_bytes: used,
      keys: keys.length,
      created_at: createdAt,
      disabled_at: await accountRepository(db).disabledAt(account.id),
    }
  }

  return {
    showAccount: show,

    /** Gives a plan, which renews every month. A subscription with a better one stays. */
    async setPlan(email: string, plan: Plan) {
      const { id } = await find(email)
      await inTransaction(db, (tx) => given.give(tx, id, plan))
      return show(email)
    },

    /** Changes the limits that are given. They hold from the next request on. */
    async setLimits(email: string, limits: CustomLimits) {
      await accountRepository(db).setLimits((await find(email)).id, limits)
      return show(email)
    },

    /**
     * Disables an account: sessions end, and sessions, keys and sign-ins are refused until it is enabled. Nothing is erased.
     * Holds by a lock on the account.
     */
    async disableAccount(email: string) {
      const { id } = await find(email)
      await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', id)
        await accountRepository(tx).setDisabled(id, clock.now().toISOString())
        await sessions.revokeAll(tx, id)
      })
      return show(email)
    },

    async enableAccount(email: string) {
      await accountRepository(db).setDisabled((await find(email)).id, null)
      return show(email)
    },

    listAdmins: () => accountRepository(db).admins(),

    /**
     * Makes an administrator a customer. Their sessions and their keys for /api/admin end; other keys stay. Holds by a lock
     * on the account.
     *
     * @throws ServiceError `not_found` when no administrator has the address.
     */
    async disableAdmin(email: string) {
      const account = await find(email)
      if (account.role !== 'admin') throw notFound(`administrator ${email}`)
      const at = clock.now().toISOString()
      const revoked = await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', account.id)
        await accountRepository(tx).setRole(account.id, 'customer')
        await sessions.revokeAll(tx, account.id)
        const keys = (await keyRepository(tx).active(account.id, at)).filter(({ scopes }) => scopes.includes('admin'))
        for (const { id } of keys) await keyRepository(tx).revokeOne(account.id, id, at)
        return keys.map(({ id }) => id)
      })
      return {
        email: account.email,
        revoked_keys: revoked,
        administrators: (await accountRepository(db).admins()).length,
      }
    },

    /** The keys whose secret begins so, such as one that was found in a public place. */
    async findKeys(beginning: string) {
      const found = await keyRepository(db).byPrefix(prefixOf(beginning))
      return found.map(({ key, email }) => ({
        id: key.id,
        prefix: key.prefix,
        name: key.name,
        scopes: key.scopes,
        email,
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
      }))
    },
  }
}
