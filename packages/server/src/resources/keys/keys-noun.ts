import type { Logger } from 'pino'
import type { Sessions } from '../../accounts/session-tokens.ts'
import { part } from '../../base/compose.ts'
import { InvalidRequest } from '../../base/service-error.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { Routes } from '../../contract/index.ts'
import { ownedTables } from '../../database/owned-tables.ts'
import { createAuthenticate } from '../../keys/authenticate.ts'
import type { ApiKey } from '../../keys/key-repository.ts'
import type { Keys } from '../../keys/key-service.ts'

const FLUSH_MS = 5_000

/** Keys of an account, and how they and sessions authenticate a caller. */
export const keysNoun = part(({ keys, sessions, logger }: { keys: Keys; sessions: Sessions; logger: Logger }) => {
  const routes: Routes<'keys'> = {
    list: async ({ user, query }) => {
      const { rows, nextCursor } = await keys.list(user.account.id, query)
      return { keys: rows.map(shown), next_cursor: nextCursor }
    },

    // The secret is shown in this reply only.
    create: async ({ user, body }) => {
      const request = { name: nameOf(body.name), scopes: body.scopes, expiresAt: body.expires_at ?? null }
      const { key, secret } = await keys.create(user.account.id, request, user.scopes)
      return withSecret(key, secret)
    },

    rotate: async ({ user, path, body }) => {
      const request = { by: user.scopes, overlapSeconds: body.overlap_seconds }
      const { key, secret, old } = await keys.rotate(user.account.id, path.key_id, request)
      return { ...withSecret(key, secret), replaces: { id: old.id, expires_at: old.expiresAt } }
    },

    revoke: async ({ user, path }) => ({
      id: path.key_id,
      status: 'revoked',
      revoked_at: await keys.revoke(user.account.id, path.key_id),
    }),
  }

  const flush = () =>
    void keys.flush().catch((error: unknown) => logger.error({ err: error }, 'the use of keys was not written'))
  let flushing: NodeJS.Timeout | undefined
  return {
    provides: { authenticate: createAuthenticate({ keys, sessions }) },
    routes: { keys: routes },
    owns: ownedTables({ api_keys: { key: 'id', file: 'api-keys', without: ['hash'], json: ['scopes'] } }),
    async start() {
      flushing = setInterval(flush, FLUSH_MS)
    },
    drain: async () => clearInterval(flushing),
    close: keys.flush,
  }
})

const nameOf = (text: string): string => {
  const name = singleLine('name', text)
  if (name !== '') return name
  throw new InvalidRequest([{ loc: ['body', 'name'], msg: 'is blank; say what the key is for', type: 'blank' }])
}

const withSecret = (key: ApiKey, secret: string) => {
  const { revoked_at: _, ...created } = shown(key)
  return { ...created, key: secret }
}

const shown = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: [...key.scopes],
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
})
