import { type SqlBool, sql } from 'kysely'
import type { Plan } from '../../base/account-plan.ts'
import type { Schemas } from '../../contract/index.ts'
import type { Db } from '../../database/open-database.ts'

export interface AccountFilter {
  /** A part of the address, the name or the name of the business, in any case. */
  readonly search?: string | undefined
  readonly plan?: Plan | undefined
  readonly state?: 'active' | 'unverified' | 'disabled' | undefined
}

type Shown = Schemas['AdminAccount']

/** @param now Keys that have expired before do not count. */
const accountsOf = (db: Db, now: string) =>
  db
    .selectFrom('accounts')
    .selectAll()
    .select((account) =>
      account
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .where('revoked_at', 'is', null)
        .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
        .as('keys'),
    )

/** Accounts as an operator sees them. */
export const accountListRepository = (db: Db) => ({
  async one(id: string, now: string): Promise<Shown> {
    return toShown(await accountsOf(db, now).where('id', '=', id).executeTakeFirstOrThrow())
  },

  /** Newest first. */
  async list(
    { search, plan, state, limit, before }: AccountFilter & { limit: number; before: string | undefined },
    now: string,
  ): Promise<Shown[]> {
    let query = accountsOf(db, now)
    if (before !== undefined) query = query.where('id', '<', before)
    if (plan !== undefined) query = query.where('plan', '=', plan)
    if (state === 'disabled') query = query.where('disabled_at', 'is not', null)
    if (state === 'active') query = query.where('disabled_at', 'is', null)
    if (state === 'unverified') query = query.where('email_verified_at', 'is', null)
    if (search !== undefined) query = query.where(({ or }) => or(SEARCHED.map((column) => contains(column, search))))
    return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toShown)
  },
})

const SEARCHED = ['email', 'name', 'business_name'] as const

/** SQLite knows the case of ASCII letters only. */
const contains = (column: (typeof SEARCHED)[number], part: string) => {
  const pattern = `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}

type Row = Awaited<ReturnType<ReturnType<typeof accountsOf>['executeTakeFirstOrThrow']>>

const toShown = (row: Row): Shown => ({
  id: row.id,
  email: row.email,
  email_verified: row.email_verified_at !== null,
  name: row.name,
  business_name: row.business_name,
  plan: row.plan,
  role: row.role,
  credits: row.balance,
  requests_per_minute: row.custom_per_minute,
  requests_per_day: row.custom_per_day,
  stored_bytes: row.stored_bytes,
  keys: Number(row.keys ?? 0),
  created_at: row.created_at,
  disabled_at: row.disabled_at,
})
