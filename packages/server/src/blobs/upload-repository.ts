import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../database/open.ts'
import type { UploadsTable } from '../database/schema.ts'
import { garbageRepository } from './garbage.ts'

export type UploadRow = Selectable<UploadsTable>

/** The rows of uploads. A row takes its file along: into the garbage when it goes, out of it when it comes. */
export const uploadRepository = (db: Db) => {
  const discard = async (gone: readonly { blob: string }[], now: Date): Promise<void> =>
    garbageRepository(db).discard(
      gone.map(({ blob }) => blob),
      now,
    )

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

    /** Puts an upload in the place of an expired one of the same bytes. */
    async insert(upload: Insertable<UploadsTable>, now: Date): Promise<void> {
      const { account_id: accountId, sha256 } = upload
      const expired = await db
        .deleteFrom('uploads')
        .where('account_id', '=', accountId)
        .where('sha256', '=', sha256)
        .returning('blob')
        .execute()
      await discard(expired, now)
      await db.insertInto('uploads').values(upload).execute()
      await garbageRepository(db).keep([upload.blob])
    },

    /** Removes every upload of an account, or those made before a time. */
    async removeAll(accountId: string, before: string | undefined, now: Date): Promise<void> {
      let chosen = db.deleteFrom('uploads').where('account_id', '=', accountId)
      if (before !== undefined) chosen = chosen.where('created_at', '<', before)
      await discard(await chosen.returning('blob').execute(), now)
    },

    /** Removes the uploads whose time is over. */
    async removeExpired(now: Date): Promise<void> {
      const gone = db.deleteFrom('uploads').where('expires_at', '<=', now.toISOString())
      await discard(await gone.returning('blob').execute(), now)
    },
  }
}
