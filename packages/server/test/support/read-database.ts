import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'

/** Reads the database of a data folder from outside, even while a server uses it. */
export function readDatabase(dataFolder: string) {
  const db = new SqliteDatabase(join(dataFolder, 'platelight.db'), { readonly: true })
  db.pragma('busy_timeout = 10000')
  return {
    all: <T>(sql: string, ...values: unknown[]): T[] => db.prepare(sql).all(...values) as T[],
    close(): void {
      db.close()
    },
  }
}

export type DatabaseReader = ReturnType<typeof readDatabase>
