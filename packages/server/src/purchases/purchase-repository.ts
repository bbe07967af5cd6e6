import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { PurchaseSource, PurchasesTable } from '../database/schema/purchase-tables.ts'

export type PurchaseRow = Selectable<PurchasesTable>

/** The payments that a source reports. */
export const purchaseRepository = (db: Db, source: PurchaseSource) => {
  const of = (transactionId: string) => ({ source, transaction_id: transactionId })
  return {
    async find(transactionId: string): Promise<PurchaseRow | undefined> {
      const query = db.selectFrom('purchases').selectAll().where('source', '=', source)
      const row = await query.where('transaction_id', '=', transactionId).executeTakeFirst()
      return row && { ...row, credits: Number(row.credits), taken_back: Number(row.taken_back) }
    },

    /** Adds a payment unless it is known. Another transaction that adds the same one waits for this one. */
    async add(row: Omit<PurchaseRow, 'source' | 'taken_back' | 'changes' | 'same_as'>): Promise<void> {
      await db
        .insertInto('purchases')
        .values({ ...row, source, taken_back: 0, changes: 0, same_as: null })
        .onConflict((conflict) => conflict.columns(['source', 'transaction_id']).doNothing())
        .execute()
    },

    /** Makes an id another name of a payment, unless it is a payment of its own. Holds by the condition that it has no account. */
    async setSameAs(transactionId: string, same_as: string): Promise<void> {
      const row = db.updateTable('purchases').set({ same_as })
      await row
        .where((eb) => eb.and(of(transactionId)))
        .where('account_id', 'is', null)
        .execute()
    },

    /** The other names of a payment. */
    namesOf: (transactionId: string) =>
      db
        .selectFrom('purchases')
        .select(['refunded_ppm', 'refunded_as_of'])
        .where('source', '=', source)
        .where('same_as', '=', transactionId)
        .execute(),

    /** Gives a payment without an account to the first account that claims it. Holds by the condition that it has none. */
    async claim(
      transactionId: string,
      { accountId, productId, credits }: { accountId: string; productId: string | null; credits: number },
    ): Promise<boolean> {
      const row = await db
        .updateTable('purchases')
        .set({ account_id: accountId, product_id: productId, credits })
        .where((eb) => eb.and(of(transactionId)))
        .where('account_id', 'is', null)
        .returning('transaction_id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Notes the share that was paid back, unless something newer is known; with `onlyMore`, unless it is less than before. */
    async setRefunded(
      transactionId: string,
      refund: { refunded_ppm: number; refunded_as_of: string | null; onlyMore: boolean },
    ): Promise<void> {
      const { refunded_ppm, refunded_as_of, onlyMore } = refund
      let row = db
        .updateTable('purchases')
        .set({ refunded_ppm, ...(refunded_as_of !== null && { refunded_as_of }) })
        .where((eb) => eb.and(of(transactionId)))
      if (refunded_as_of !== null)
        row = row.where((eb) => eb.or([eb('refunded_as_of', 'is', null), eb('refunded_as_of', '<=', refunded_as_of)]))
      if (onlyMore) row = row.where('refunded_ppm', '<', refunded_ppm)
      await row.execute()
    },

    /** Notes how many credits are taken back now. Holds by the number of changes that the caller has read. */
    async setTakenBack(transactionId: string, takenBack: number, changes: number): Promise<boolean> {
      const row = await db
        .updateTable('purchases')
        .set({ taken_back: takenBack, changes: changes + 1 })
        .where((eb) => eb.and({ ...of(transactionId), changes }))
        .returning('transaction_id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
