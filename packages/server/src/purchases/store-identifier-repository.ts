import type { Db } from '../database/open-database.ts'
import type { StoreIdentifiersTable } from '../database/schema/subscription-tables.ts'

export type StoreIdentifier = Pick<StoreIdentifiersTable, 'kind' | 'value'>

/** What stores and providers know accounts by. */
export const storeIdentifierRepository = (db: Db) => ({
  /** The id of the account that is known by one of these. The first that is known decides. */
  async accountOf(...identifiers: readonly StoreIdentifier[]): Promise<string | undefined> {
    for (const identifier of identifiers) {
      const known = db.selectFrom('store_identifiers').select('account_id')
      const row = await known.where((eb) => eb.and(identifier)).executeTakeFirst()
      if (row) return row.account_id
    }
    return undefined
  },

  /** The values that an account is known by, in order. */
  async valuesOf(accountId: string, kind: StoreIdentifier['kind']): Promise<string[]> {
    const known = db.selectFrom('store_identifiers').select('value').where('account_id', '=', accountId)
    return (await known.where('kind', '=', kind).orderBy('value').execute()).map(({ value }) => value)
  },

  /** Notes what an account is known by, unless another account is. Holds by the unique value. */
  async add(accountId: string, { kind, value }: StoreIdentifier): Promise<void> {
    await db
      .insertInto('store_identifiers')
      .values({ kind, value, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
      .execute()
  },

  /** Notes that an identifier belongs to this account from now on. */
  async move(accountId: string, { kind, value }: StoreIdentifier): Promise<void> {
    await db
      .insertInto('store_identifiers')
      .values({ kind, value, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['kind', 'value']).doUpdateSet({ account_id: accountId }))
      .execute()
  },
})
