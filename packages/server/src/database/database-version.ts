import SqliteDatabase from 'better-sqlite3'
import { MIGRATIONS } from './migrations/index.ts'

export interface DatabaseVersion {
  /** The last migration that was applied. */
  readonly applied: string
  /** The last one that this server knows. */
  readonly newest: string
  /** Applied ones that this server does not know: a newer one made them. */
  readonly unknown: readonly string[]
}

/**
 * Which shape a database file has, without changing it.
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
