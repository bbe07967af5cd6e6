import { type Insertable, type Selectable, sql } from 'kysely'
import type { Cutoff } from '../../base/plans/retention-settings.ts'
import { accountsOf } from '../../database/accounts-of.ts'
import type { Db } from '../../database/open-database.ts'
import { isFree, NO_LEASE, rowLease } from '../../database/row-lease.ts'
import type { LettersTable } from '../../database/schema/mail-tables.ts'
import { LONGEST_DELAY_MS } from '../sending/letter-schedule.ts'
import type { LetterKind } from '../templates/letter-kinds.ts'

export type LetterRow = Selectable<LettersTable>

/** As a literal, because the planner uses the index of waiting letters for a literal only. */
const WAITING = sql.lit<'waiting'>('waiting')

/** Longer than any attempt, so that no two processes send a letter at the same time. */
export const LEASE_MS = 120_000

/** Clocks of processes differ by much less. Without it, a lease of a clock that is a moment ahead would not count. */
const TOLERANCE_MS = 60_000

/** Whose letter it is. */
export interface LetterSubject {
  /** The account whose letter it is; null for a person without one. */
  readonly accountId: string | null
  /** The form of the website that caused it; null for all other letters. */
  readonly leadId: string | null
}

/** How a letter ends. */
export interface LetterEnd {
  readonly state: 'sent' | 'given_up'
  readonly at: string
  readonly error?: string
}

/**
 * Letters and their states. What a letter says is removed when it ends.
 *
 * Changes by an attempt hold by the condition that the letter is still at that attempt. So an attempt that was overtaken
 * changes nothing.
 */
export const letterRepository = (db: Db) => {
  const lease = rowLease(db, 'letters')
  const updateAt = ({ id, attempts }: Pick<LetterRow, 'id' | 'attempts'>) =>
    db.updateTable('letters').where('id', '=', id).where('state', '=', 'waiting').where('attempts', '=', attempts)
  const ended = { contents: null, next_attempt_at: null, ...NO_LEASE } as const

  return {
    async insert(letter: Insertable<LettersTable>): Promise<void> {
      await db.insertInto('letters').values(letter).execute()
    },

    /**
     * Claims due letters, the longest due first. A time further ahead than any delay comes from a clock that was set back since,
     * and does not count.
     *
     * @param except Letters that the owner works on. It must not claim them again after the machine slept.
     */
    async claim(
      owner: string,
      { now, limit, except }: { now: Date; limit: number; except: readonly string[] },
    ): Promise<LetterRow[]> {
      const at = now.toISOString()
      const ahead = (ms: number) => new Date(now.getTime() + ms + TOLERANCE_MS).toISOString()
      const free = isFree(at, ahead(LEASE_MS))
      let due = db
        .selectFrom('letters')
        .select('id')
        .where('state', '=', WAITING)
        .where((row) =>
          row.or([row('next_attempt_at', '<=', at), row('next_attempt_at', '>', ahead(LONGEST_DELAY_MS))]),
        )
        .where(free)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
      if (except.length > 0) due = due.where('id', 'not in', [...except])
      const until = new Date(now.getTime() + LEASE_MS)
      const claimed = await lease.claim(owner, due, { until, free }).returningAll().execute()
      return claimed.sort((one, other) => (one.id < other.id ? -1 : 1))
    },

    /** Cancels waiting letters of one kind about an account or a form, because a newer one replaces them. */
    async cancelWaiting(about: LetterSubject, kind: string, at: string, except = ''): Promise<void> {
      const [column, id] =
        about.leadId === null ? (['account_id', about.accountId] as const) : (['lead_id', about.leadId] as const)
      await db
        .updateTable('letters')
        .set({ ...ended, state: 'cancelled', ended_at: at })
        .where(column, '=', id)
        .where('kind', '=', kind)
        .where('state', '=', 'waiting')
        .where('id', '!=', except)
        .execute()
    },

    /** Gives a letter what it says. Returns whether the letter still waits. */
    async prepare(
      letter: Pick<LetterRow, 'id' | 'attempts'>,
      prepared: Pick<Insertable<LettersTable>, 'account_id' | 'locale' | 'contents' | 'expires_at'>,
    ): Promise<boolean> {
      return (await updateAt(letter).set(prepared).executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Ends a letter. Returns whether it changed. */
    async end(letter: Pick<LetterRow, 'id' | 'attempts'>, { state, at, error }: LetterEnd): Promise<boolean> {
      const attempts = letter.attempts + 1
      const end = { ...ended, state, attempts, ended_at: at, last_error: error ?? null }
      return (await updateAt(letter).set(end).executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Counts a failed attempt of this owner. Returns whether the letter changed. */
    async postpone(
      letter: Pick<LetterRow, 'id' | 'attempts'>,
      owner: string,
      { next, error }: { next: string; error: string },
    ): Promise<boolean> {
      const { id, attempts } = letter
      const result = await lease
        .held(owner, id)
        .set({ attempts: attempts + 1, next_attempt_at: next, last_error: error, ...NO_LEASE })
        .where('attempts', '=', attempts)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('letters').where('id', '=', id).execute()
    },

    /**
     * Removes the letters of an account that is deleted, and those to its address from before that time. The letter that
     * tells of the deletion stays until it is sent.
     *
     * @returns The ids of the letters, by which the outbox knows its files.
     */
    async removeOf(account: { accountId: string; address: string; before: string }): Promise<string[]> {
      const { accountId, address, before } = account
      const kind: LetterKind = 'account-deleted'
      const rows = await db
        .deleteFrom('letters')
        .where((row) =>
          row.or([
            row('account_id', '=', accountId),
            row.and([row('recipient', '=', address), row('created_at', '<=', before), row('kind', '!=', kind)]),
          ]),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Removes the letters that forms caused. @returns their ids */
    async removeOfLeads(leadIds: readonly string[]): Promise<string[]> {
      if (leadIds.length === 0) return []
      const rows = await db.deleteFrom('letters').where('lead_id', 'in', leadIds).returning('id').execute()
      return rows.map(({ id }) => id)
    },

    /** Hands the letters that forms caused to an account that is deleted, whose letters are removed. */
    async giveToAccount(leadIds: readonly string[], accountId: string): Promise<void> {
      if (leadIds.length === 0) return
      await db.updateTable('letters').set({ account_id: accountId }).where('lead_id', 'in', leadIds).execute()
    },

    /** Removes up to `limit` letters that ended long ago. Persons without an account count as on Free. @returns their ids */
    async removeEnded({ before, plans }: Cutoff, limit: number): Promise<string[]> {
      const old = db
        .selectFrom('letters')
        .select('id')
        .where('ended_at', '<', before)
        .where(({ or, eb }) =>
          or([accountsOf('account_id', plans), ...(plans.includes('Free') ? [eb('account_id', 'is', null)] : [])]),
        )
        .limit(limit)
      const rows = await db.deleteFrom('letters').where('id', 'in', old).returning('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}
