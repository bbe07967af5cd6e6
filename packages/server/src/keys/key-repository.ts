import type { Selectable } from 'kysely'
import { toAccount } from '../accounts/account-repository.ts'
import type { Account } from '../base/account-plan.ts'
import type { Scope } from '../contract/index.ts'
import { compiledQuery } from '../database/compiled-query.ts'
import type { Db } from '../database/open-database.ts'
import type { ApiKeysTable } from '../database/schema/account-tables.ts'
import { lock } from '../database/transaction-lock.ts'

export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The key that replaced it in a rotation. */
  readonly replacedBy: string | null
}

export const keyRepository = (db: Db) => ({
  async insert(key: ApiKey & { hash: string }): Promise<void> {
    await db
      .insertInto('api_keys')
      .values({
        id: key.id,
        account_id: key.accountId,
        name: key.name,
        prefix: key.prefix,
        hash: key.hash,
        scopes: JSON.stringify(key.scopes),
        created_at: key.createdAt,
        last_used_at: key.lastUsedAt,
        expires_at: key.expiresAt,
        revoked_at: key.revokedAt,
        replaced_by: key.replacedBy,
      })
      .execute()
  },

  /** Newest first. */
  async list(accountId: string, limit: number, before: string | undefined): Promise<ApiKey[]> {
    let query = db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toKey)
  },

  /** Keys that are neither revoked nor expired, newest first. */
  async active(accountId: string, now: string): Promise<ApiKey[]> {
    const rows = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toKey)
  },

  /** The keys whose shown prefix begins so, of all accounts, newest first. Texts are compared byte by byte. */
  async byPrefix(beginning: string): Promise<{ key: ApiKey; email: string }[]> {
    const rows = await db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .selectAll('api_keys')
      .select('accounts.email')
      .where('prefix', '>=', beginning)
      .where('prefix', '<', `${beginning}~`)
      .orderBy('api_keys.id', 'desc')
      .execute()
    return rows.map((row) => ({ key: toKey(row), email: row.email }))
  },

  /** The key with this id, of whatever account; none when there is no such key. */
  async byId(id: string): Promise<{ key: ApiKey; email: string }[]> {
    const rows = await db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .selectAll('api_keys')
      .select('accounts.email')
      .where('api_keys.id', '=', id)
      .execute()
    return rows.map((row) => ({ key: toKey(row), email: row.email }))
  },

  /** The key with this hash, and its account. One query, because every request begins with it. */
  async byHash(hash: string): Promise<{ key: ApiKey; account: Account } | undefined> {
    const [row] = await keyByHash(db, hash)
    if (!row) return undefined
    const key = toKey({ ...row, id: row.key_id, account_id: row.id, created_at: row.key_created_at })
    return { key, account: toAccount(row) }
  },

  async get(accountId: string, id: string): Promise<ApiKey | undefined> {
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return row && toKey(row)
  },

  /** The key, which stays the same until the transaction ends. Holds by a lock on its row. */
  async getLocked(accountId: string, id: string): Promise<ApiKey | undefined> {
    await lock(db, 'api_keys', id)
    return this.get(accountId, id)
  },

  /** Revokes a key. A key that is already revoked keeps its time; holds by that condition. */
  async revokeOne(accountId: string, id: string, at: string): Promise<void> {
    await db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute()
  },

  async revokeAll(accountId: string, at: string, before: string | undefined): Promise<void> {
    let chosen = db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
    if (before !== undefined) chosen = chosen.where('created_at', '<', before)
    await chosen.execute()
  },

  async replace(id: string, by: string, expiresAt: string): Promise<void> {
    await db.updateTable('api_keys').set({ replaced_by: by, expires_at: expiresAt }).where('id', '=', id).execute()
  },

  /** Records a use. A later one, which another process may have recorded, stays. */
  async setLastUsed(id: string, at: string): Promise<void> {
    await db
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', at)]))
      .execute()
  },
})

const keyByHash = compiledQuery((db, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('accounts')
    .select(['api_keys.id as key_id', 'api_keys.name', 'api_keys.prefix', 'api_keys.hash', 'api_keys.scopes'])
    .select(['api_keys.created_at as key_created_at', 'last_used_at', 'expires_at', 'revoked_at', 'replaced_by'])
    .where('api_keys.hash', '=', hash),
)

const toKey = (row: Selectable<ApiKeysTable>): ApiKey => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  prefix: row.prefix,
  scopes: JSON.parse(row.scopes),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  replacedBy: row.replaced_by,
})
