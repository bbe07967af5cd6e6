import type { Selectable } from 'kysely'
import type { Db } from '../../database/open-database.ts'
import type { EmailPreferencesTable } from '../../database/schema/mail-tables.ts'
import { MARKETING_LISTS, type Preference } from '../templates/letter-kinds.ts'

export type Preferences = Readonly<Record<Preference, boolean>>

/** Without a choice, alerts are sent and marketing is not: it needs consent. */
const DEFAULTS: Preferences = {
  newsletter: false,
  offers: false,
  product_updates: false,
  credit_alerts: true,
  webhook_alerts: true,
}

const NO_MARKETING = { newsletter: false, offers: false, product_updates: false } as const

/** Which optional letters an account receives. Changes hold by the upsert. */
export const preferenceRepository = (db: Db) => ({
  async find(accountId: string): Promise<{ preferences: Preferences; updatedAt: string | null }> {
    const row = await db
      .selectFrom('email_preferences')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row
      ? { preferences: toPreferences(row), updatedAt: row.updated_at }
      : { preferences: DEFAULTS, updatedAt: null }
  },

  /** Changes the given preferences and leaves the others as they are. */
  async change(accountId: string, changes: Partial<Preferences>, at: string): Promise<void> {
    const changed = { ...toFlags(changes), updated_at: at }
    await db
      .insertInto('email_preferences')
      .values({ account_id: accountId, ...toFlags(DEFAULTS), ...changed })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
      .execute()
  },

  /** Turns off all marketing. */
  async endMarketing(accountId: string, at: string): Promise<void> {
    await this.change(accountId, NO_MARKETING, at)
  },

  /** Returns to the defaults. */
  async remove(accountId: string): Promise<void> {
    await db.deleteFrom('email_preferences').where('account_id', '=', accountId).execute()
  },
})

/** Whether changes turn on any marketing. */
export const asksForMarketing = (changes: Partial<Preferences>): boolean =>
  MARKETING_LISTS.some((list) => changes[list] === true)

const toPreferences = (row: Selectable<EmailPreferencesTable>): Preferences => ({
  newsletter: row.newsletter === 1,
  offers: row.offers === 1,
  product_updates: row.product_updates === 1,
  credit_alerts: row.credit_alerts === 1,
  webhook_alerts: row.webhook_alerts === 1,
})

type Flags<Given> = { [Name in keyof Given]: number }

const toFlags = <Given extends Partial<Preferences>>(given: Given): Flags<Given> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, is]) => (is === undefined ? [] : [[name, is ? 1 : 0]])),
  ) as Flags<Given>
