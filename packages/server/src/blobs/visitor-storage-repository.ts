import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** A small file takes more than its bytes: a row, and a place in the folder. */
const LEAST_BYTES = sql.lit(65_536)

/** What is stored for people of whom nothing is known. */
export const visitorStorageRepository = (db: Db) => ({
  /**
   * The bytes of photos that visitors saved, and of uploads of accounts whose address is not verified. Accounts without an owner,
   * such as those of guests, are left out.
   *
   * @param addressHash The caller whose own bytes are counted, too.
   */
  async usage(addressHash: string): Promise<{ readonly all: number; readonly own: number }> {
    const bytes = sql`case when bytes < ${LEAST_BYTES} then ${LEAST_BYTES} else bytes end`
    const { rows } = await sql<{ all: number | string; own: number | string; unverified: number | string }>`
      select
        (select coalesce(sum(${bytes}), 0) from anonymous_projects) as "all",
        (select coalesce(sum(${bytes}), 0) from anonymous_projects where address_hash = ${addressHash}) as own,
        (select coalesce(sum(stored_bytes), 0) from accounts
          where email_verified_at is null and email not like '%.invalid') as unverified`.execute(db)
    const [row] = rows
    return { all: Number(row?.all) + Number(row?.unverified), own: Number(row?.own) }
  },
})
