import type { Plan } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'

/** `accounts.stored_bytes`: the stored bytes of uploads and originals of an account. */
export const storedBytesRepository = (db: Db) => ({
  /** What is stored, and what the limit depends on. */
  async get(accountId: string): Promise<{ plan: Plan; verified: boolean; used: number }> {
    const row = await db
      .selectFrom('accounts')
      .select(['plan', 'email_verified_at', 'stored_bytes'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return { plan: row.plan, verified: row.email_verified_at !== null, used: Number(row.stored_bytes) }
  },

  /**
   * Adds bytes, unless the sum would exceed the limit. Holds by that condition, however many transactions add at the same
   * moment.
   *
   * @param limit Infinity for no limit.
   * @returns Whether they were added.
   */
  async add(accountId: string, bytes: number, limit: number): Promise<boolean> {
    let change = db
      .updateTable('accounts')
      .set((row) => ({ stored_bytes: row('stored_bytes', '+', bytes) }))
      .where('id', '=', accountId)
    if (Number.isFinite(limit)) change = change.where('stored_bytes', '<=', limit - bytes)
    return (await change.returning('id').executeTakeFirst()) !== undefined
  },

  /** Subtracts bytes that the same transaction deletes. */
  async release(accountId: string, bytes: number): Promise<void> {
    if (bytes === 0) return
    await db
      .updateTable('accounts')
      .set((row) => ({ stored_bytes: row('stored_bytes', '-', bytes) }))
      .where('id', '=', accountId)
      .execute()
  },
})
