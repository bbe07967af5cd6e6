import type { Selectable } from 'kysely'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { AnonymousProjectsTable } from '../../database/schema/visitor-tables.ts'

export type AnonymousProject = Selectable<AnonymousProjectsTable>

/** Projects that nobody has claimed. Each belongs to one anonymous session. */
export const anonymousProjectRepository = (db: Db) => ({
  async insert(project: AnonymousProject): Promise<void> {
    await db.insertInto('anonymous_projects').values(project).execute()
    await blobGarbageRepository(db).unmark([project.blob])
  },

  async count(sessionId: string): Promise<number> {
    const { count } = await db
      .selectFrom('anonymous_projects')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** A project of a session that has not expired. */
  find(id: string, sessionId: string, now: string): Promise<AnonymousProject | undefined> {
    return db
      .selectFrom('anonymous_projects')
      .selectAll()
      .where('id', '=', id)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  },

  /** Removes a project, but not its photo, and returns it. Of several transactions at the same moment, one gets it. */
  take(id: string, sessionId: string, now: string): Promise<AnonymousProject | undefined> {
    return db
      .deleteFrom('anonymous_projects')
      .where('id', '=', id)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst()
  },

  /**
   * Removes some projects whose time is over, with their photos. Holds by the time, which is a condition of the removal.
   *
   * @returns how many there were, at most `limit`
   */
  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = db
      .selectFrom('anonymous_projects')
      .select('id')
      .where('expires_at', '<=', now.toISOString())
      .limit(limit)
    const gone = await db.deleteFrom('anonymous_projects').where('id', 'in', expired).returning('blob').execute()
    await blobGarbageRepository(db).discard(
      gone.map(({ blob }) => blob),
      now,
    )
    return gone.length
  },
})
