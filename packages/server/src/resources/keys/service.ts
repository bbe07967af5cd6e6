import type { Account } from '../../account.ts'
import type { Scope } from '../../contract/index.ts'
import type { Db } from '../../database/open.ts'
import { ServiceError } from '../../errors.ts'
import type { Ids } from '../../ids.ts'
import { type PageWish, pageOf } from '../../pages.ts'
import type { Clock } from '../../ports.ts'
import { type ApiKey, keyRepository } from './repository.ts'
import { hashKey, looksLikeKey, newKeySecret, prefixOf } from './secret.ts'

export type Keys = ReturnType<typeof createKeys>

/** Makes, lists and recognises API keys. */
export function createKeys({ db, ids, clock }: { db: Db; ids: Ids; clock: Clock }) {
  /** Uses not written yet, at most one write a minute and key: a read should not cost a write. */
  const used = new Map<string, string>()

  const flush = async (): Promise<void> => {
    const batch = [...used]
    used.clear()
    for (const [id, at] of batch) await keyRepository(db).used(id, at)
  }

  return {
    /**
     * @param by Scopes of who asks: a key makes no key wider than itself.
     * @returns The key with its secret, which is stored nowhere.
     * @throws ServiceError `scope_missing` (403), `bad_request` (400) for an expiry in the past.
     */
    async create(
      accountId: string,
      wish: { name: string; scopes: readonly Scope[]; expiresAt: string | null },
      by: ReadonlySet<Scope>,
    ): Promise<{ key: ApiKey; secret: string }> {
      const wider = wish.scopes.filter((scope) => !by.has(scope))
      if (wider.length > 0) {
        throw new ServiceError(
          'scope_missing',
          `Your credential lacks ${wider.join(', ')}, so it cannot make a key that has it.`,
        )
      }
      const now = clock.now()
      if (wish.expiresAt !== null && Date.parse(wish.expiresAt) <= now.getTime()) {
        throw new ServiceError('bad_request', 'expires_at is in the past; give a later time or leave it out.')
      }
      const secret = newKeySecret()
      const key: ApiKey = {
        id: ids.next('key'),
        accountId,
        name: wish.name,
        prefix: prefixOf(secret),
        scopes: wish.scopes,
        createdAt: now.toISOString(),
        lastUsedAt: null,
        expiresAt: wish.expiresAt === null ? null : new Date(wish.expiresAt).toISOString(),
        revokedAt: null,
      }
      await keyRepository(db).insert({ ...key, hash: hashKey(secret) })
      return { key, secret }
    },

    /** One page of keys, newest first, with their last use up to now. */
    async list(accountId: string, wish: PageWish) {
      await flush()
      return pageOf(wish, (limit, before) => keyRepository(db).list(accountId, limit, before))
    },

    /** The account that a key opens; undefined when unknown, revoked or expired. */
    async recognise(secret: string): Promise<{ key: ApiKey; account: Account } | undefined> {
      if (!looksLikeKey(secret)) return undefined
      const found = await keyRepository(db).byHash(hashKey(secret))
      const now = clock.now().toISOString()
      if (!found || found.key.revokedAt !== null || (found.key.expiresAt !== null && found.key.expiresAt <= now))
        return undefined
      if (found.key.lastUsedAt === null || found.key.lastUsedAt.slice(0, 16) !== now.slice(0, 16))
        used.set(found.key.id, now)
      return found
    },

    /** Writes when keys were used. Called now and then, and at the end. */
    flush,
  }
}
