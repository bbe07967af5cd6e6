import type { ApiKeyRotate } from '../generated/schema.d.ts'
import type { WriteOptions } from '../transport/api-call.ts'
import type { ResourceMethods } from './resource-methods.ts'

/** API keys of the account. */
export const keys = ({ list, one, post, send }: ResourceMethods) => ({
  /** The account's keys, newest first, revoked ones included; never their secrets. */
  list: list('/api/keys', 'keys'),

  /**
   * Creates a key. The secret is in `key` of this answer and nowhere else, ever again.
   *
   * @throws PermissionError `scope_missing` when it would be allowed more than the key that asks.
   *
   * @example
   * const { key } = await client.keys.create({ name: 'Menu import', scopes: ['read', 'images'] })
   */
  create: post('/api/keys/create'),

  /** Revokes a key at once; revoking it again answers the same. @throws NotFoundError */
  revoke: one('DELETE', '/api/keys/{key_id}'),

  /**
   * Replaces a key by a new one of the same name, scopes and end; the old one works until the overlap has passed, a
   * day unless told otherwise.
   *
   * @throws ConflictError `key_inactive` when it is revoked or expired; PermissionError `scope_missing`; NotFoundError.
   *
   * @example
   * const { key } = await client.keys.rotate(id, { overlap_seconds: 3600 })
   */
  rotate: (id: string, body: ApiKeyRotate = {}, options?: WriteOptions) =>
    send('POST', '/api/keys/{key_id}/rotate', { path: { key_id: id }, json: body }, options),
})
