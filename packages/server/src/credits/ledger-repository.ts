import { sql } from 'kysely'
import { compiledQuery } from '../database/compiled-query.ts'
import type { Db } from '../database/open-database.ts'
import type { LedgerKind } from '../database/schema/credit-tables.ts'
import { lock } from '../database/transaction-lock.ts'
import { monthlyUsageRepository } from './monthly-usage-repository.ts'
import { utcMonth } from './utc-month.ts'

export interface LedgerEntry {
  readonly accountId: string
  readonly kind: LedgerKind
  /** The change of the available balance: −2 for a hold of 2, +2 for its release, 0 for its charge. */
  readonly amount: number
  /** How many credits the entry is about, never negative: 2 for a hold of 2, for its charge and for its release. */
  readonly credits: number
  readonly reference: string
  readonly note?: string
}

/** How each kind of entry counts towards the credits used in a month. */
const USED: Readonly<Record<LedgerKind, -1 | 0 | 1>> = {
  grant: 0,
  purchase: 0,
  take_back: 0,
  debt: 0,
  hold: 0,
  charge: 1,
  release: 0,
  refund: -1,
  adjust: 0,
}

/**
 * Entries are appended and never changed. `accounts.balance` is their sum.
 *
 * @param db The transaction of the cause, for everything that writes: the entry and the balance change together in it.
 */
export const ledgerRepository = (db: Db) => ({
  async balance(accountId: string): Promise<number> {
    const row = await db.selectFrom('accounts').select('balance').where('id', '=', accountId).executeTakeFirst()
    return row?.balance ?? 0
  },

  /** The debt. It holds by the lock on the account, which the caller has taken. */
  async debt(accountId: string): Promise<number> {
    const row = await db.selectFrom('accounts').select('debt').where('id', '=', accountId).executeTakeFirst()
    return Number(row?.debt ?? 0)
  },

  async addDebt(accountId: string, credits: number): Promise<void> {
    await db
      .updateTable('accounts')
      .set((eb) => ({ debt: eb('debt', '+', credits) }))
      .where('id', '=', accountId)
      .execute()
  },

  /** The balance. A lock on the account keeps it unchanged until the transaction ends. */
  async lockBalance(accountId: string): Promise<number> {
    await lock(db, 'accounts', accountId)
    return this.balance(accountId)
  },

  /**
   * Books an entry unless its (kind, reference) is booked already. A lock on the account guards `balance_after`; the unique
   * (kind, reference) guards against a second booking.
   *
   * @returns The balance after it; undefined when it was booked before.
   */
  async append(entry: LedgerEntry, at: string): Promise<number | undefined> {
    const { accountId, kind, amount, credits, reference, note = null } = entry
    await lock(db, 'accounts', accountId)
    const [booked] = await book(db, { accountId, kind, amount, credits, reference, note, at })
    if (!booked) return undefined
    if (amount !== 0) {
      await db
        .updateTable('accounts')
        .set((eb) => ({ balance: eb('balance', '+', amount) }))
        .where('id', '=', accountId)
        .execute()
    }
    const used = USED[kind] * credits
    if (used !== 0) await monthlyUsageRepository(db).add(accountId, utcMonth(at), { credits: used })
    return booked.balance_after
  },

  /** The credits of the account that other runs than this one still hold. */
  async heldByOthers(accountId: string, runId: string): Promise<number> {
    const { held } = await db
      .selectFrom('runs')
      .select(({ fn }) => fn.sum<number | null>('credits').as('held'))
      .where('account_id', '=', accountId)
      .where('state', 'in', ['queued', 'running'])
      .where('id', '!=', runId)
      .executeTakeFirstOrThrow()
    return Number(held ?? 0)
  },
})

/** Adds an entry with the balance after it, unless it is there. */
const book = compiledQuery(
  (db, entry: Omit<LedgerEntry, 'note'> & { readonly note: string | null; readonly at: string }) =>
    db
      .insertInto('credit_entries')
      .columns(['account_id', 'kind', 'amount', 'credits', 'balance_after', 'reference', 'note', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('accounts')
          .select((row) => [
            'id',
            sql<LedgerKind>`${entry.kind}`.as('kind'),
            sql<number>`cast(${entry.amount} as bigint)`.as('amount'),
            sql<number>`cast(${entry.credits} as bigint)`.as('credits'),
            row('balance', '+', entry.amount).as('balance_after'),
            sql<string>`${entry.reference}`.as('reference'),
            sql<string | null>`${entry.note}`.as('note'),
            sql<string>`${entry.at}`.as('created_at'),
          ])
          .where('id', '=', entry.accountId),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
      .returning('balance_after'),
)
