import type { Insertable, Selectable } from 'kysely'
import type { UploadsTable } from '../database/database-schema.ts'
import type { Db } from '../database/open-database.ts'
import { garbageRepository } from './blob-garbage.ts'
import { releaseStorage } from './storage-quota.ts'

export type UploadRow = Selectable<UploadsTable>

const GONE = ['blob', 'account_id', 'bytes'] as const
type Gone = Pick<UploadRow, (typeof GONE)[number]>

/** The rows of uploads. One that goes takes its file along, and gives back what the account is counted for it. */
export const uploadRepository = (db: Db) => {
  const discard = async (gone: readonly Gone[], now: Date): Promise<void> => {
    await garbageRepository(db).discard(
      gone.map(({ blob }) => blob),
      now,
    )
    const bytes = new Map<string, number>()
    for (const one of gone) bytes.set(one.account_id, (bytes.get(one.account_id) ?? 0) + one.bytes)
    for (const [accountId, sum] of bytes) await releaseStorage(db, accountId, sum)
  }

  return {
    /** By the hash of its bytes. */
    find(accountId: string, sha256: string): Promise<UploadRow | undefined> {
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('sha256', '=', sha256)
        .executeTakeFirst()
    },

    async prolong(id: string, { expiresAt, linkExp }: { expiresAt: string; linkExp: number }): Promise<void> {
      await db.updateTable('uploads').set({ expires_at: expiresAt, link_exp: linkExp }).where('id', '=', id).execute()
    },

    async insert(upload: Insertable<UploadsTable>): Promise<void> {
      await db.insertInto('uploads').values(upload).execute()
      await garbageRepository(db).unmark([upload.blob])
    },

    async remove(id: string, now: Date): Promise<void> {
      await discard(
        await db
          .deleteFrom('uploads')
          .where('id', '=', id)
          .returning([...GONE])
          .execute(),
        now,
      )
    },

    /** Removes every upload of an account, or those made before a time. */
    async removeAll(accountId: string, before: string | undefined, now: Date): Promise<void> {
      let chosen = db.deleteFrom('uploads').where('account_id', '=', accountId)
      if (before !== undefined) chosen = chosen.where('created_at', '<', before)
      await discard(await chosen.returning([...GONE]).execute(), now)
    },

    /** Removes the uploads whose time is over. */
    async removeExpired(now: Date): Promise<void> {
      const gone = db.deleteFrom('uploads').where('expires_at', '<=', now.toISOString())
      await discard(await gone.returning([...GONE]).execute(), now)
    },
  }
}
