import type { Insertable, Selectable } from 'kysely'
import { compiledQuery } from '../database/compiled-query.ts'
import type { Db } from '../database/open-database.ts'
import type { UploadsTable } from '../database/schema/blob-tables.ts'
import { lock } from '../database/transaction-lock.ts'
import { blobGarbageRepository } from './blob-garbage-repository.ts'
import { storedBytesRepository } from './stored-bytes-repository.ts'

export type UploadRow = Selectable<UploadsTable>

const REMOVED = ['blob', 'account_id', 'bytes'] as const
type Removed = Pick<UploadRow, (typeof REMOVED)[number]>

/** Uploaded photos. Removing a row discards its file and releases its bytes. */
export const uploadRepository = (db: Db) => {
  const discard = async (gone: readonly Removed[], now: Date): Promise<void> => {
    await blobGarbageRepository(db).discard(
      gone.map(({ blob }) => blob),
      now,
    )
    const bytes = new Map<string, number>()
    for (const one of gone) bytes.set(one.account_id, (bytes.get(one.account_id) ?? 0) + one.bytes)
    for (const [accountId, sum] of bytes) await storedBytesRepository(db).release(accountId, sum)
  }

  return {
    /** Finds an upload by the hash of its bytes. */
    find(accountId: string, sha256: string): Promise<UploadRow | undefined> {
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('sha256', '=', sha256)
        .executeTakeFirst()
    },

    findById(accountId: string, id: string): Promise<UploadRow | undefined> {
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** The uploads of an account, oldest first. */
    ofAccount(accountId: string): Promise<UploadRow[]> {
      return db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
    },

    /** Those of the uploads that an account has, oldest first. */
    async among(accountId: string, ids: readonly string[]): Promise<UploadRow[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('uploads')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute()
    },

    async findByBlob(
      accountId: string,
      blob: string,
    ): Promise<Pick<UploadRow, 'blob' | 'width' | 'height' | 'bytes'> | undefined> {
      return (await uploadByBlob(db, accountId, blob))[0]
    },

    /** Returns whether the upload still existed. */
    async prolong(id: string, { expiresAt, linkExp }: { expiresAt: string; linkExp: number }): Promise<boolean> {
      const row = await db
        .updateTable('uploads')
        .set({ expires_at: expiresAt, link_exp: linkExp })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async insert(upload: Insertable<UploadsTable>): Promise<void> {
      await db.insertInto('uploads').values(upload).execute()
      await blobGarbageRepository(db).unmark([upload.blob])
    },

    /** Gives an upload to another account, which has counted its bytes already. */
    async give(
      { id, account_id: owner, bytes }: UploadRow,
      to: Pick<UploadRow, 'account_id' | 'expires_at' | 'link_exp'>,
    ): Promise<void> {
      await db.updateTable('uploads').set(to).where('id', '=', id).execute()
      await storedBytesRepository(db).release(owner, bytes)
    },

    async remove(id: string, now: Date): Promise<void> {
      await discard(
        await db
          .deleteFrom('uploads')
          .where('id', '=', id)
          .returning([...REMOVED])
          .execute(),
        now,
      )
    },

    /** Removes every upload of an account, or those created before a time. */
    async removeAll(accountId: string, before: string | undefined, now: Date): Promise<void> {
      let chosen = db.deleteFrom('uploads').where('account_id', '=', accountId)
      if (before !== undefined) chosen = chosen.where('created_at', '<', before)
      await discard(await chosen.returning([...REMOVED]).execute(), now)
    },

    /** Accounts with uploads that have expired. */
    async accountsWithExpired(now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('uploads')
        .select('account_id')
        .distinct()
        .where('expires_at', '<=', now.toISOString())
        .execute()
      return rows.map(({ account_id }) => account_id)
    },

    /**
     * Removes the uploads of an account that have expired. Holds by a lock on the account, and by the time, which is a
     * condition of the removal.
     */
    async removeExpired(accountId: string, now: Date): Promise<void> {
      await lock(db, 'accounts', accountId)
      const expired = db
        .deleteFrom('uploads')
        .where('account_id', '=', accountId)
        .where('expires_at', '<=', now.toISOString())
      await discard(await expired.returning([...REMOVED]).execute(), now)
    },
  }
}

const uploadByBlob = compiledQuery((db, accountId: string, blob: string) =>
  db
    .selectFrom('uploads')
    .select(['blob', 'width', 'height', 'bytes'])
    .where('account_id', '=', accountId)
    .where('blob', '=', blob),
)
