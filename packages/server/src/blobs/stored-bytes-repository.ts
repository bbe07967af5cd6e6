import { type Expression, type RawBuilder, sql } from 'kysely'
import { PLANS, type Plan } from '../base/account-plan.ts'
import type { Db } from '../database/open-database.ts'
import { lockWith } from '../database/transaction-lock.ts'

/** Bytes that an account may store; Infinity for no limit. */
export interface StorageLimits {
  readonly unverified: number
  readonly plans: Readonly<Record<Plan, number>>
}

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
   * Adds bytes, unless the sum would exceed the limit of the account, and locks the account if it does so. Holds by that
   * condition, however many transactions add at the same moment.
   *
   * @param limits Without them any sum is allowed.
   * @returns Whether they were added.
   */
  async add(accountId: string, bytes: number, limits?: StorageLimits): Promise<boolean> {
    return (await this.addAndRead(accountId, bytes, () => sql`null`, limits)) !== undefined
  },

  /**
   * The same, and reads something else in the same statement, after the account is locked.
   *
   * @returns What was read; undefined when nothing was added.
   */
  async addAndRead(
    accountId: string,
    bytes: number,
    besides: () => Expression<unknown>,
    limits?: StorageLimits,
  ): Promise<{ readonly besides: unknown } | undefined> {
    const change = db
      .updateTable('accounts')
      .set((row) => ({ stored_bytes: row('stored_bytes', '+', bytes) }))
      .where('id', '=', accountId)
      .$if(limits !== undefined, (query) =>
        query.where((row) => row(row('stored_bytes', '+', bytes), '<=', limitOf(limits as StorageLimits))),
      )
    const locked = lockWith(db, 'accounts', accountId, change)
    return locked.returning(sql`${besides()}`.as('besides')).executeTakeFirst()
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

/** The limit of an account as a part of a statement. The figures are settings, and stand in it as they are. */
const limitOf = ({ unverified, plans }: StorageLimits): RawBuilder<number> =>
  sql<number>`case when email_verified_at is null then ${figure(unverified)} ${sql.join(
    PLANS.map((plan) => sql`when plan = ${sql.lit(plan)} then ${figure(plans[plan])}`),
    sql` `,
  )} end`

/** No limit is a number that no account reaches. */
const figure = (limit: number): RawBuilder<number> => sql.lit(Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER))
