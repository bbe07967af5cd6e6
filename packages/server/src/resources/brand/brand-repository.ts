import type { Insertable, Selectable } from 'kysely'
import { blobGarbageRepository } from '../../blobs/blob-garbage-repository.ts'
import { storedBytesRepository } from '../../blobs/stored-bytes-repository.ts'
import type { Db } from '../../database/open-database.ts'
import type { BrandLogosTable, BrandProfilesTable } from '../../database/schema/brand-tables.ts'

export type ProfileRow = Selectable<BrandProfilesTable>
export type LogoRow = Selectable<BrandLogosTable>

const EMPTY = {
  business_name: null,
  tagline: null,
  cuisine: null,
  tone: null,
  website: null,
  phone: null,
  address: null,
  colors: '[]',
} as const satisfies Partial<ProfileRow>

/** The brands of accounts. An account that has set nothing has no row. */
export const brandRepository = (db: Db) => ({
  profile(accountId: string): Promise<ProfileRow | undefined> {
    return db.selectFrom('brand_profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  },

  logo(accountId: string): Promise<LogoRow | undefined> {
    return db.selectFrom('brand_logos').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  },

  /** Stores these columns and leaves the others as they are. Holds by the upsert. */
  async change(accountId: string, changes: Partial<Omit<ProfileRow, 'account_id'>>, at: string): Promise<void> {
    await db
      .insertInto('brand_profiles')
      .values({ ...EMPTY, ...changes, account_id: accountId, updated_at: at })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...changes, updated_at: at }))
      .execute()
  },

  async removeProfile(accountId: string): Promise<void> {
    await db.deleteFrom('brand_profiles').where('account_id', '=', accountId).execute()
  },

  /** The bytes have been counted. */
  async insertLogo(logo: Insertable<BrandLogosTable>): Promise<void> {
    await db.insertInto('brand_logos').values(logo).execute()
    await blobGarbageRepository(db).unmark([logo.blob])
  },

  /** Removes the logo, discards its file and releases its bytes. */
  async removeLogo(accountId: string, now: Date): Promise<void> {
    const removed = db.deleteFrom('brand_logos').where('account_id', '=', accountId).returning(['blob', 'bytes'])
    const logo = await removed.executeTakeFirst()
    if (!logo) return
    await blobGarbageRepository(db).discard([logo.blob], now)
    await storedBytesRepository(db).release(accountId, Number(logo.bytes))
  },
})
