import type { Db } from '../../database/open-database.ts'

export interface StoredFile {
  readonly blob: string
  readonly mime: string
  readonly bytes: number
}

/** A file that a row still names. Bytes without a row count as deleted. */
export const findStored = async (db: Db, blob: string): Promise<StoredFile | undefined> =>
  (await db.selectFrom('run_images').select(['blob', 'mime', 'bytes']).where('blob', '=', blob).executeTakeFirst()) ??
  (await db.selectFrom('uploads').select(['blob', 'mime', 'bytes']).where('blob', '=', blob).executeTakeFirst())
