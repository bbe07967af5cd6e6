import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/open-database.ts'
import { lock } from '../../database/transaction-lock.ts'

/** Erases what the owner of an account saved as a visitor and has not claimed. */
export const visitorErasureRepository = (db: Db) => ({
  /** The anonymous sessions from which the account has claimed projects. Most have expired. */
  async sessionsOf(accountId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('projects')
      .select('session_id')
      .distinct()
      .where('account_id', '=', accountId)
      .where('session_id', 'is not', null)
      .execute()
    return rows.flatMap(({ session_id }) => session_id ?? [])
  },

  /**
   * Ends a session, and removes its projects with their photos. Holds by a lock on the session, which saving a project takes
   * as well. A project that is claimed at the same moment is removed from the session once, here or there.
   */
  remove: (sessionId: string, now: Date): Promise<void> =>
    inTransaction(db, async (tx) => {
      await lock(tx, 'anonymous_sessions', sessionId)
      const projects = tx.deleteFrom('anonymous_projects').where('session_id', '=', sessionId)
      const gone = await projects.returning('blob').execute()
      await blobGarbageRepository(tx).discard(
        gone.map(({ blob }) => blob),
        now,
      )
      await tx.deleteFrom('anonymous_sessions').where('id', '=', sessionId).execute()
    }),
})
