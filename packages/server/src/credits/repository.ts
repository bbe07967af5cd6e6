import type { Db } from '../database/open.ts'
import type { LedgerKind } from '../database/schema.ts'

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
    return true
  },

  /** Charges less refunds since `from`. */
  async used(accountId: string, from: string): Promise<number> {
    const rows = await db
      .selectFrom('credit_entries')
      .select(({ fn }) => ['kind', fn.sum<number>('credits').as('credits')])
      .where('account_id', '=', accountId)
      .where('kind', 'in', ['charge', 'refund'])
      .where('created_at', '>=', from)
      .groupBy('kind')
      .execute()
    const of = (kind: LedgerKind) => Number(rows.find((row) => row.kind === kind)?.credits ?? 0)
    return of('charge') - of('refund')
  },
})

/** Photos made through /v1 in a UTC month. */
export const allowanceRepository = (db: Db) => ({
  async photos(accountId: string, month: string): Promise<number> {
    const row = await db
      .selectFrom('monthly_photos')
      .select('photos')
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row?.photos ?? 0
  },

  async add(accountId: string, month: string, photos: number): Promise<void> {
    await db
      .insertInto('monthly_photos')
      .values({ account_id: accountId, month, photos })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'month'])
          .doUpdateSet((eb) => ({ photos: eb('monthly_photos.photos', '+', photos) })),
      )
      .execute()
  },
})
