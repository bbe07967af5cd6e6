import { InvalidRequest } from '../../base/service-error.ts'
import { singleLine } from '../../base/text/single-line.ts'
import type { Routes } from '../../contract/index.ts'
import type { ApiKey } from '../../keys/key-repository.ts'
import type { Keys } from '../../keys/key-service.ts'

export const keyRoutes = ({ keys }: { keys: Keys }): Routes<'keys'> => ({
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
