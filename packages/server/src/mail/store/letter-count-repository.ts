import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { LetterCountsTable } from '../../database/schema/mail-tables.ts'

/** How many letters strangers caused to each mailbox. */
export const letterCountRepository = (db: Db) => ({
  /** The count of a mailbox, locked until the transaction ends; a new one if there is none. */
  open: (fresh: Insertable<LetterCountsTable>): Promise<Selectable<LetterCountsTable>> =>
    db
      .insertInto('letter_counts')
      .values(fresh)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash: fresh.hash }))
      .returningAll()
      .executeTakeFirstOrThrow(),

  async change({ hash, ...count }: Selectable<LetterCountsTable>): Promise<void> {
    await db.updateTable('letter_counts').set(count).where('hash', '=', hash).execute()
  },

  async forgetLatest(hash: string): Promise<void> {
    await db.updateTable('letter_counts').set({ latest: '{}' }).where('hash', '=', hash).execute()
  },

  /** Removes the counts of earlier days. */
  async removeBefore(day: string): Promise<void> {
    await db.deleteFrom('letter_counts').where('day', '<', day).execute()
  },
})
