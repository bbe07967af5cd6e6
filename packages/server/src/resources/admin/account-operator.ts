import { accountRepository } from '../../accounts/account-repository.ts'
import { createEmailTokens } from '../../accounts/email-tokens.ts'
import type { Sessions } from '../../accounts/session-tokens.ts'
import type { Account, Plan } from '../../base/account-plan.ts'
import { type PageRequest, pageOf } from '../../base/pagination.ts'
import type { Catalogue } from '../../base/plans/plan-catalogue.ts'
import type { Clock } from '../../base/ports.ts'
import type { Ids } from '../../base/random-ids.ts'
import { notFound, ServiceError } from '../../base/service-error.ts'
import type { CreditLedger } from '../../credits/credit-ledger.ts'
import { ledgerRepository } from '../../credits/ledger-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'
import { type ApiKey, keyRepository } from '../../keys/key-repository.ts'
import { prefixOf } from '../../keys/key-secret.ts'
import { createGivenPlans } from '../../purchases/given-plans.ts'
import { type AccountFilter, accountListRepository } from './account-list-repository.ts'

/** Limits of an account on the plan Enterprise; null for none. */
export interface CustomLimits {
  readonly perMinute?: number | null
  readonly perDay?: number | null
}

interface Dependencies {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly sessions: Sessions
  readonly ledger: CreditLedger
  readonly catalogue: Catalogue
}

/** What an operator may see and change of accounts that exist. An account is named by its id or its address. */
export const createAccountOperator = ({ db, clock, ids, sessions, ledger, catalogue }: Dependencies) => {
  const given = createGivenPlans({ clock, ledger, plans: catalogue.plans })
  const now = () => clock.now().toISOString()

  /** @throws ServiceError `not_found` when no account has the id or the address. */
  const find = async (which: string): Promise<Account> => {
    const accounts = accountRepository(db)
    const account = await (which.includes('@') ? accounts.byEmail(which) : accounts.byId(which))
    if (!account) throw notFound(`account ${which}`)
    return account
  }

  const show = async (which: string) => accountListRepository(db).one((await find(which)).id, now())

  const grant = async (account: Account, credits: number, note: string): Promise<number> => {
    if (credits > 0) {
      await inTransaction(db, async (tx) => {
        await ledger.grant(tx, { accountId: account.id, credits, reference: ids.next('grt'), note })
      })
    }
    return ledgerRepository(db).balance(account.id)
  }

  return {
    showAccount: show,

    /** One page of accounts, newest first. */
    listAccounts: (page: PageRequest, filter: AccountFilter) =>
      pageOf(page, (limit, before) => accountListRepository(db).list({ ...filter, limit, before }, now())),

    /** Grants credits, and returns the balance. */
    grant,

    async grantCredits(which: string, credits: number, note: string) {
      const account = await find(which)
      return {
        account: { id: account.id, email: account.email, plan: account.plan },
        granted: credits,
        credits: await grant(account, credits, note),
      }
    },

    /** Gives a plan, which renews every month. A subscription with a better one stays. */
    async setPlan(which: string, plan: Plan) {
      const { id } = await find(which)
      await inTransaction(db, (tx) => given.give(tx, id, plan))
      return show(which)
    },

    /** Changes the limits that are given. They hold from the next request on. */
    async setLimits(which: string, limits: CustomLimits) {
      await accountRepository(db).setLimits((await find(which)).id, limits)
      return show(which)
    },

    /**
     * Disables an account: sessions end, and sessions, keys and sign-ins are refused until it is enabled. Nothing is erased.
     * Holds by a lock on the account.
     */
    async disableAccount(which: string) {
      const { id } = await find(which)
      await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', id)
        await accountRepository(tx).setDisabled(id, now())
        await sessions.revokeAll(tx, id)
      })
      return show(which)
    },

    async enableAccount(which: string) {
      await accountRepository(db).setDisabled((await find(which)).id, null)
      return show(which)
    },

    listAdmins: () => accountRepository(db).admins(),

    /**
     * Makes an administrator a customer. Their sessions and their keys for /api/admin end; other keys stay. Holds by a lock
     * on the account.
     *
     * @throws ServiceError `not_found` when no administrator has the address.
     */
    async disableAdmin(which: string) {
      const account = await find(which)
      if (account.role !== 'admin') throw notFound(`administrator ${which}`)
      const at = now()
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
      return found.map(({ key, email }) => keyView(key, email))
    },

    /** The keys of an account, newest first. */
    async listKeys(which: string) {
      const { id, email } = await find(which)
      return (await keyRepository(db).list(id, MAX_KEYS, undefined)).map((key) => keyView(key, email))
    },

    /**
     * Revokes a key at once, such as one that was found in a public place.
     *
     * @param which Its id, or its beginning.
     * @throws ServiceError `not_found`; `bad_request` when several keys begin so.
     */
    async revokeKey(which: string) {
      const keys = keyRepository(db)
      const found = which.startsWith('pl_') ? await keys.byPrefix(prefixOf(which)) : await keys.byId(which)
      const active = found.filter(({ key }) => key.revokedAt === null)
      if (active.length > 1)
        throw new ServiceError(
          'bad_request',
          `Several keys begin like this. Name one by its id: ${active.map(({ key }) => key.id).join(', ')}.`,
        )
      const one = active[0] ?? found[0]
      if (!one) throw notFound(`key ${which}`)
      const at = now()
      await keys.revokeOne(one.key.accountId, one.key.id, at)
      return keyView({ ...one.key, revokedAt: one.key.revokedAt ?? at }, one.email)
    },

    /** A token for a new password, which works once and for an hour. It replaces that of a letter. */
    async resetToken(which: string): Promise<{ email: string; token: string }> {
      const { id, email } = await find(which)
      const token = await inTransaction(db, async (tx) => {
        await lock(tx, 'accounts', id)
        return createEmailTokens({ ids, clock }).issue(tx, { accountId: id, purpose: 'reset' })
      })
      return { email, token }
    },
  }
}

/** More than anybody has. */
const MAX_KEYS = 1_000

const keyView = (key: ApiKey, email: string) => ({
  id: key.id,
  prefix: key.prefix,
  name: key.name,
  scopes: key.scopes,
  email,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
})
