import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { GuestsTable } from '../../database/schema/visitor-tables.ts'

export type Guest = Selectable<GuestsTable>

/** What a claim has moved, by ids of the account that claimed. */
export interface MovedFromGuest {
  readonly projects: readonly string[]
  /** Ids of uploads. */
  readonly images: readonly string[]
  readonly credits: number
}

/** Users of an earlier app who never signed up. */
export const guestRepository = (db: Db) => ({
  /** Adds a guest, unless there is one with its subject. Returns whether it was added. */
  async insert(guest: Insertable<GuestsTable>): Promise<boolean> {
    const row = await db
      .insertInto('guests')
      .values(guest)
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  find(subject: string): Promise<Guest | undefined> {
    return db.selectFrom('guests').selectAll().where('subject', '=', subject).executeTakeFirst()
  },

  /** Finds a guest and notes that it came back. */
  resume(subject: string, at: string): Promise<Guest | undefined> {
    return db
      .updateTable('guests')
      .set({ resumed_at: at })
      .where('subject', '=', subject)
      .returningAll()
      .executeTakeFirst()
  },

  /** Notes who has claimed a guest. It has no account of its own any more. */
  async claim(id: string, by: { accountId: string; moved: MovedFromGuest; at: string }): Promise<void> {
    const { accountId, moved, at } = by
    await db
      .updateTable('guests')
      .set({ account_id: accountId, own_account_id: null, moved: JSON.stringify(moved), claimed_at: at })
      .where('id', '=', id)
      .execute()
  },

  /** Guests that have neither come back since a time nor been claimed. */
  async abandoned(since: string, limit: number): Promise<{ id: string; ownAccountId: string }[]> {
    const rows = await db
      .selectFrom('guests')
      .select(['id', 'own_account_id'])
      .where('resumed_at', '<=', since)
      .where('own_account_id', 'is not', null)
      .limit(limit)
      .execute()
    return rows.flatMap(({ id, own_account_id: own }) => (own === null ? [] : [{ id, ownAccountId: own }]))
  },

  /** Removes a guest unless it has come back or was claimed meanwhile. Returns whether it was removed. */
  async removeAbandoned(id: string, since: string): Promise<boolean> {
    const row = await db
      .deleteFrom('guests')
      .where('id', '=', id)
      .where('resumed_at', '<=', since)
      .where('own_account_id', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },
})
