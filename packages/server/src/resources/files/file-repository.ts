import { archiveName } from '../../account-data/export/account-exports.ts'
import type { Db } from '../../database/open-database.ts'

export interface StoredFile {
  readonly blob: string
  readonly mime: string
  readonly bytes: number
  /** The name under which it is downloaded, if it is not shown. */
  readonly attachment?: string
}

/** A file that a row still names. Bytes without a row count as deleted. */
export async function findStored(db: Db, blob: string): Promise<StoredFile | undefined> {
  // PostgreSQL has no texts with NUL, not even to look for.
  if (blob.includes('\0')) return undefined
  for (const table of ['run_images', 'uploads', 'operator_files', 'anonymous_projects', 'brand_logos'] as const) {
    const found = db.selectFrom(table).select(['blob', 'mime', 'bytes']).where('blob', '=', blob).where('bytes', '>', 0)
    const file = await found.executeTakeFirst()
    if (file) return { ...file, bytes: Number(file.bytes) }
  }
  return findArchive(db, blob)
}

async function findArchive(db: Db, blob: string): Promise<StoredFile | undefined> {
  const archive = await db.selectFrom('export_archives').selectAll().where('blob', '=', blob).executeTakeFirst()
  if (!archive) return undefined
  const { number, bytes } = archive
  return { blob, mime: 'application/zip', bytes: Number(bytes), attachment: archiveName(number) }
}
