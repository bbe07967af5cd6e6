import type { Account } from '../base/account-plan.ts'
import { type PageRequest, pageOf } from '../base/pagination.ts'
import type { Clock } from '../base/ports.ts'
import type { Ids } from '../base/random-ids.ts'
import { isStorageFull, notFound, ServiceError } from '../base/service-error.ts'
import type { Scope } from '../contract/index.ts'
import { inTransaction } from '../database/in-transaction.ts'
import type { Db } from '../database/open-database.ts'
import { type ApiKey, keyRepository } from './key-repository.ts'
import { hashKey, looksLikeKey, newKeySecret, prefixOf } from './key-secret.ts'

export type Keys = ReturnType<typeof createKeys>

/** Creates, lists, rotates, revokes and authenticates API keys. */
export function createKeys({ db, ids, clock }: { db: Db; ids: Ids; clock: Clock }) {
  /**
   * The last uses of keys. They are written later, at most once a minute per key, because a read should not cost a write.
   * Each process writes what it has seen, and the latest use of all stays.
   */
  const lastUses = new Map<string, string>()

  const flush = async (): Promise<void> => {
    const batch = [...lastUses]
    lastUses.clear()
    try {
      for (const [id, at] of batch) await keyRepository(db).setLastUsed(id, at)
    } catch (error) {
      // What cannot be written is written the next time, unless the key has been used since.
      for (const [id, at] of batch) if (!lastUses.has(id)) lastUses.set(id, at)
      throw error
    }
  }

  const insert = async (
    tx: Db,
    request: { accountId: string; name: string; scopes: readonly Scope[]; expiresAt: string | null },
  ): Promise<{ key: ApiKey; secret: string }> => {
    const secret = newKeySecret()
    const key: ApiKey = {
      id: ids.next('key'),
      accountId: request.accountId,
      name: request.name,
      prefix: prefixOf(secret),
      scopes: request.scopes,
      createdAt: clock.now().toISOString(),
      lastUsedAt: null,
      expiresAt: request.expiresAt,
      revokedAt: null,
      replacedBy: null,
    }
    await keyRepository(tx).insert({ ...key, hash: hashKey(secret) })
    return { key, secret }
  }

  return {
    /**
     * @param by Scopes of the caller, who can only give scopes that they have.
     * @returns The key with its secret, which is not stored.
     * @throws ServiceError `scope_missing` (403), `bad_request` (400) for an expiry in the past.
     */
    async create(
      accountId: string,
      request: { name: string; scopes: readonly Scope[]; expiresAt: string | null },
      by: ReadonlySet<Scope>,
    ): Promise<{ key: ApiKey; secret: string }> {
      refuseWider(request.scopes, by)
      const now = clock.now()
      if (request.expiresAt !== null && Date.parse(request.expiresAt) <= now.getTime()) {
        throw new ServiceError('bad_request', 'expires_at is in the past; give a later time or leave it out.')
      }
      const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt).toISOString()
      return insert(db, { ...request, accountId, expiresAt })
    },

    /**
     * Creates a key with the scopes and the expiry of another one. The old key works until the overlap ends.
     *
     * @param by Scopes of the caller. A rotation returns a secret, so the rule of `create` applies.
     * @param overlapSeconds How long the old key still works, unless it expires earlier; 0 ends it at once.
     * @throws ServiceError `not_found` (404), `scope_missing` (403), `key_inactive` (409) when it is revoked, expired or
     * already replaced.
     */
    async rotate(
      accountId: string,
      id: string,
      { by, overlapSeconds }: { by: ReadonlySet<Scope>; overlapSeconds: number },
    ): Promise<{ key: ApiKey; secret: string; old: { id: string; expiresAt: string } }> {
      return inTransaction(db, async (tx) => {
        const old = await keyRepository(tx).getLocked(accountId, id)
        if (!old) throw notFound('key')
        refuseWider(old.scopes, by)
        const now = clock.now()
        refuseInactive(old, now.toISOString())
        const made = await insert(tx, old)
        const overlapEnd = new Date(now.getTime() + overlapSeconds * 1000).toISOString()
        const expiresAt = old.expiresAt !== null && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd
        await keyRepository(tx).replace(id, made.key.id, expiresAt)
        return { ...made, old: { id, expiresAt } }
      })
    },

    /**
     * Revokes a key at once. A repeat changes nothing.
     *
     * @returns When it was first revoked.
     * @throws ServiceError `not_found` (404).
     */
    async revoke(accountId: string, id: string): Promise<string> {
      await keyRepository(db).revokeOne(accountId, id, clock.now().toISOString())
      const key = await keyRepository(db).get(accountId, id)
      if (!key?.revokedAt) throw notFound('key')
      return key.revokedAt
    },

    /** Revokes every key of an account, or those created before a time. */
    revokeAll: (tx: Db, accountId: string, before?: string): Promise<void> =>
      keyRepository(tx).revokeAll(accountId, clock.now().toISOString(), before),

    /** When a key expires; null when it never does. */
    expiryOf: async (accountId: string, id: string): Promise<string | null> =>
      (await keyRepository(db).get(accountId, id))?.expiresAt ?? null,

    /** One page of keys, newest first. Their last uses are stored first, unless the disk is full. */
    async list(accountId: string, page: PageRequest) {
      await flush().catch((error: unknown) => {
        if (!isStorageFull(error)) throw error
      })
      return pageOf(page, (limit, before) => keyRepository(db).list(accountId, limit, before))
    },

    /** The key of a secret and its account; undefined when the key is unknown, revoked or expired. */
    async authenticate(secret: string): Promise<{ key: ApiKey; account: Account } | undefined> {
      if (!looksLikeKey(secret)) return undefined
      const found = await keyRepository(db).byHash(hashKey(secret))
      const now = clock.now().toISOString()
      if (!found || found.key.revokedAt !== null || (found.key.expiresAt !== null && found.key.expiresAt <= now))
        return undefined
      if (found.key.lastUsedAt === null || found.key.lastUsedAt.slice(0, 16) !== now.slice(0, 16))
        lastUses.set(found.key.id, now)
      return found
    },

    /** Stores the last uses of keys. Called every few seconds, and when the server stops. */
    flush,
  }
}

/** @throws ServiceError `scope_missing` (403) for scopes that the caller lacks. */
function refuseWider(scopes: readonly Scope[], by: ReadonlySet<Scope>): void {
  const wider = scopes.filter((scope) => !by.has(scope))
  if (wider.length === 0) return
  throw new ServiceError('scope_missing', `Your credential lacks ${wider.join(', ')}, so it cannot create such a key.`)
}

/** @throws ServiceError `key_inactive` (409) for a key that no longer works or was rotated. */
function refuseInactive({ revokedAt, expiresAt, replacedBy }: ApiKey, now: string): void {
  const nothing = (how: string) => `This key ${how}, so there is nothing to carry over. Create a new one.`
  const refuse = (message: string) => new ServiceError('key_inactive', message)
  if (revokedAt !== null) throw refuse(nothing('is revoked'))
  if (expiresAt !== null && expiresAt <= now) throw refuse(nothing('has expired'))
  if (replacedBy !== null) throw refuse(`This key has already been rotated. Rotate ${replacedBy}, which replaced it.`)
}
