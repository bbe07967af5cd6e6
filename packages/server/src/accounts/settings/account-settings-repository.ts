import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { AccountSettingsTable } from '../../database/schema/account-data-tables.ts'

export type SettingsRow = Selectable<AccountSettingsTable>

/** What accounts have set. An account that has set nothing has no row. */
export const accountSettingsRepository = (db: Db) => ({
  find(accountId: string): Promise<SettingsRow | undefined> {
    return db.selectFrom('account_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  },

  /** Stores these columns and leaves the others as they are. Holds by the upsert. */
  async change(accountId: string, changes: Partial<Omit<SettingsRow, 'account_id'>>, at: string): Promise<void> {
    const empty = { timezone: null, preset: null, formats: null, output_format: null }
    await db
      .insertInto('account_settings')
      .values({ ...empty, ...changes, account_id: accountId, updated_at: at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...changes, updated_at: at }))
      .execute()
  },
})
