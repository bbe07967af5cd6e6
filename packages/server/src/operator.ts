import type { Account, Plan } from './account.ts'
import { accountRepository } from './accounts/repository.ts'
import type { Scope } from './contract/index.ts'
import type { Core } from './core.ts'
import { ledgerRepository } from './credits/repository.ts'
import { notFound } from './errors.ts'

const ALL_SCOPES: readonly Scope[] = ['read', 'images', 'account', 'admin']
const CUSTOMER_SCOPES: readonly Scope[] = ['read', 'images', 'account']

/** What somebody with a shell on the machine may do, past every endpoint. */
export const createOperator = ({ database, ids, clock, keys, ledger }: Core) => {
  const { db } = database

  const ensure = async (email: string, plan: Plan | undefined): Promise<Account> => {
    const { account, created } = await accountRepository(db).ensure({
      id: ids.next('acc'),
      email,
      plan: plan ?? 'Free',
      at: clock.now().toISOString(),
    })
    if (created || plan === undefined || plan === account.plan) return account
    await accountRepository(db).setPlan(account.id, plan)
    return { ...account, plan }
  }

  const grant = async (account: Account, credits: number, note: string): Promise<number> => {
    if (credits > 0) {
      await db.transaction().execute(async (tx) => {
        await ledger.grant(tx, { accountId: account.id, credits, reference: ids.next('grt'), note })
      })
    }
    return ledgerRepository(db).balance(account.id)
  }

  const giveKey = async (account: Account, name: string, scopes: readonly Scope[], credits: number) => {
    const { key, secret } = await keys.create(account.id, { name, scopes, expiresAt: null }, new Set(ALL_SCOPES))
    const balance = await grant(account, credits, 'granted with a key')
    return {
      key: secret,
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      account: { id: account.id, email: account.email, plan: account.plan, role: account.role },
      credits: balance,
      created_at: key.createdAt,
    }
  }

  return {
    /** Makes the account (verified) if there is none, and a key for it. The key is in this answer and nowhere else. */
    async createKey(wish: { email: string; name: string; credits: number; plan: Plan | undefined }) {
      return giveKey(await ensure(wish.email, wish.plan), wish.name, CUSTOMER_SCOPES, wish.credits)
    },

    /** Makes an administrator, or makes one of an account that exists, with a key that opens /api/admin. */
    async createAdmin(wish: { email: string; name: string }) {
      const account = await ensure(wish.email, undefined)
      await accountRepository(db).makeAdmin(account.id)
      return giveKey({ ...account, role: 'admin' }, wish.name, ALL_SCOPES, 0)
    },

    /** @throws ServiceError `not_found` when no account has the address. */
    async grantCredits(email: string, credits: number, note: string) {
      const account = await accountRepository(db).byEmail(email)
      if (!account) throw notFound(`account ${email}`)
      return {
        account: { id: account.id, email: account.email, plan: account.plan },
        granted: credits,
        credits: await grant(account, credits, note),
      }
    },
  }
}
