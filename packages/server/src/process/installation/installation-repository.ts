import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { InstallationTable } from '../../database/schema/installation-tables.ts'

type Agreed = Selectable<InstallationTable>

/** What all processes of an installation must agree on, by name. */
export const installationRepository = (db: Db) => ({
  /**
   * Records values whose names are not recorded yet. Holds by the unique name. Of processes that start at once, the first one
   * records all of them, because all insert them in one statement and in the same order.
   */
  async addMissing(values: ReadonlyMap<string, string>, at: string): Promise<void> {
    await db
      .insertInto('installation')
      .values(rows(values, at))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  },

  /** Records values in place of those that are there. */
  async replace(values: ReadonlyMap<string, string>, at: string): Promise<void> {
    await db
      .insertInto('installation')
      .values(rows(values, at))
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value'), confirmed_at: at })),
      )
      .execute()
  },

  list: (): Promise<Agreed[]> => db.selectFrom('installation').selectAll().execute(),

  find: (name: string): Promise<Agreed | undefined> =>
    db.selectFrom('installation').selectAll().where('name', '=', name).executeTakeFirst(),

  /** Changes a value. Holds by the condition that it is as it was seen. @returns whether it was */
  async change(seen: Agreed, value: string, at: string): Promise<boolean> {
    const changed = await db
      .updateTable('installation')
      .set({ value, confirmed_at: at })
      .where('name', '=', seen.name)
      .where('value', '=', seen.value)
      .where('confirmed_at', '=', seen.confirmed_at)
      .returning('name')
      .executeTakeFirst()
    return changed !== undefined
  },

  /** Whether a process has sent a heartbeat since then. */
  async hasHeartbeatSince(since: string): Promise<boolean> {
    const found = await db.selectFrom('workers').select('id').where('last_seen_at', '>=', since).executeTakeFirst()
    return found !== undefined
  },
})

const rows = (values: ReadonlyMap<string, string>, at: string): Agreed[] =>
  [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => ({ name, value, confirmed_at: at }))
