import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../../src/database/open-database.ts'
import { bytesInS3 } from '../../support/blobs/stored-blobs.ts'
import { pathsIn } from '../../support/files-in.ts'

/** The content of every table, as text. On PostgreSQL also of the tables of its queue. */
export async function rowsOfAllTables(db: Db): Promise<string> {
  const tables = await db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const table = schema === undefined ? sql.id(name) : sql.id(schema, name)
      return (await sql`select * from ${table}`.execute(db)).rows
    }),
  )
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** All bytes of the files in a folder and below it, without those in the outbox. */
export async function bytesBelow(folder: string): Promise<Buffer> {
  const files = (await pathsIn(folder)).filter((path) => !dirname(path).endsWith('outbox'))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** All bytes that a server stores: those of its data folder without the outbox, and those of its pictures in S3. */
export const bytesOfServer = async (dataFolder: string): Promise<Buffer> =>
  Buffer.concat([await bytesBelow(dataFolder), ...(await bytesInS3(dataFolder))])

/** Some bytes of a picture, which no other file has. */
export const pieceOf = (bytes: Uint8Array, at = 0.5): Buffer =>
  Buffer.from(bytes.slice(bytes.length * at, bytes.length * at + 48))
