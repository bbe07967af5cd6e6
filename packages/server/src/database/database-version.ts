import SqliteDatabase from 'better-sqlite3'
import { MIGRATIONS } from './migrations/index.ts'

export interface DatabaseVersion {
  /** The newest migration that was applied. */
  readonly applied: string
  /** The newest migration that this server knows. */
  readonly newest: string
  /** Applied migrations that this server does not know, because a newer one applied them. */
  readonly unknown: readonly string[]
}

/**
 * The version of a database file, which is not changed.
 *
 * @throws Error when it cannot be read as a database
 * @example const { applied, newest } = readVersion('data/platelight.db')
 */
export function readVersion(path: string): DatabaseVersion {
  const connection = new SqliteDatabase(path, { readonly: true, fileMustExist: true })
  try {
    const names = connection.prepare('select name from migrations order by name').pluck().all() as string[]
    const known = MIGRATIONS.map(({ name }) => name)
    return {
      applied: names.at(-1) ?? 'nothing',
      newest: known.at(-1) ?? 'nothing',
      unknown: names.filter((name) => !known.includes(name)),
    }
  } finally {
    connection.close()
  }
}
