import { sql } from 'kysely'
import type { Database } from '../database/database-schema.ts'
import type { Db } from '../database/open-database.ts'

/** Tables with the key of a blob. The garbage is left out: what it names is about to be deleted. */
type NamingTable = Exclude<
  { [Table in keyof Database]: Database[Table] extends { blob: string } ? Table : never }[keyof Database],
  'blob_garbage'
>
/** The compiler asks for every such table. */
const NAMING: Readonly<Record<NamingTable, true>> = {
  run_images: true,
  uploads: true,
  export_archives: true,
  operator_files: true,
  anonymous_projects: true,
  brand_logos: true,
}

const BATCH = 500

/** The bytes of an original may be gone before its row. */
const KEPT = sql<boolean>`bytes > 0`

/** The blobs that are in use. All others are garbage. */
export const namedBlobRepository = (db: Db) => ({
  async count(): Promise<number> {
    let sum = 0
    for (const table of Object.keys(NAMING) as NamingTable[]) {
      const { count } = await db
        .selectFrom(table)
        .select((row) => row.fn.countAll<bigint | number>().as('count'))
        .where(KEPT)
        .executeTakeFirstOrThrow()
      sum += Number(count)
    }
    return sum
  },

  /** Their keys, each once. */
  async *keys(): AsyncGenerator<string> {
    for (const table of Object.keys(NAMING) as NamingTable[]) {
      for (let last = ''; ; ) {
        const rows = await db
          .selectFrom(table)
          .select('blob')
          .where('blob', '>', last)
          .where(KEPT)
          .orderBy('blob')
          .limit(BATCH)
          .execute()
        yield* rows.map(({ blob }) => blob)
        last = rows.at(-1)?.blob ?? ''
        if (rows.length < BATCH) break
      }
    }
  },
})
