import type { ApiKeyRotate } from '../../generated/schema.d.ts'
import type { WriteOptions } from '../../transport/api-call.ts'
import type { ResourceMethods } from '../resource-methods.ts'

/** API keys of the account. */
export const keys = ({ list, one, post, send }: ResourceMethods) => ({
  /** Lists the account's keys, newest first, including revoked ones. Secrets are not included. */
  list: list('/api/keys', 'keys'),

  /**
   * Creates a key. The secret is in `key` and is returned only once.
   *
   * @throws PermissionError `scope_missing` if it would have more scopes than the calling key.
   *
   * @example
   * const { key } = await client.keys.create({ name: 'Menu import', scopes: ['read', 'images'] })
   */
  create: post('/api/keys/create'),

  /** Revokes a key immediately. Revoking it again returns the same response. @throws NotFoundError */
  revoke: one('DELETE', '/api/keys/{key_id}'),

  /**
   * Replaces a key by a new one with the same name, scopes and expiry. The old key works until the overlap has passed,
   * by default one day.
   *
   * @throws ConflictError `key_inactive` if it is revoked or expired; PermissionError `scope_missing`; NotFoundError.
   *
   * @example
   * const { key } = await client.keys.rotate(id, { overlap_seconds: 3600 })
   */
  rotate: (id: string, body: ApiKeyRotate = {}, options?: WriteOptions) =>
    send('POST', '/api/keys/{key_id}/rotate', { path: { key_id: id }, json: body }, options),
})
