import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

export interface SignInFailures {
  readonly failures: number
  readonly waitUntil: string | null
}

/** Failed attempts to sign in, counted for each subject (an account or a caller). */
export const signInFailureRepository = (db: Db) => ({
  /** The count of a subject whose last failure was after `since`. */
  async find(subject: string, since: string): Promise<SignInFailures | undefined> {
    return db
      .selectFrom('attempts')
      .select(['failures', 'wait_until as waitUntil'])
      .where('subject', '=', subject)
      .where('last_at', '>', since)
      .executeTakeFirst()
  },

  /**
   * Counts a failure. The count starts again when the last failure was not after `since`. Holds by the upsert, whatever is
   * counted at the same moment.
   *
   * @returns The new count.
   */
  async add(subject: string, { at, since }: { at: string; since: string }): Promise<number> {
    const { failures } = await db
      .insertInto('attempts')
      .values({ subject, failures: 1, last_at: at, wait_until: null })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          failures: sql<number>`case when attempts.last_at > ${since} then attempts.failures + 1 else 1 end`,
          last_at: at,
          wait_until: null,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    return failures
  },

  /** Must be called in the transaction of `add`, which has locked the row. */
  async setWait(subject: string, until: string): Promise<void> {
    await db.updateTable('attempts').set({ wait_until: until }).where('subject', '=', subject).execute()
  },

  async remove(subject: string): Promise<void> {
    await db.deleteFrom('attempts').where('subject', '=', subject).execute()
  },

  async removeOlder(before: string): Promise<void> {
    await db.deleteFrom('attempts').where('last_at', '<=', before).execute()
  },
})
