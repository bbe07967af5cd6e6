import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { LettersTable } from '../../database/schema/mail-tables.ts'
import type { LetterKind } from '../templates/letter-kinds.ts'

export type LetterRow = Selectable<LettersTable>

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
 * Letters and their states. `letter-lease-repository.ts` holds which process works on them. What a letter says is removed when
 * it ends.
 *
 * Changes by an attempt hold by the condition that the letter is still at that attempt. So an attempt that was overtaken
 * changes nothing.
 */
export const letterRepository = (db: Db) => {
  const updateAt = ({ id, attempts }: Pick<LetterRow, 'id' | 'attempts'>) =>
    db.updateTable('letters').where('id', '=', id).where('state', '=', 'waiting').where('attempts', '=', attempts)
  const ended = { contents: null, next_attempt_at: null, lease_owner: null, lease_until: null } as const

  return {
    async insert(letter: Insertable<LettersTable>): Promise<void> {
      await db.insertInto('letters').values(letter).execute()
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
      const result = await updateAt(letter)
        .set({
          attempts: letter.attempts + 1,
          next_attempt_at: next,
          last_error: error,
          lease_owner: null,
          lease_until: null,
        })
        .where('lease_owner', '=', owner)
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

    /** Removes letters that ended before a time. @returns their ids */
    async removeEnded(before: string): Promise<string[]> {
      const rows = await db.deleteFrom('letters').where('ended_at', '<', before).returning('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}
