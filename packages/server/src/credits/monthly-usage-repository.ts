import { compiledQuery } from '../database/compiled-query.ts'
import type { Db } from '../database/open-database.ts'

export interface MonthlyUsage {
  /** Photos through /v1, including those in progress. */
  readonly photos: number
  /** Credits charged minus credits refunded. */
  readonly credits: number
}

/** The usage of a UTC month, which counts against a plan or is shown. */
export const monthlyUsageRepository = (db: Db) => ({
  async get(accountId: string, month: string): Promise<MonthlyUsage> {
    const row = await db
      .selectFrom('monthly_usage')
      .select(['photos', 'credits'])
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row ?? { photos: 0, credits: 0 }
  },

  /** Adds to the usage; a negative number subtracts. Holds by the upsert, whatever is added at the same moment. */
  async add(accountId: string, month: string, { photos = 0, credits = 0 }: Partial<MonthlyUsage>): Promise<void> {
    await addUsage(db, accountId, month, photos, credits)
  },

  /** Balance and usage in one read, for the pages that show both. */
  async withBalance(accountId: string, month: string): Promise<MonthlyUsage & { readonly balance: number }> {
    const [row] = await usageWithBalance(db, month, accountId)
    return { balance: row?.balance ?? 0, photos: row?.photos ?? 0, credits: row?.credits ?? 0 }
  },
})

const addUsage = compiledQuery((db, accountId: string, month: string, photos: number, credits: number) =>
  db
    .insertInto('monthly_usage')
    .values({ account_id: accountId, month, photos, credits })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'month']).doUpdateSet((row) => ({
        photos: row('monthly_usage.photos', '+', row.ref('excluded.photos')),
        credits: row('monthly_usage.credits', '+', row.ref('excluded.credits')),
      })),
    ),
)

const usageWithBalance = compiledQuery((db, month: string, accountId: string) =>
  db
    .selectFrom('accounts')
    .leftJoin('monthly_usage', (join) =>
      join.onRef('monthly_usage.account_id', '=', 'accounts.id').on('month', '=', month),
    )
    .select(['balance', 'photos', 'credits'])
    .where('accounts.id', '=', accountId),
)
