import type { Selectable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { IdempotencyKeysTable } from '../database/schema/request-tables.ts'

export type IdempotencyRow = Selectable<IdempotencyKeysTable>

type Key = Pick<IdempotencyRow, 'account_id' | 'key'>
type Claim = Pick<IdempotencyRow, 'fingerprint' | 'owner' | 'created_at'>

/** One row for each Idempotency-Key of an account. */
export const idempotencyRepository = (db: Db) => ({
  find({ account_id, key }: Key): Promise<IdempotencyRow | undefined> {
    return db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .executeTakeFirst()
  },

  /**
   * Claims a key for the caller.
   *
   * @param seen The row on which the caller based its decision; undefined when there was none. Holds by the unique key, and
   * by the condition that the row is unchanged.
   * @returns Whether the caller has it now.
   */
  async claim({ account_id, key }: Key, claim: Claim, seen: IdempotencyRow | undefined): Promise<boolean> {
    const values = { ...claim, state: 'running', body: null } as const
    const claimed = seen
      ? await db
          .updateTable('idempotency_keys')
          .set(values)
          .where('account_id', '=', account_id)
          .where('key', '=', key)
          .where('state', '=', seen.state)
          .where('owner', '=', seen.owner)
          .where('created_at', '=', seen.created_at)
          .returning('key')
          .executeTakeFirst()
      : await db
          .insertInto('idempotency_keys')
          .values({ account_id, key, ...values })
          .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
          .returning('key')
          .executeTakeFirst()
    return claimed !== undefined
  },

  /** Stores the reply. Holds by the condition that the caller still has the key. */
  async finish({ account_id, key }: Key, owner: string, body: string | null): Promise<void> {
    await db
      .updateTable('idempotency_keys')
      .set({ state: 'done', body })
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  },

  /** Removes a key whose work failed, so that a repeat may try again. */
  async release({ account_id, key }: Key, owner: string): Promise<void> {
    await db
      .deleteFrom('idempotency_keys')
      .where('account_id', '=', account_id)
      .where('key', '=', key)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .execute()
  },

  async removeOlder(before: string): Promise<void> {
    await db.deleteFrom('idempotency_keys').where('created_at', '<=', before).execute()
  },
})
