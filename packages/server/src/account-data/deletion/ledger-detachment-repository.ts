import { sql } from 'kysely'
import type { Db } from '../../database/open-database.ts'

/** The ledger of a deleted account, which is kept under an account without an owner. */
export const ledgerDetachmentRepository = (db: Db) => ({
  async hasEntries(accountId: string): Promise<boolean> {
    const entry = db.selectFrom('credit_entries').select('id').where('account_id', '=', accountId).limit(1)
    return (await entry.executeTakeFirst()) !== undefined
  },

  /** Creates the account without an owner, unless it exists. Its address cannot receive e-mail. */
  async ensureOwner(id: string, at: string): Promise<void> {
    await db
      .insertInto('accounts')
      .values({
        id,
        email: deletedAddress(id),
        email_verified_at: null,
        password_hash: null,
        plan: 'Free',
        role: 'customer',
        custom_per_minute: null,
        custom_per_day: null,
        name: null,
        business_name: null,
        marketing_consent_at: null,
        balance: 0,
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  /**
   * Moves some entries, without notes, which may name somebody. References stay, so that a purchase is not booked again, but
   * no longer name the account.
   *
   * @returns how many there were, at most `limit`
   */
  async moveEntries(from: string, to: string, limit: number): Promise<number> {
    const some = db.selectFrom('credit_entries').select('id').where('account_id', '=', from).limit(limit)
    const moved = await db
      .updateTable('credit_entries')
      .set({ account_id: to, note: null, reference: sql<string>`replace(reference, ${from}, ${to})` })
      .where('id', 'in', some)
      .executeTakeFirst()
    await db.updateTable('purchases').set({ account_id: to }).where('account_id', '=', from).execute()
    return Number(moved.numUpdatedRows)
  },

  /** Makes the balance the sum of the entries again. */
  async settleBalance(id: string): Promise<void> {
    const { sum } = await db
      .selectFrom('credit_entries')
      .select(({ fn }) => fn.sum<number | string | null>('amount').as('sum'))
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('accounts')
      .set({ balance: Number(sum ?? 0) })
      .where('id', '=', id)
      .execute()
  },
})

/** The address of an account that has none any more. The domain is reserved, so no e-mail ever arrives there. */
export const deletedAddress = (id: string): string => `${id}@deleted.invalid`
