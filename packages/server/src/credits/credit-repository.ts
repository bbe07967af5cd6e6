import { compiledQuery } from '../database/compiled-query.ts'
import type { LedgerKind } from '../database/database-schema.ts'
import type { Db } from '../database/open-database.ts'

export interface LedgerEntry {
  readonly accountId: string
  readonly kind: LedgerKind
  /** What it does to the available balance; negative takes away. */
  readonly amount: number
  /** How many credits it is about. */
  readonly credits: number
  readonly reference: string
  readonly note?: string
}

/** How each kind of entry counts towards the credits used in a month. */
const USED: Readonly<Record<LedgerKind, -1 | 0 | 1>> = {
  grant: 0,
  purchase: 0,
  hold: 0,
  charge: 1,
  release: 0,
  refund: -1,
  adjust: 0,
}

/** Entries are appended, never changed; the account's balance is their sum and moves in the same transaction. */
export const ledgerRepository = (db: Db) => ({
  async balance(accountId: string): Promise<number> {
    const row = await db.selectFrom('accounts').select('balance').where('id', '=', accountId).executeTakeFirst()
    return row?.balance ?? 0
  },

  /** The balance as the entries tell it: what `balance` must equal. */
  async sum(accountId: string): Promise<number> {
    const row = await db
      .selectFrom('credit_entries')
      .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return Number(row?.sum ?? 0)
  },

  /** Books an entry unless its (kind, reference) was booked before. Tells whether it was booked now. */
  async append(entry: LedgerEntry, at: string): Promise<boolean> {
    const before = await this.balance(entry.accountId)
    const booked = await db
      .insertInto('credit_entries')
      .values({
        account_id: entry.accountId,
        kind: entry.kind,
        amount: entry.amount,
        credits: entry.credits,
        balance_after: before + entry.amount,
        reference: entry.reference,
        note: entry.note ?? null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!booked) return false
    if (entry.amount !== 0) {
      await db
        .updateTable('accounts')
        .set((eb) => ({ balance: eb('balance', '+', entry.amount) }))
        .where('id', '=', entry.accountId)
        .execute()
    }
    const used = USED[entry.kind] * entry.credits
    if (used !== 0) await usageRepository(db).add(entry.accountId, utcMonth(at), { credits: used })
    return true
  },
})

/** What counts against a plan, or is shown as used, in a UTC month. */
export const usageRepository = (db: Db) => ({
  async of(accountId: string, month: string): Promise<{ photos: number; credits: number }> {
    const row = await db
      .selectFrom('monthly_usage')
      .select(['photos', 'credits'])
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row ?? { photos: 0, credits: 0 }
  },

  /** Changes what was used; negative gives back. */
  async add(
    accountId: string,
    month: string,
    { photos = 0, credits = 0 }: { photos?: number; credits?: number },
  ): Promise<void> {
    await db
      .insertInto('monthly_usage')
      .values({ account_id: accountId, month, photos, credits })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'month']).doUpdateSet((eb) => ({
          photos: eb('monthly_usage.photos', '+', photos),
          credits: eb('monthly_usage.credits', '+', credits),
        })),
      )
      .execute()
  },
})

/** Balance and usage in one read, for the pages that show them. */
export const accountUsage = async (db: Db, accountId: string, month: string) => {
  const [row] = await accountUsageQuery(db, month, accountId)
  return { balance: row?.balance ?? 0, photos: row?.photos ?? 0, credits: row?.credits ?? 0 }
}

const accountUsageQuery = compiledQuery((db, month: string, accountId: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('monthly_usage', (join) =>
      join.onRef('monthly_usage.account_id', '=', 'accounts.id').on('month', '=', month),
    )
    .select(['balance', 'photos', 'credits'])
    .where('accounts.id', '=', accountId),
)

/** `2026-11`, in UTC. */
export const utcMonth = (at: string): string => at.slice(0, 7)
