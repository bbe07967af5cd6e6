import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../database/database-schema.ts'
import type { Db } from '../../database/open-database.ts'
import { LONGEST_DELAY_MS } from '../sending/letter-schedule.ts'
import type { LetterRow } from './letter-repository.ts'

/** As a literal, because the planner uses the index of waiting letters for a literal only. */
const WAITING = sql.lit<'waiting'>('waiting')

/** Longer than any attempt, so that no two processes send a letter at the same time. */
export const LEASE_MS = 120_000

/** Clocks of processes differ by much less. Without it, a lease of a clock that is a moment ahead would not count. */
const TOLERANCE_MS = 60_000

/**
 * Whether a letter is due and no process works on it. A time further ahead than any delay comes from a clock that was set
 * back since, and does not count.
 */
const isDue = (now: Date) => (row: ExpressionBuilder<Database, 'letters'>) => {
  const at = now.toISOString()
  const ahead = (ms: number) => new Date(now.getTime() + ms + TOLERANCE_MS).toISOString()
  return row.and([
    row('state', '=', WAITING),
    row.or([row('next_attempt_at', '<=', at), row('next_attempt_at', '>', ahead(LONGEST_DELAY_MS))]),
    row.or([row('lease_until', 'is', null), row('lease_until', '<', at), row('lease_until', '>', ahead(LEASE_MS))]),
  ])
}

/** Leases of letters: which process works on which letter, and until when. */
export const letterLeaseRepository = (db: Db) => ({
  /**
   * Claims due letters, the longest due first. Holds by the condition of the update: if two processes find the same letter,
   * the second one finds it claimed.
   *
   * @param except Letters that the owner works on. It must not claim them again after the machine slept.
   */
  async claim(
    owner: string,
    { now, limit, except }: { now: Date; limit: number; except: readonly string[] },
  ): Promise<LetterRow[]> {
    let due = db.selectFrom('letters').select('id').where(isDue(now))
    if (except.length > 0) due = due.where('id', 'not in', [...except])
    const claimed = await db
      .updateTable('letters')
      .set({ lease_owner: owner, lease_until: new Date(now.getTime() + LEASE_MS).toISOString() })
      .where('id', 'in', due.orderBy('next_attempt_at').orderBy('id').limit(limit))
      .where(isDue(now))
      .returningAll()
      .execute()
    return claimed.sort((one, other) => (one.id < other.id ? -1 : 1))
  },

  /** Releases claims of the owner. The attempt is repeated under the same number. */
  async release(owner: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await db
      .updateTable('letters')
      .set({ lease_owner: null, lease_until: null })
      .where('id', 'in', [...ids])
      .where('lease_owner', '=', owner)
      .execute()
  },

  /** Releases the claims of every other owner. Only for a process that has the database to itself. */
  async releaseOrphans(exceptOwner: string): Promise<void> {
    await db
      .updateTable('letters')
      .set({ lease_owner: null, lease_until: null })
      .where('state', '=', WAITING)
      .where('lease_owner', '!=', exceptOwner)
      .execute()
  },
})
