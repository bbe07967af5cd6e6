import type { Insertable } from 'kysely'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { OperatorFilesTable } from '../../database/schema/operator-tables.ts'

/** Files of the operator. They belong to no account. */
export const operatorFileRepository = (db: Db) => ({
  async insert(file: Insertable<OperatorFilesTable>): Promise<void> {
    await db.insertInto('operator_files').values(file).execute()
    await blobGarbageRepository(db).unmark([file.blob])
  },
})
